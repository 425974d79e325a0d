/** `haft dev <server>`: a server that stays connected to its host while its specs and handlers are edited. */
import { type Command, type ExitCode, NO_TYPES, OUT, SPECS } from '../../edge/command-line/command.ts';
import { Failure, printFailure, unknownName } from '../../edge/command-line/failure.ts';
import { untilInterrupted } from '../../edge/command-line/streams.ts';
import { TODAY, todayOf } from '../../edge/project/today.ts';
import { openReport, screenOf } from '../watch/screen.ts';
import { startWatch } from '../watch/watch.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_BYTES } from '@haft/runtime/language';
import { takeLines } from '@haft/runtime/lines';
import type { ServerPlan } from '../../plan/model.ts';
import type { TypeFindings } from '../../edge/handlers/check-types.ts';
import { startServer } from '../../edge/calls/start-server.ts';
import { openSwitch, tooLarge } from '../dev/switch.ts';
import { slashed } from '../../edge/project/root.ts';
import type { Project } from '../../edge/project/project.ts';
import type { BuildResult } from '../watch/session.ts';
import { terminalOf } from '../../edge/command-line/report.ts';

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
    const [name] = invocation.positionals;
    if (name === undefined)
      throw new Failure('`haft dev` needs a server name.', 'Run `haft dev <server>` with the `name:` from its spec.');
    todayOf(invocation);
    const live = serveLive(name);
    const over = Promise.race([untilInterrupted(process.stdout), live.ended]);
    const watch = await startWatch(invocation, { ...live, refused: printFailure });
    const problem = live.problem();
    if (!problem) await Promise.race([over, watch.crashed]);
    await watch.close();
    live.close();
    if (problem) throw problem;
    return 0;
  },
};

interface State {
  readonly name: string;
  readonly line: ReturnType<typeof openSwitch>;
  served?: ServerPlan | undefined;
  started: boolean;
  problem?: Failure;
  findings?: BuildResult['findings'];
}

/** The server, which each build that changed it replaces. Standard output belongs to the protocol; all messages go to standard error. */
function serveLive(name: string) {
  const toHost = (text: string): void => void process.stdout.write(`${text}\n`);
  const line = openSwitch(toHost);
  const state: State = { name, line, started: false };
  const [report, reportTypes] = [openReport(), openReport()];
  takeLines(process.stdin, MAX_BYTES, line.fromHost, () => toHost(tooLarge()));
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
  });
  return {
    /** When the host closes standard input. */
    ended,
    close() {
      line.close();
      // An open input would keep the process alive after a signal.
      process.stdin.destroy();
    },
    /** Why nothing could be served from the first build on. */
    problem: () => (state.started ? undefined : state.problem),
    /** After a build, when they are known: the server runs with wrong types, too. */
    typesFound({ diagnostics, texts }: TypeFindings) {
      if (state.findings) reportTypes({ ...state.findings, diagnostics, sources: texts });
    },
    built(built: BuildResult, ms: number, project: Project | undefined) {
      const out = project ? slashed(built.findings.cwd, project.out) || '.' : '';
      state.findings = built.findings;
      report(built.findings);
      process.stderr.write(screenOf(built, ms, out, terminalOf(process.stderr)));
      if (project) serveBuilt(built, project, state);
    },
  };
}

function serveBuilt(built: BuildResult, { out }: Project, state: State): void {
  const { name, line, started, served } = state;
  const file = join(out, 'servers', name, 'server.mjs');
  const server = built.done?.plan.servers.find((one) => one.name === name);
  if (built.done && !server) {
    state.problem = unknown(name, built.done.plan.servers);
    if (started) printFailure(state.problem);
    return;
  }
  const { created = [], changed: rewritten = [] } = built.done?.written ?? {};
  const changed = [...created, ...rewritten].includes(`servers/${name}/server.mjs`);
  // With a mistake in the specs from the start, what was compiled last is served.
  if (started ? !changed : !existsSync(file)) return;
  line.replace((take, onEnd) => startServer(file, take, onEnd), started && listOf(server) !== listOf(served));
  state.started = true;
  state.served = server ?? served;
}

/** What a host gets to see of the tools. */
function listOf(server: ServerPlan | undefined): string {
  return JSON.stringify(
    server?.tools.map(({ name, title, description, inputSchema, returns, annotations }) => {
      return [name, title, description.text, inputSchema, returns, annotations];
    }),
  );
}

function unknown(name: string, servers: readonly ServerPlan[]): Failure {
  const names = servers.map((server) => server.name);
  return unknownName([`Unknown server "${name}".`, name], names, `Servers: ${names.join(', ') || 'none'}.`);
}
