/** Media types: of a file by its extension, and as the content block that shows bytes of them. */
import type { ContentBlock } from '../../server/content.ts';

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

/** By the extension. */
export function mediaTypeOf(path: string): string {
  const [, extension = ''] = /\.([A-Za-z0-9]+)$/.exec(path) ?? [];
  const name = extension.toLowerCase();
  return Object.hasOwn(MEDIA_TYPES, name) ? (MEDIA_TYPES[name] ?? '') : 'application/octet-stream';
}

/** MCP, server/tools: image and audio content, an embedded resource for everything else. */
export function contentBlock(bytes: Uint8Array, mimeType: string, uri: string): ContentBlock {
  const data = Buffer.from(bytes).toString('base64');
  const [kind = ''] = mimeType.split('/');
  if (kind === 'image' || kind === 'audio') return { type: kind, data, mimeType };
  return { type: 'resource', resource: { uri, mimeType, blob: data } };
}
