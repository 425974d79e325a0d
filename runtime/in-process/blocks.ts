/** The bytes in content blocks: of an image or a sound, and of a resource in a block. */
import { isObject } from '../language/json.ts';
import type { Block } from './shapes.ts';

/** In base64. */
export interface Bytes {
  readonly data: string;
  readonly mediaType: string;
}

export function bytesIn(block: Block): Bytes | undefined {
  const data = memberOf(block, 'blob') ?? block['data'];
  const mediaType = String(memberOf(block, 'mimeType') ?? 'application/octet-stream');
  return typeof data === 'string' ? { data, mediaType } : undefined;
}

/** Also of a resource in a block. */
export function memberOf({ resource, ...block }: Block, name: string): unknown {
  return (isObject(resource) ? resource : block)[name];
}
