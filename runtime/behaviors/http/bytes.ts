/** `response: bytes` of `http` tools: a response as content, or as a file. */
import { textOf } from '../../language/template.ts';
import { content } from '../../server/content.ts';
import type { ConnectionDescriptor, HttpBehavior } from '../../descriptor/descriptor.ts';
import { ownMember } from '../../language/json.ts';
import { saveFile } from '../file/inside.ts';
import { isEmpty } from './answer.ts';
import type { RawResponse } from './exchange.ts';
import { type PartContext, type ReadBytes, transportFor } from './parts.ts';
import { blockOf } from '../shared/read-bytes.ts';
import { translatorFor } from '../../language/translate.ts';

/** By the media type that the service names: an image, audio, a text, or an embedded resource. */
export function compileBytes(behavior: HttpBehavior, context: PartContext): ReadBytes {
  const { server, tool, env } = context;
  const { save_to: target } = behavior;
  // Checked when the spec was compiled.
  const connection: ConnectionDescriptor = ownMember(server.connections, behavior.connection) ?? { base_url: '' };
  const { redact, hide } = transportFor(connection, context);
  const translated = translatorFor(context, behavior.translate);
  return async (received, { args, call, data }) => {
    const mimeType = mediaTypeIn(received);
    const facts = { media_type: mimeType, bytes: received.bytes.length };
    if (target !== undefined) {
      const scope = { ...translated(args), env };
      const path = textOf(target.path, scope);
      const folder = textOf(target.folder, scope);
      const failed = await saveFile({ folder, path, bytes: received.bytes, signal: call.signal });
      return failed ?? { path, ...facts, ...data };
    }
    if (isEmpty(received) && received.bytes.length === 0) return data ?? facts;
    const uri = `tool://${server.name}/${tool.name}`;
    const { bytes: plain, headers } = received;
    const bytes = hide?.bytes(plain) ?? plain;
    const contentType = headers.get('content-type') ?? undefined;
    return content([blockOf({ bytes, contentType }, mimeType, uri, (text) => redact.text(text))], data ?? facts);
  };
}

/** RFC 9110 §8.3, without parameters. */
function mediaTypeIn({ headers }: RawResponse): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const name = type.trim().toLowerCase();
  return /^[\w.+-]{1,80}\/[\w.+-]{1,80}$/.test(name) ? name : 'application/octet-stream';
}
