/** Translates values of the model to values of the service or program, before templates are rendered. */
import type { TranslateTable } from '../descriptor.ts';
import type { Json, JsonObject } from '../language/json.ts';
import { ownMember } from '../language/json.ts';

/** A copy in which listed values are replaced; in a list, each element. */
export function translate(args: JsonObject, table: TranslateTable | undefined): JsonObject {
  if (table === undefined) return args;
  const replaced = Object.entries(table).flatMap(([name, words]) => {
    const value = ownMember(args, name);
    return value === undefined ? [] : [[name, replace(value, words)]];
  });
  return { ...args, ...Object.fromEntries(replaced) };
}

/** A string is replaced by its entry in the table; everything else is unchanged. */
export function replace(value: Json, words: Readonly<Record<string, string>>): Json {
  if (Array.isArray(value)) return value.map((item: Json) => replace(item, words));
  return typeof value === 'string' ? (ownMember(words, value) ?? value) : value;
}
