/** The definition that every engine interface implements: how a case is sent to it, and how its response is read. */
import type { Json, JsonObject } from '@haft/runtime';
import type { Conversation } from './conversation.ts';
import { isObject } from '@haft/runtime/language';

export interface Engine {
  readonly id: string;
  /** Path below the endpoint. */
  readonly path: string;
  /** Headers that carry the key; none where there is no key. */
  headers(key: string | undefined): Readonly<Record<string, string>>;
  body(conversation: Conversation, options: EngineOptions): object;
  /** The body without what the engine rejected, where it can be left out or has another name. */
  withoutRejected?(body: object, error: JsonObject): object | undefined;
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
export type EngineAnswer = (EngineCall | TextAnswer | Unreadable) & { readonly tokens: Tokens };

/** The first call is judged; later ones only where they must not happen. */
export interface EngineCall {
  readonly kind: 'call';
  readonly name: string;
  readonly arguments: JsonObject;
  /** Names of what was called after it; a single response of an engine has none. */
  readonly further?: readonly string[];
}

interface TextAnswer {
  readonly kind: 'text';
  readonly text: string;
}

/** An error of the engine, and no wrong answer: cut off, or arguments that are not JSON. */
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

export const CUT_OFF = 'The response was cut off at the maximum number of tokens.';
export const NO_FORM = 'The response does not have the format of this interface.';

/** Members of a response that nothing is known of: a member of another type counts as absent. */
type Maybe = Json | undefined;

export function mapAt(value: Maybe, key: string): JsonObject | undefined {
  const member = isObject(value) ? value[key] : undefined;
  return isObject(member) ? member : undefined;
}

export function textAt(value: Maybe, key: string): string | undefined {
  const member = isObject(value) ? value[key] : undefined;
  return typeof member === 'string' ? member : undefined;
}

/** 0 where it is absent. */
export function countAt(value: Maybe, key: string): number {
  const member = isObject(value) ? value[key] : undefined;
  return typeof member === 'number' && member >= 0 ? member : 0;
}

/** As the Messages API counts them: what is read from a cache or written to it is no part of `input_tokens`. */
export function anthropicTokens(response: Maybe): Tokens {
  const usage = mapAt(response, 'usage');
  const cached = countAt(usage, 'cache_read_input_tokens');
  const input = countAt(usage, 'input_tokens') + cached + countAt(usage, 'cache_creation_input_tokens');
  return { input, output: countAt(usage, 'output_tokens'), cached };
}
