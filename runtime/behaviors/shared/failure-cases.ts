/** Failures with the author's words: by status or exit code (`errors`, `exit_codes`), and reported inside a success (`fails_when`). */
import type { ErrorCase, ErrorTable, FailureTest } from '../../descriptor/descriptor.ts';
import { type ToolFailure, authoredFailure } from '../../server/failure.ts';
import { requireModule } from '../../language/require-module.ts';
import { type Json, type JsonObject, isJsonObject, isObject, ownMember } from '../../language/json.ts';
import { findPointer } from '../../language/pointer.ts';
import { fillText, parseTemplate, toText } from '../../language/template.ts';
import { joinSentences } from '../../server/message-text.ts';
import { type ServiceResponse, cleanDetail } from './response.ts';

/** Members that say it in a sentence, in this order. */
const SENTENCES = [
  'message',
  'Message',
  'detail',
  'error_description',
  'error_message',
  'errorMessage',
  'title',
  'msg',
  'reason',
  'description',
  'error',
];
/** Members that say what was wrong with each part of the request. */
const PARTS = ['error', 'errors', 'errorMessages', 'detail', 'details'];
const MAX_DEPTH = 3;

/** Empty for HTML, which is for eyes. */
export function serviceMessage({ text, json }: { readonly text: string; readonly json: Json | undefined }): string {
  if (json === undefined) return /^\s*</.test(text) ? '' : text;
  return messageIn(json, 0) || (isEmpty(json) ? '' : JSON.stringify(json));
}

function messageIn(json: Json, depth: number): string {
  if (typeof json === 'string') return json;
  if (depth > MAX_DEPTH) return '';
  if (Array.isArray(json))
    return json
      .map((item: Json) => itemText(item, depth))
      .filter(Boolean)
      .join('; ');
  if (!isJsonObject(json)) return '';
  const sentence = SENTENCES.map((name) => json[name]).find(
    (value) => typeof value === 'string' && value.trim() !== '',
  );
  const parts = PARTS.map((name) => json[name]).find((value) => typeof value === 'object' && !isEmpty(value));
  const more = parts === undefined ? '' : messageIn(parts, depth + 1) || JSON.stringify(parts);
  return [sentence, more].filter((text) => typeof text === 'string' && text !== '').join('; ');
}

/** The place of an item says which part of the request it is about. */
function itemText(item: Json, depth: number): string {
  const isAlone = !isObject(item) || Object.keys(item).length === 1;
  return (isAlone ? messageIn(item, depth + 1) : '') || (isEmpty(item) ? '' : JSON.stringify(item));
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** `failureCases`, for servers that carry it. */
export type FailureCases = typeof failureCases;

/** `detail` that is no pointer. */
const RESPONSE = 'response';

/** `detail`, or the pointer of a test, that is the error output of a program. */
const ERROR_OUTPUT = 'stderr';

export const failureCases = { tabledFailure, reportedFailure, hasTestTargets };

/** Undefined if a tool has none of the `wanted` cases. */
export function casesFor(
  { failureCases: cases }: { readonly failureCases?: FailureCases | undefined },
  ...wanted: readonly unknown[]
): FailureCases | undefined {
  return wanted.some((one) => one !== undefined) ? requireModule(cases, "failures with the author's words") : undefined;
}

/** What failures are recognized by and filled with. */
type FailureSource = Pick<ServiceResponse, 'text' | 'json' | 'stderr'> &
  Partial<Pick<ServiceResponse, 'args'>> & {
    /** All of the error output, of which `stderr` is the end. */
    readonly errorText?: string;
    /** Whether it is the response of a service that reports a failure by its status. */
    readonly isService?: true;
  };

/** The author's failure for a status or exit code: the first key, and for it the first table, that has a case which holds. */
function tabledFailure(
  tables: readonly (ErrorTable | undefined)[],
  keys: readonly string[],
  source: FailureSource,
  code: string,
): ToolFailure | undefined {
  for (const key of keys) {
    for (const table of tables) {
      const authored = pickCase(table && ownMember(table, key), source.text);
      if (authored !== undefined) return authoredFailure(withDetail(authored, source), code);
    }
  }
  return undefined;
}

/** The first case that holds for the text of a response; a case without `contains` always does. */
function pickCase(cases: readonly ErrorCase[] | undefined, text: string): ErrorCase | undefined {
  return cases?.find(({ contains }) => contains === undefined || [contains].flat().some((part) => text.includes(part)));
}

/** A failure that is reported inside a response that looks like a success. */
function reportedFailure(tests: readonly FailureTest[] | undefined, answer: FailureSource): ToolFailure | undefined {
  const test = tests?.find((one) => matchesTest(answer, one));
  return test && authoredFailure(withDetail(test, answer), 'tool_failed');
}

/** Whether an answer has the lists and maps that the pointers look into: one in which nothing can be found has not passed. */
function hasTestTargets(tests: readonly FailureTest[] = [], json: Json | undefined): boolean {
  return tests.every(({ pointer }) => {
    if (pointer === ERROR_OUTPUT) return true;
    const holder = findPointer(json, pointer.replace(/\/[^/]*$/, ''));
    return pointer === '' ? holder !== undefined : typeof holder === 'object' && holder !== null;
  });
}

/** The author's message with its variables filled; the detail goes where the message has it, otherwise to its end. */
function withDetail(authored: ErrorCase, source: FailureSource): ErrorCase {
  const detail = authored.detail === undefined ? '' : detailAt(authored.detail, source);
  const { args = {} } = source;
  const scope = authored.detail === undefined ? args : { ...args, detail };
  const error = fill(authored.error, scope);
  const retry_hint = fill(authored.retry_hint, scope);
  const isPlaced = /\{detail\}/.test(authored.error + authored.retry_hint);
  return { ...authored, error: detail === '' || isPlaced ? error : joinSentences(error, detail), retry_hint };
}

/** That every variable has a value was checked when the spec was compiled. */
function fill(text: string, scope: JsonObject): string {
  if (parseTemplate(text).problem !== undefined) return text;
  return fillText(text, scope, (value) => cleanDetail(toText(value)));
}

/** A pointer that finds nothing gives what the service says elsewhere. */
function detailAt(place: string, { text, json, stderr = '', isService }: FailureSource): string {
  if (place === ERROR_OUTPUT) return cleanDetail(stderr);
  const value = json === undefined || place === RESPONSE ? undefined : findPointer(json, place);
  const own = value === undefined || !isSomething(value) ? '' : cleanDetail(toText(value));
  return own === '' && isService ? cleanDetail(serviceMessage({ text, json })) : own;
}

function matchesTest({ json, text, errorText = '' }: FailureSource, test: FailureTest): boolean {
  const { pointer, finds } = test;
  const inErrors = pointer === ERROR_OUTPUT;
  if (!inErrors && json === undefined) return false;
  const value = inErrors ? errorText.trim() : findPointer(json, pointer);
  return isSomething(value) === (finds !== 'nothing') && pickCase([test], inErrors ? errorText : text) === test;
}

function isSomething(value: Json | undefined): boolean {
  return value !== false && !isEmpty(value);
}
