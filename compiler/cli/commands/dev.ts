/** `haft dev <server>`: a server that stays connected to its host while its specs and handlers are edited. */
import type { Command, ExitCode } from '../../edge/command-line/command.ts';
import { NO_TYPES, OUT, SPECS, textFlag } from '../../edge/command-line/command.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { printFailure } from '../../edge/command-line/print-failure.ts';
import { TODAY, todayOf } from '../../edge/project/today.ts';
import { typesInBackground } from '../watch/background-types.ts';
import { startWatch } from '../watch/watch.ts';
import { interrupted } from '../../edge/command-line/streams.ts';
import { serveLive } from '../dev/live.ts';

export const devCommand: Command = {
  name: 'dev',
  summary: 'Serve one server over stdio and reload it on every change; the host stays connected.',
  positional: '<server>',
  flags: { specs: SPECS, out: OUT, today: TODAY, 'no-types': NO_TYPES },
  examples: [
    ['haft dev text-tools', 'Use it as the command of the server in a host configuration during development.'],
    ['claude mcp add text-tools -- npx haft dev text-tools', 'The same, registered with a host.'],
  ],
  async run(invocation): Promise<ExitCode> {
    const { cwd, positionals } = invocation;
    const [name] = positionals;
    if (name === undefined)
      throw new Failure('`haft dev` needs a server name.', 'Run `haft dev <server>` with the `name:` from its spec.');
    todayOf(invocation);
    const live = serveLive(name);
    const over = Promise.race([interrupted(process.stdout), live.ended]);
    const types = invocation.flags['no-types'] === true ? undefined : typesInBackground(live.typesFound, printFailure);
    const watch = await startWatch({
      cwd,
      specs: textFlag(invocation, 'specs'),
      out: textFlag(invocation, 'out'),
      today: () => todayOf(invocation),
      built(built, ms, project) {
        live.built(built, ms, project);
        types?.after(built, project);
      },
      refused: printFailure,
    });
    const problem = live.problem();
    if (!problem) await Promise.race([over, watch.crashed]);
    types?.stop();
    await watch.close();
    live.close();
    if (problem) throw problem;
    return 0;
  },
};
