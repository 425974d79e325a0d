/** Translates values of the model to values of the service or program, before templates are rendered. */
import { requireModule } from './require-module.ts';
import { type Json, type JsonObject, ownMember } from './json.ts';
import { toText } from './template.ts';

type Translations = Readonly<Record<string, string>>;

/** Parameter → value of the model's, as text → text that is sent; other values stay as they are. */
export type TranslateTable = Readonly<Record<string, Translations>>;

/** `translate`, for servers that carry it. */
export type Translate = typeof translate;

/** Translates the arguments of a step; those of one without a table stay as they are. */
export function translatorFor(
  context: { readonly translate?: Translate | undefined },
  table: TranslateTable | undefined,
): (args: JsonObject) => JsonObject {
  if (table === undefined) return (args) => args;
  const change = requireModule(context.translate, '"translate"');
  return (args) => change(args, table);
}

/** A copy in which listed values are replaced; in a list, each element. */
export function translate(args: JsonObject, table: TranslateTable): JsonObject {
  const replaced = Object.entries(table).flatMap(([name, translations]) => {
    const value = ownMember(args, name);
    return value === undefined ? [] : [[name, replace(value, translations)]];
  });
  return { ...args, ...Object.fromEntries(replaced) };
}

/** A string, number, boolean or null by its text in the table; a value that is not listed, and any other, stays as it is. */
export function replace(value: Json, translations: Translations): Json {
  if (Array.isArray(value)) return value.map((item: Json) => replace(item, translations));
  return translationOf(value, translations) ?? value;
}

/** The author's text for a scalar or null; undefined if the table does not list it. */
export function translationOf(value: Json, translations: Translations): string | undefined {
  return typeof value === 'object' && value !== null ? undefined : ownMember(translations, toText(value));
}
