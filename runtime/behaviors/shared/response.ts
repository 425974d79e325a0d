/** The response of a service or the output of a program, as results are read from it. */
import { type Repeat, type ToolFailure, failure, repeatHint, retryOnce } from '../../server/failure.ts';
import { parseExact } from '../../language/plain.ts';
import { type Json, type JsonObject, isObject } from '../../language/json.ts';
import type { Redact } from '../../redaction/redact.ts';

/** An answer; `json` is absent where the text is not JSON. */
export interface ServiceResponse {
  readonly text: string;
  readonly json: Json | undefined;
  readonly args: JsonObject;
  readonly header: (name: string) => string | undefined;
  /** The end of what a program printed to standard error. */
  readonly stderr?: string;
  /** There was more than the answer has. */
  readonly truncated?: boolean;
}

/** The maximum length of external text inside a message. */
export const DETAIL = 300;

/** Parses JSON text; undefined where it is not JSON. A number that would change is a string of its digits instead. */
export function parseJson(text: string): Json | undefined {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/** Text from outside without secrets, and its JSON: before a window or a clip can cut one of them in two. */
export function readSafely(text: string, redact: Redact): Pick<ServiceResponse, 'text' | 'json'> {
  const json = parseJson(text);
  const safe = redact.text(text);
  return { text: safe, json: safe === text || json === undefined ? json : parseJson(redact.json(json)) };
}

/** The data of a result that is the whole JSON: an object as it is, anything else under a name. */
export function dataOf(json: Json): JsonObject {
  if (Array.isArray(json)) return { items: json };
  if (isObject(json)) return json;
  return json === null ? {} : { value: json };
}

/** External text for use inside a message: one line, no control or invisible characters, at most 300 long. */
export function cleanDetail(text: string): string {
  const line = text
    .slice(0, DETAIL * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\s]+/gu, ' ')
    .trim();
  return line.length > DETAIL ? `${line.slice(0, DETAIL)}…` : line;
}

export function badCharset(what: string, charset: string): ToolFailure {
  const error = `The ${what} has the charset "${cleanDetail(charset).slice(0, 40)}", which is not supported.`;
  return failure('bad_response', error, 'Tell the user. Do not retry.');
}

/** `source` may have changed. */
export function notExpected(what: string, source: string, repeat: Repeat): ToolFailure {
  const hint = repeatHint('sent', repeat, retryOnce(`tell the user that the ${source} may have changed`));
  return failure('bad_response', `The ${what} is not in the expected format.`, hint);
}
