/** Translates values of the model to values of the service or program, before templates are rendered. */
import type { TranslateTable } from '../descriptor.ts';
import type { Json, JsonObject } from '../language/json.ts';
import { ownMember } from '../language/json.ts';
import { toText } from '../language/template.ts';

type Translations = Readonly<Record<string, string>>;

/** A copy in which listed values are replaced; in a list, each element. */
export function translate(args: JsonObject, table: TranslateTable | undefined): JsonObject {
  if (table === undefined) return args;
  const replaced = Object.entries(table).flatMap(([name, translations]) => {
    const value = ownMember(args, name);
    return value === undefined ? [] : [[name, replace(value, translations)]];
  });
  return { ...args, ...Object.fromEntries(replaced) };
}

/** A string, number, boolean or null by its text in the table; a value that is not listed, and any other, stays as it is. */
export function replace(value: Json, translations: Translations): Json {
  if (Array.isArray(value)) return value.map((item: Json) => replace(item, translations));
  return listed(value, translations) ?? value;
}

/** The author's text for a scalar or null; nothing where the table does not list it. */
export function listed(value: Json, translations: Translations): string | undefined {
  return typeof value === 'object' && value !== null ? undefined : ownMember(translations, toText(value));
}
