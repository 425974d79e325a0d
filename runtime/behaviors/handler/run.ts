/** `call.run`: a program that the spec lets a handler run, as `command:` runs it. */
import type { HandlerBehavior } from '../../descriptor/descriptor.ts';
import { ownMember } from '../../language/json.ts';
import { missingVariable, neededVariables } from '../../server/environment.ts';
import { isFailure } from '../../server/failure.ts';
import type { ProgramOutput } from '../../server/programs.ts';
import { programStep } from '../command/command.ts';
import type { BehaviorContext } from '../shared/run.ts';
import type { ServiceResponse } from '../shared/response.ts';
import type { HandlerMember } from './call.ts';

/** As in `command:`. */
const MAX_BYTES = 1_048_576;

/** Makes the `run` of calls of one tool. */
export function programRunner(context: BehaviorContext, { programs = {} }: HandlerBehavior): HandlerMember<'run'> {
  const { server, env } = context;
  return (call) =>
    async (name, args, options = {}) => {
      const program = ownMember(programs, name);
      if (program === undefined) throw new Error(`"${name}" is not in \`runs\` of this handler`);
      const { values = {}, ...rest } = options;
      const argv = [...program.argv, ...args];
      const step = { stdout: 'text', max_bytes: MAX_BYTES, ...program, ...rest, argv } as const;
      const missing = missingVariable(neededVariables([argv, step.stdin, step.cwd]), server.env, env);
      if (missing) return missing;
      const start = programStep(step, context, true, outputOf)(values, call);
      // `outputOf` is the only success of the step.
      return isFailure(start) ? start : ((await start()) as ProgramOutput);
    };
}

function outputOf({ text, json, stderr = '', truncated = false }: ServiceResponse): ProgramOutput {
  return { text, json, stderr, truncated };
}
