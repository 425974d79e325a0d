/** The content blocks of a result that replace the envelope as text. */
import type { JsonObject } from './language/json.ts';

/** A content block of MCP (server/tools, "Tool Result"): text, image, audio, resource or resource_link. */
export type ContentBlock = JsonObject & { readonly type: string };

const contentMark: unique symbol = Symbol('content');

/** Blocks that pass through unchanged, next to the data of the envelope; made by `call.content`. */
export interface Content {
  readonly [contentMark]: true;
  readonly blocks: readonly ContentBlock[];
  readonly data: JsonObject;
}

/** Puts blocks and data together. */
export function content(blocks: readonly ContentBlock[], data: JsonObject = {}): Content {
  return { [contentMark]: true, blocks, data };
}

/** Tells content from data. */
export function isContent(value: unknown): value is Content {
  return typeof value === 'object' && value !== null && contentMark in value;
}
