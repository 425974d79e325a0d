/** The response of a service or the output of a program, as results are read from it. */
import type { ErrorCase, ErrorTable, FailureTest } from '../descriptor.ts';
import type { ToolFailure } from '../failure.ts';
import { authoredFailure, pickCase } from '../failure.ts';
import { parseExact } from '../language/exact.ts';
import type { Json, JsonObject } from '../language/json.ts';
import { ownMember } from '../language/json.ts';
import { findPointer } from '../language/pointer.ts';
import { toText } from '../language/template.ts';
import type { Redact } from '../redact.ts';

/** An answer; `json` is absent where the text is not JSON. */
export interface Answer {
  readonly text: string;
  readonly json: Json | undefined;
  readonly args: JsonObject;
  readonly header: (name: string) => string | undefined;
}

const DETAIL = 300;

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

/** The author's failure for a status or exit code: the first table that has a case which holds. */
export function tabledFailure(
  tables: readonly (ErrorTable | undefined)[],
  key: string,
  { text, json }: Pick<Answer, 'text' | 'json'>,
  code: string,
): ToolFailure | undefined {
  for (const table of tables) {
    const words = pickCase(table && ownMember(table, key), text);
    if (words !== undefined) return authoredFailure(detailed(words, json), code);
  }
  return undefined;
}

/** A failure inside a response that looks like success. */
export function reportedFailure(
  tests: readonly FailureTest[] | undefined,
  { json, text }: Answer,
): ToolFailure | undefined {
  if (json === undefined) return undefined;
  const test = tests?.find((one) => matchesTest(json, one) && pickCase([one], text) === one);
  return test && authoredFailure(detailed(test, json), 'tool_failed');
}

/** Whether an answer has the lists and maps that the pointers look into: one in which nothing can be found has not passed. */
export function hasTestTargets(tests: readonly FailureTest[] = [], json: Json | undefined): boolean {
  return tests.every(({ pointer }) => {
    const holder = json === undefined ? undefined : findPointer(json, pointer.replace(/\/[^/]*$/, ''));
    return pointer === '' ? holder !== undefined : typeof holder === 'object' && holder !== null;
  });
}

/** The author's message, followed by the detail of the response. */
function detailed(words: ErrorCase, json: Json | undefined): ErrorCase {
  const found = words.detail === undefined || json === undefined ? undefined : findPointer(json, words.detail);
  const detail = found === undefined || found === null ? '' : cleanDetail(toText(found));
  return detail === '' ? words : { ...words, error: `${words.error} ${detail}` };
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
