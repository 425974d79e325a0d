/** `haft evals record <file>`: the first spelling of `haft eval --from <file>`, which scripts may still use. */
import { type Command, SPECS } from '../../edge/command-line/command.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { TODAY } from '../../edge/project/today.ts';
import { evalCommand } from './eval.ts';

export const evalsCommand: Command = {
  name: 'evals',
  summary: 'Record the results of another runner; the same as `haft eval --from <file>`.',
  positional: 'record <file>',
  flags: { specs: SPECS, today: TODAY },
  examples: [['haft evals record results.json', 'The same as haft eval --from results.json.']],
  run(invocation) {
    const [verb, file] = invocation.positionals;
    if (verb !== 'record' || file === undefined)
      throw new Failure('`haft evals` needs a subcommand.', 'Run `haft eval --from <file>`.');
    return evalCommand.run({ ...invocation, positionals: [], flags: { ...invocation.flags, from: file } });
  },
};
