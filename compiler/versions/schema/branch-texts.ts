/** Titles and descriptions inside branches, definitions and other places that the pairs do not cover. */
import { ownMember } from '@haft/runtime/language';
import type { Schema } from '@haft/runtime/language';
import type { Pair, TextChange } from '../change.ts';
import { likeness } from '../likeness.ts';
import { opened } from './simplify.ts';

interface Text {
  readonly key: 'title' | 'description';
  readonly text: string;
  readonly path: readonly (string | number)[];
}

/** Each text that only one side has, beside the most similar one of the other. */
export function changedTexts(
  written: Pair<Schema>,
  compared: Pair<Schema>,
  roots: Pair<Schema> = written,
): TextChange[] {
  const { before, after } = written;
  if (!before || !after) return [];
  const old = hiddenTexts(before, compared.before, roots.before ?? before);
  const now = hiddenTexts(after, compared.after, roots.after ?? after);
  const gone = without(old, now);
  const come = without(now, old);
  const changes: TextChange[] = [];
  for (const { key, text, path } of gone) {
    const others = come.filter((one) => one.key === key && !changes.some(({ after: taken }) => taken === one.text));
    const [next] = others.sort((a, b) => likeness(b.text, text) - likeness(a.text, text));
    changes.push({ key, path: next?.path ?? path, before: text, after: next?.text });
  }
  const added = come.filter(({ text }) => !changes.some(({ after: taken }) => taken === text));
  return [...changes, ...added.map(({ key, text, path }) => ({ key, path, before: undefined, after: text }))];
}

function without(texts: readonly Text[], others: readonly Text[]): Text[] {
  return texts.filter(({ key, text }) => !others.some((other) => other.key === key && other.text === text));
}

/** Those that the comparison of properties and items does not see. */
function hiddenTexts(written: Schema, compared: Schema | undefined, root: Schema): Text[] {
  const seen = new Set<string>();
  const references = new Set<string>();
  const open = (closed: Schema | undefined): void => {
    const schema = closed && opened(closed, root);
    if (!schema) return;
    for (const key of KEYS) if (schema[key] !== undefined) seen.add(`${key} ${schema[key]}`);
    if (schema !== closed && isRepeated(JSON.stringify(closed), references)) return;
    open(schema.items);
    for (const one of Object.values(schema.properties ?? {})) open(one);
  };
  open(compared);
  return allTexts(written, root, [], new Set()).filter(({ key, text }) => !seen.has(`${key} ${text}`));
}

const KEYS = ['title', 'description'] as const;

function isRepeated(key: string, keys: Set<string>): boolean {
  return keys.size === keys.add(key).size;
}

/** Each definition is read once, where it is first referred to. */
function allTexts(schema: Schema, root: Schema, path: Text['path'], followed: Set<string>): Text[] {
  const own = KEYS.flatMap((key) =>
    schema[key] === undefined ? [] : [{ key, text: schema[key], path: [...path, key] }],
  );
  const inside = Object.entries(schema).flatMap(([key, value]): Text[] => {
    if (DATA.has(key) || typeof value !== 'object' || value === null) return [];
    const isSchema = SINGLE.has(key) && !Array.isArray(value);
    if (isSchema) return allTexts(value as Schema, root, [...path, key], followed);
    return Object.entries(value).flatMap(([name, one]: [string, unknown]) =>
      typeof one === 'object' && one !== null
        ? allTexts(one, root, [...path, key, Array.isArray(value) ? Number(name) : name], followed)
        : [],
    );
  });
  const { $ref } = schema;
  if ($ref === undefined || isRepeated($ref, followed)) return [...own, ...inside];
  const target = ownMember(root.$defs ?? {}, $ref.slice('#/$defs/'.length));
  return [...own, ...inside, ...(target ? allTexts(target, root, path, followed) : [])];
}

/** Values are no schemas. */
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples', 'type', 'required', '$defs']);
const SINGLE: ReadonlySet<string> = new Set(['items', 'not', 'propertyNames', 'additionalProperties']);
