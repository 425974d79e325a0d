/** The definition that every engine interface implements: how a case is sent to it, and how its response is read. */
import type { Json, JsonObject } from '@haft/runtime';
import type { Conversation, ModelCall } from './conversation.ts';
import { isObject } from '@haft/runtime/language';
import { cut } from '../../../base/text/escape.ts';
import { readJson } from '../../../plan/read-json.ts';

export interface Engine {
  readonly id: string;
  /** Path below the endpoint. */
  readonly path: string;
  /** Headers that carry the key; none where there is no key. */
  headers(key: string | undefined): Readonly<Record<string, string>>;
  body(conversation: Conversation, options: EngineOptions): object;
  /** Members of a body that a service may not take, each with its other name; none where it is left out. */
  readonly optional: Readonly<Record<string, string | undefined>>;
  /** `response`: the body of a response with status 200. */
  read(response: Json): EngineAnswer;
}

interface EngineOptions {
  readonly model: string;
  /** Not sent where undefined. */
  readonly seed: number | undefined;
  readonly temperature: number | undefined;
  readonly maxTokens: number;
}

/** What a model did with a request. Nothing that it asked for is executed. */
export type EngineAnswer = ReadAnswer & { readonly tokens: Tokens };

/** An answer without the tokens that the service counted. */
export type ReadAnswer = EngineCall | { readonly kind: 'text'; readonly text: string } | Declined | Unreadable;

/** The first call is judged; later ones only where they must not happen. */
interface EngineCall extends ModelCall {
  readonly kind: 'call';
  /** Of the same answer, first to last. */
  readonly later: readonly ModelCall[];
}

/** The model, or a filter of its service, declined the request: that says nothing of the descriptions. */
interface Declined {
  readonly kind: 'declined';
}

/** An error of the engine, and no wrong answer: cut off, or in an unknown format. */
interface Unreadable {
  readonly kind: 'error';
  readonly message: string;
  /** The next step, where the same request would have the same error; without a period. */
  readonly step?: string;
}

export interface Tokens {
  readonly input: number;
  readonly output: number;
  /** Tokens of the input that were read from the engine's prefix cache. */
  readonly cached: number;
  /** Tokens of the input that were written to it, where the service counts them: some charge more for these. */
  readonly written?: number;
}

export const CUT_OFF: Unreadable = {
  kind: 'error',
  message: 'The response was cut off at the maximum number of tokens: raise `max_tokens` of the model in haft.yaml.',
};
export const NO_FORM: Unreadable = {
  kind: 'error',
  message: 'The response does not have the format of this interface.',
};
export const DECLINED: Declined = { kind: 'declined' };

/** A call with its arguments in that member: JSON in a string; some engines give the map itself. */
export function callAt(call: Maybe, member: string): ModelCall | undefined {
  const [name, args] = [textAt(call, 'name'), memberAt(call, member)];
  if (name === undefined || (typeof args !== 'string' && !isObject(args))) return undefined;
  return { name, arguments: parseArguments(args) };
}

/** What a whole response says; undefined: a part that the interface does not have. `text`: read where there is no call. */
export function answerWith(calls: readonly (ModelCall | undefined)[], text: string | undefined): ReadAnswer {
  const readable = calls.filter((call) => call !== undefined);
  if (readable.length < calls.length) return NO_FORM;
  const [first, ...later] = readable;
  if (first) return { kind: 'call', ...first, later };
  return text === undefined ? NO_FORM : { kind: 'text', text };
}

/** Whether each says what it is. */
export function areTyped(parts: readonly Maybe[]): boolean {
  return parts.every((part) => textAt(part, 'type') !== undefined);
}

/** The text of the parts of that type, one behind the other; undefined where one has no type or no text. */
export function textOfParts(parts: readonly Maybe[], type: string): string | undefined {
  if (!areTyped(parts)) return undefined;
  const texts = parts.filter((part) => textAt(part, 'type') === type).map((part) => textAt(part, 'text'));
  return texts.includes(undefined) ? undefined : texts.join('');
}

/** The service ended the response in another way than a whole answer ends. */
export function incomplete(end: string): Unreadable {
  return { kind: 'error', message: `The response is not complete: it ended with ${JSON.stringify(cut(end, 80))}.` };
}

