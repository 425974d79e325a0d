/** `response: bytes` of `http` tools: a response as content, or as a file. */
import { textOf } from '../../language/template.ts';
import { badArgument } from '../../server/call-failures.ts';
import { content } from '../../server/content.ts';
import type { ConnectionDescriptor, HttpBehavior } from '../../descriptor/descriptor.ts';
import { failure, isFailure } from '../../server/failure.ts';
import type { ToolFailure } from '../../server/failure.ts';
import { clip } from '../../language/describe.ts';
import type { JsonObject } from '../../language/json.ts';
import { ownMember } from '../../language/json.ts';
import { type NotSaved, pathProblem, saveInside } from '../file/inside.ts';
import { isEmpty } from './answer.ts';
import type { RawResponse } from './exchange.ts';
import type { PartContext, ReadBytes } from './parts.ts';
import { transportFor } from './parts.ts';
import { blockOf } from '../shared/read-bytes.ts';
import { translatorFor } from '../shared/translate.ts';

/** By the media type that the service names: an image, audio, a text, or an embedded resource. */
export function compileBytes(behavior: HttpBehavior, context: PartContext): ReadBytes {
  const { server, tool, env } = context;
  const { save_to: target } = behavior;
  // Checked when the spec was compiled.
  const connection: ConnectionDescriptor = ownMember(server.connections, behavior.connection) ?? { base_url: '' };
  const { redact } = transportFor(connection, context);
  const translated = translatorFor(context, behavior.translate);
  return async (received, { args, call, data }) => {
    const mimeType = mediaTypeIn(received);
    const found = { media_type: mimeType, bytes: received.bytes.length };
    if (target !== undefined) {
      const scope = { ...translated(args), env };
      const path = textOf(target.path, scope);
      const saved = await save(textOf(target.folder, scope), path, received.bytes, call.signal);
      return isFailure(saved) ? saved : { path, ...found, ...data };
    }
    if (isEmpty(received) && received.bytes.length === 0) return data ?? found;
    const uri = `tool://${server.name}/${tool.name}`;
    const { bytes, headers } = received;
    const contentType = headers.get('content-type') ?? undefined;
    return content([blockOf({ bytes, contentType }, mimeType, uri, (text) => redact.text(text))], data ?? found);
  };
}

/** RFC 9110 §8.3, without parameters. */
function mediaTypeIn({ headers }: RawResponse): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const name = type.trim().toLowerCase();
  return /^[\w.+-]{1,80}\/[\w.+-]{1,80}$/.test(name) ? name : 'application/octet-stream';
}

async function save(
  folder: string,
  path: string,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<JsonObject | ToolFailure> {
  const problem = pathProblem(path, process.platform);
  if (problem !== undefined) return badArgument(`The path ${clip(path)} ${problem}.`);
  const problemOf = await saveInside({ folder, path, bytes, signal });
  return problemOf === undefined ? {} : notSaved(problemOf, path);
}

function notSaved(why: NotSaved, path: string): ToolFailure {
  const named = `The file ${clip(path)}`;
  switch (why) {
    case 'exists':
      return failure('file_exists', `${named} exists already and was not changed.`, 'Use another file name.');
    case 'no_folder':
      return failure(
        'folder_missing',
        `The folder of the file ${clip(path)} cannot be opened.`,
        'Use another path, or tell the user to create the folder.',
      );
    case 'outside':
      return failure(
        'outside_folder',
        `${named} is not in the folder of this tool.`,
        'Use another path. Do not retry.',
      );
    default:
      return failure(
        'not_saved',
        `${named} cannot be written.`,
        'Tell the user that the disk may be full or the folder not writable.',
      );
  }
}
