/** The content blocks of a result that replace the envelope as text. */
import type { JsonObject } from '../language/json.ts';

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

const passedMark: unique symbol = Symbol('passed');

/** The result of another server's tool (MCP `CallToolResult`), for a tool with `results: raw`. */
export interface Passed {
  readonly [passedMark]: true;
  readonly members: JsonObject;
}

/** Marks a result that is passed on unchanged. */
export function passedResult(members: JsonObject): Passed {
  return { [passedMark]: true, members };
}

/** Tells a passed result from data. */
export function isPassed(value: unknown): value is Passed {
  return typeof value === 'object' && value !== null && passedMark in value;
}
