/** The response of a service or the output of a program, as results are read from it. */
import type { ErrorCase, ErrorTable, FailureTest } from '../descriptor.ts';
import type { ToolFailure } from '../failure.ts';
import { authoredFailure, pickCase } from '../failure.ts';
import { parseExact } from '../language/exact.ts';
import type { Json, JsonObject } from '../language/json.ts';
import { isObject, ownMember } from '../language/json.ts';
import { findPointer } from '../language/pointer.ts';
import { parseTemplate, resolveVariable, toText } from '../language/template.ts';
import type { Redact } from '../redact.ts';

/** An answer; `json` is absent where the text is not JSON. */
export interface Answer {
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
export function readSafely(text: string, redact: Redact): Pick<Answer, 'text' | 'json'> {
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

/** What failures are recognized by and filled with. */
type FailureSource = Pick<Answer, 'text' | 'json' | 'stderr'> & Partial<Pick<Answer, 'args'>>;

/** The author's failure for a status or exit code: the first key, and for it the first table, that has a case which holds. */
export function tabledFailure(
  tables: readonly (ErrorTable | undefined)[],
  keys: readonly string[],
  source: FailureSource,
  code: string,
): ToolFailure | undefined {
  for (const key of keys) {
    for (const table of tables) {
      const authored = pickCase(table && ownMember(table, key), source.text);
      if (authored !== undefined) return authoredFailure(detailed(authored, source), code);
    }
  }
  return undefined;
}

/** A failure that is reported inside a response that looks like a success. */
export function reportedFailure(
  tests: readonly FailureTest[] | undefined,
  answer: FailureSource,
): ToolFailure | undefined {
  const { json, text } = answer;
  if (json === undefined) return undefined;
  const test = tests?.find((one) => matchesTest(json, one) && pickCase([one], text) === one);
  return test && authoredFailure(detailed(test, answer), 'tool_failed');
}

/** Whether an answer has the lists and maps that the pointers look into: one in which nothing can be found has not passed. */
export function hasTestTargets(tests: readonly FailureTest[] = [], json: Json | undefined): boolean {
  return tests.every(({ pointer }) => {
    const holder = json === undefined ? undefined : findPointer(json, pointer.replace(/\/[^/]*$/, ''));
    return pointer === '' ? holder !== undefined : typeof holder === 'object' && holder !== null;
  });
}

/** The author's message with its variables filled; the detail goes where the message has it, otherwise to its end. */
function detailed(authored: ErrorCase, source: FailureSource): ErrorCase {
  const detail = authored.detail === undefined ? '' : detailAt(authored.detail, source);
  const { args = {} } = source;
  const scope = authored.detail === undefined ? args : { ...args, detail };
  const error = fill(authored.error, scope);
  const retry_hint = fill(authored.retry_hint, scope);
  const isPlaced = /\{detail\}/.test(authored.error + authored.retry_hint);
  return { ...authored, error: detail === '' || isPlaced ? error : `${error} ${detail}`, retry_hint };
}

/** That every variable has a value was checked when the spec was compiled. */
function fill(text: string, scope: JsonObject): string {
  const { parts, problem } = parseTemplate(text);
  if (problem !== undefined) return text;
  return parts
    .map((part) => (typeof part === 'string' ? part : cleanDetail(toText(resolveVariable(part, scope) ?? ''))))
    .join('');
}

function detailAt(place: string, { json, stderr = '' }: Pick<Answer, 'json' | 'stderr'>): string {
  if (place === 'stderr') return cleanDetail(stderr);
  const found = json === undefined ? undefined : findPointer(json, place);
  return found === undefined || found === null ? '' : cleanDetail(toText(found));
}

/** External text for use inside a message: one line, no control or invisible characters, at most 300 long. */
export function cleanDetail(text: string): string {
  const line = text
    .slice(0, DETAIL * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim();
  return line.length > DETAIL ? `${line.slice(0, DETAIL)}…` : line;
}

function matchesTest(json: Json, { pointer, finds }: FailureTest): boolean {
  return isSomething(findPointer(json, pointer)) === (finds !== 'nothing');
}

function isSomething(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
