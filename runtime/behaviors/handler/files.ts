/** `call.file`: files below a folder that the spec lets a handler open, as `file:` reads and `save_to:` writes them. */
import type { HandlerBehavior } from '../../descriptor/descriptor.ts';
import type { Call } from '../../server/context.ts';
import { missingVariable } from '../../server/environment.ts';
import { type ToolFailure, isFailure } from '../../server/failure.ts';
import { fileText, readFileBytes } from '../file/file.ts';
import { listFolder, saveFile } from '../file/inside.ts';
import { mediaTypeOf } from '../shared/read-bytes.ts';
import type { BehaviorContext } from '../shared/run.ts';
import type { HandlerMember } from './call.ts';

/** As in `file:`. */
const MAX_BYTES = 1_048_576;

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
