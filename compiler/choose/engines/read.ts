/** Members of a response that nothing is known of: a member of another type counts as absent. */
import type { Json, JsonObject } from '@haft/runtime';
import { isObject } from '@haft/runtime/language';

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
