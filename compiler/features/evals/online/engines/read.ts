/** Members of a response that nothing is known of: a member of another type counts as absent. */
import type { Json, JsonObject } from '@haft/runtime';
import { isObject } from '@haft/runtime/language';
import type { Tokens } from '../engine.ts';

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