/** With another form of its call, and of each later one. */
export function withCalls(answer: EngineAnswer, change: (call: ModelCall) => ModelCall): EngineAnswer {
  return answer.kind === 'call' ? { ...answer, ...change(answer), later: answer.later.map(change) } : answer;
}

function parseArguments(value: string | JsonObject): JsonObject | null {
  if (typeof value !== 'string') return value;
  // A call without arguments.
  if (value.trim() === '') return {};
  const read = readJson(value);
  return 'value' in read && isObject(read.value) ? read.value : null;
}

type Optional = Pick<Engine, 'optional'>;

/**
 * The member that a service rejected: of those that can be left out, the first that its response names. Services name it in a
 * member of their error or in its text, each in another way.
 *
 * @param response - Its body.
 */
export function rejectedMember(body: object, response: string, { optional }: Optional): string | undefined {
  const placeOf = (name: string): number => response.search(new RegExp(`(?<![\\w-])${name}(?![\\w-])`));
  const named = Object.keys(optional).filter((name) => name in body && placeOf(name) !== -1);
  return named.toSorted((a, b) => placeOf(a) - placeOf(b))[0];
}

/** The body without the member, or with its other name. */
export function withoutMember(body: object, member: string, { optional }: Optional): object {
  const members = Object.entries(body).map(([key, value]) => [key === member ? optional[key] : key, value] as const);
  return Object.fromEntries(members.flatMap(([key, value]) => (key === undefined ? [] : [[key, value]])));
}

/** What a run sent, and what the service counted. */
export interface RunUsage extends Tokens {
  /** With retries. */
  readonly requests: number;
  /** Answers that were known from earlier runs. */
  readonly reused: number;
  readonly seconds: number;
  /** In the currency of `price`: an upper bound, with all input at its full price or more; absent without prices. */
  readonly cost?: number;
  /** Sentences about what the service did not accept. */
  readonly remarks: readonly string[];
}

/** Of all parts of a run. */
export function sumOfUsage([first, ...others]: readonly RunUsage[]): RunUsage | undefined {
  return first && others.reduce(addUsage, first);
}

function addUsage(a: RunUsage, b: RunUsage): RunUsage {
  const cost = a.cost !== undefined && b.cost !== undefined ? { cost: a.cost + b.cost } : {};
  return {
    requests: a.requests + b.requests,
    reused: a.reused + b.reused,
    seconds: a.seconds + b.seconds,
    input: a.input + b.input,
    output: a.output + b.output,
    cached: a.cached + b.cached,
    ...cost,
    remarks: [...new Set([...a.remarks, ...b.remarks])],
  };
}

/** Members of a response that nothing is known of: a member of another type counts as absent. */
type Maybe = Json | undefined;

function memberAt(value: Maybe, key: string): Maybe {
  return isObject(value) ? value[key] : undefined;
}

export function mapAt(value: Maybe, key: string): JsonObject | undefined {
  const member = memberAt(value, key);
  return isObject(member) ? member : undefined;
}

export function listAt(value: Maybe, key: string): readonly Json[] | undefined {
  const member = memberAt(value, key);
  return Array.isArray(member) ? member : undefined;
}

export function textAt(value: Maybe, key: string): string | undefined {
  const member = memberAt(value, key);
  return typeof member === 'string' ? member : undefined;
}

/** 0 where it is absent, or no count. */
export function countAt(value: Maybe, key: string): number {
  const member = memberAt(value, key);
  return typeof member === 'number' && Number.isSafeInteger(member) && member >= 0 ? member : 0;
}

/** Under the names that an interface has for them. */
export function tokensAt(usage: Maybe, input: string, output: string, cached: number): Tokens {
  return { input: countAt(usage, input), output: countAt(usage, output), cached };
}

/** As the Messages API counts them: what is read from a cache or written to it is no part of `input_tokens`. */
export function anthropicTokens(response: Maybe): Tokens {
  const usage = mapAt(response, 'usage');
  const cached = countAt(usage, 'cache_read_input_tokens');
  const written = countAt(usage, 'cache_creation_input_tokens');
  const input = countAt(usage, 'input_tokens') + cached + written;
  return { input, output: countAt(usage, 'output_tokens'), cached, ...(written > 0 && { written }) };
}
