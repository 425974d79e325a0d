/** `call.run` and `call.file`: the programs that the spec lets a handler run, and files below its folders, as `command:`, `file:` and `save_to:` have them. */
import type { HandlerBehavior } from '../../descriptor/descriptor.ts';
import { ownMember } from '../../language/json.ts';
import type { Call } from '../../server/context.ts';
import { missingVariable, neededVariables } from '../../server/environment.ts';
import { type ToolFailure, isFailure } from '../../server/failure.ts';
import type { ProgramOutput } from '../../server/programs.ts';
import { programStep } from '../command/command.ts';
import { fileText, readFileBytes } from '../file/file.ts';
import { listFolder, saveFile } from '../file/inside.ts';
import { mediaTypeOf } from '../shared/read-bytes.ts';
import type { ServiceResponse } from '../shared/response.ts';
import type { BehaviorContext } from '../shared/run.ts';
import type { HandlerMember } from './call.ts';

/** As in `command:` and `file:`. */
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

/** Makes the `file` of calls of one tool. */
export function folderFiles(context: BehaviorContext, { folders = [] }: HandlerBehavior): HandlerMember<'file'> {
  const { server, env, redact } = context;
  const folderOf = (name: string): string | ToolFailure => {
    if (!folders.includes(name)) throw new Error(`"${name}" is not in \`folders\` of this handler`);
    return missingVariable([name], server.env, env) ?? env[name] ?? '';
  };
  const bytesOf = async (call: Pick<Call, 'log' | 'signal'>, name: string, path: string, max_bytes = MAX_BYTES) => {
    const folder = folderOf(name);
    return isFailure(folder) ? folder : readFileBytes({ folder, path, max_bytes }, call);
  };
  return (call) => ({
    async read(name, path, { max_bytes } = {}) {
      const bytes = await bytesOf(call, name, path, max_bytes);
      const text = isFailure(bytes) ? bytes : fileText(bytes, path, redact);
      return isFailure(text) ? text : { text };
    },
    async readBytes(name, path, { max_bytes } = {}) {
      const bytes = await bytesOf(call, name, path, max_bytes);
      return isFailure(bytes) ? bytes : { bytes, media_type: mediaTypeOf(path) };
    },
    async write(name, path, data, { replace } = {}) {
      const folder = folderOf(name);
      if (isFailure(folder)) return folder;
      const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
      return (await saveFile({ folder, path, bytes, replace, signal: call.signal })) ?? { bytes: bytes.length };
    },
    async list(name, path = '') {
      const folder = folderOf(name);
      const entries = isFailure(folder) ? folder : await listFolder({ folder, path });
      return isFailure(entries) ? entries : { entries };
    },
  });
}
