/** The definition that every engine interface implements: how a case is sent to it, and how its response is read. */
import type { Json, JsonObject } from '@haft/runtime';
import type { Conversation } from './conversation.ts';
import { isObject } from '@haft/runtime/language';
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
export interface EngineCall {
  readonly kind: 'call';
  readonly name: string;
  /** Null where the model wrote something else than a JSON object. */
  readonly arguments: JsonObject | null;
  /** Names of what was called after it; a single response of an engine has none. */
  readonly further?: readonly string[];
}

/** The model, or a filter of its service, declined the request: that says nothing of the descriptions. */
interface Declined {
  readonly kind: 'declined';
}

/** An error of the engine, and no wrong answer: cut off, or in an unknown format. */
interface Unreadable {
  readonly kind: 'error';
  readonly message: string;
}

export interface Tokens {
  readonly input: number;
  readonly output: number;
  /** Tokens of the input that were read from the engine's prefix cache. */
  readonly cached: number;
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
export function calledBy(call: Maybe, member: string): ReadAnswer {
  const name = textAt(call, 'name');
  return name === undefined ? NO_FORM : { kind: 'call', name, arguments: parseArguments(memberAt(call, member)) };
}

function parseArguments(value: Maybe): JsonObject | null {
  if (typeof value !== 'string') return isObject(value) ? value : null;
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
  /** Retries aside. */
  readonly requests: number;
  /** Answers that were known from earlier runs. */
  readonly reused: number;
  readonly seconds: number;
  /** In the currency of `price`, with all input at its full price; absent without prices. */
  readonly cost?: number;
  /** Sentences about what the service did not accept. */
  readonly remarks: readonly string[];
}

/** Of all parts of a run. */
export function sumOfUsage(parts: readonly RunUsage[]): RunUsage | undefined {
  const [first, ...others] = parts;
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

/** 0 where it is absent. */
export function countAt(value: Maybe, key: string): number {
  const member = memberAt(value, key);
  return typeof member === 'number' && member >= 0 ? member : 0;
}

/** As the Messages API counts them: what is read from a cache or written to it is no part of `input_tokens`. */
export function anthropicTokens(response: Maybe): Tokens {
  const usage = mapAt(response, 'usage');
  const cached = countAt(usage, 'cache_read_input_tokens');
  const input = countAt(usage, 'input_tokens') + cached + countAt(usage, 'cache_creation_input_tokens');
  return { input, output: countAt(usage, 'output_tokens'), cached };
}
