/** Bytes from outside: read up to a limit, as text in their charset, as content blocks by their media type. */
import type { ContentBlock } from '../../server/content.ts';

/** Of a file by its extension. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  json: 'application/json',
  zip: 'application/zip',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
};

/** Byte order marks. */
const MARKS: readonly (readonly [mark: readonly number[], charset: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe, 0, 0], 'utf-32le'],
  [[0, 0, 0xfe, 0xff], 'utf-32be'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** What Windows-1252 has where Latin-1 has control characters; the same where it has nothing (WHATWG Encoding). */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The bytes; nothing when there are more than `most`, and then the rest is not read. */
export async function readCapped({ body }: Pick<Response, 'body'>, most: number): Promise<Uint8Array | undefined> {
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (bytes > most) return undefined;
    chunks.push(chunk);
  }
  const all = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

/** The text without its mark, or the name of a charset that cannot be read (WHATWG Encoding). */
export function decodeText(
  bytes: Uint8Array,
  contentType = '',
): { readonly text: string } | { readonly unknown: string } {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1];
  const charset = marked ?? utf16Of(bytes) ?? /;\s*charset\s*=\s*["']?([^\s;"',]+)/i.exec(contentType)?.[1];
  if (charset === undefined) return { text: decodeUnmarked(bytes) };
  try {
    return { text: decodeAs(charset, bytes) };
  } catch {
    return { unknown: charset };
  }
}

/** UTF-16 without a mark: of its first character, which is ASCII in nearly every text, one byte is zero (RFC 4627 §3). */
function utf16Of([first, second = 1, third = first]: Uint8Array): string | undefined {
  return !first === !second || !first !== !third ? undefined : first ? 'utf-16le' : 'utf-16be';
}

/** Text without a charset that is not valid UTF-8 is read as Windows-1252. */
function decodeUnmarked(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeAs('windows-1252', bytes);
  }
}

function decodeAs(charset: string, bytes: Uint8Array): string {
  const decoder = new TextDecoder(charset);
  const text = decoder.decode(bytes);
  // Some releases of Node decode Latin-1 under this name.
  if (decoder.encoding !== 'windows-1252') return text;
  return text.replaceAll(/[\u0080-\u009f]/g, (char) => WINDOWS.charAt(char.charCodeAt(0) - 0x80));
}

/** By the extension. */
export function mediaTypeOf(path: string): string {
  const [, extension = ''] = /\.([A-Za-z0-9]+)$/.exec(path) ?? [];
  const name = extension.toLowerCase();
  return Object.hasOwn(MEDIA_TYPES, name) ? (MEDIA_TYPES[name] ?? '') : 'application/octet-stream';
}

/** A block for the model: what is a text is redacted by `hide`. */
export function blockOf(
  { bytes, contentType }: { readonly bytes: Uint8Array; readonly contentType?: string | undefined },
  mimeType: string,
  uri: string,
  hide: (text: string) => string,
): ContentBlock {
  const isText = /^text\/|[/+](?:json|xml|yaml)$/.test(mimeType);
  const decoded = isText ? decodeText(bytes, contentType) : undefined;
  if (decoded && 'text' in decoded) return { type: 'resource', resource: { uri, mimeType, text: hide(decoded.text) } };
  return contentBlock(bytes, mimeType, uri);
}

/** MCP, server/tools: image and audio content, an embedded resource for everything else. */
export function contentBlock(bytes: Uint8Array, mimeType: string, uri: string): ContentBlock {
  const data = Buffer.from(bytes).toString('base64');
  const [kind = ''] = mimeType.split('/');
  if (kind === 'image' || kind === 'audio') return { type: kind, data, mimeType };
  return { type: 'resource', resource: { uri, mimeType, blob: data } };
}
