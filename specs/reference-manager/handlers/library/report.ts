/** The report about a write: a success can hold nothing but failures, so each part is looked at. */
import type { Json, JsonObject, ServiceReply, ToolFailure } from '@haft/runtime';
import { at, unescapeHtml } from './wire.ts';

/** What became of one object of a write. */
export interface Failed {
  readonly code: number;
  readonly message: string;
}

const LONGEST = 200;

/** The key of an object that is in the library now, whether or not the write changed it. */
export function keyIn({ json }: ServiceReply, index: number): string | undefined {
  const key = at(json, 'success', index) ?? at(json, 'unchanged', index);
  return typeof key === 'string' ? key : undefined;
}

/** Why an object was not written; nothing where it was. Silence about an object is a failure too. */
export function failureIn(reply: ServiceReply, index: number): Failed | undefined {
  const failed = at(reply.json, 'failed', index);
  if (failed === undefined) {
    return keyIn(reply, index) === undefined ? { code: 0, message: 'it is not in the report' } : undefined;
  }
  return { code: Number(at(failed, 'code')), message: reason(at(failed, 'message')) };
}

/** Tells a failure from an object that is to be written. */
export function isFailure(value: JsonObject | ToolFailure): value is ToolFailure {
  return 'retry_hint' in value;
}

/** Somebody else was faster: the object has to be read and changed anew. */
export function isStale({ code }: Failed): boolean {
  return code === 412 || code === 428;
}

function reason(message: Json | undefined): string {
  const text = typeof message === 'string' ? unescapeHtml(message) : 'no reason was given';
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
