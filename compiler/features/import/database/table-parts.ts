/** What the tools of a table are made of: its words, the columns that a model may see, and how statements write it. */
import { isSecretParameter, isSecretProperty } from '@haft/runtime/language';
import { nameWords, snakeCase } from '../../../check/analysis/names/name-words.ts';
import { declaredFamily } from '../../../check/analysis/tables/columns.ts';
import type { LearnedColumn } from '../../../check/analysis/tables/learned.ts';
import type { FoundTable } from '../../../check/analysis/tables/catalogs.ts';
import { singular } from '../name-words.ts';

/** A column that a result may have. */
export interface ReadColumn extends LearnedColumn {
  readonly name: string;
  /** The parameter and the member of the result: its name where that is plain. */
  readonly word: string;
}

/** `sales.order_items` → order_items, order_item; what is called after its module keeps that word. */
export function wordsOf({ name }: FoundTable): { readonly many: string; readonly one: string } {
  const words = nameWords(plain(name.split('.').at(-1) ?? name));
  const last = words.at(-1) ?? 'row';
  const one = singular(last);
  const before = words.slice(0, -1);
  return { many: [...before, one === last ? pluralOf(last) : last].join('_'), one: [...before, one].join('_') };
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** Columns of bytes and those that are named like secrets are never read. */
export function readableColumns({ columns = {} }: FoundTable): readonly ReadColumn[] {
  return Object.entries(columns).flatMap(([name, column]) => {
    const isHidden = declaredFamily(column) === 'bytes' || isSecretName(name);
    return isHidden ? [] : [{ ...column, name, word: plain(name) }];
  });
}

/** A hash and a number of identification open nothing, and still are not for a model. */
function isSecretName(name: string): boolean {
  return [isSecretProperty, isSecretParameter].some((test) => test(name)) || PRIVATE.test(snakeCase(name));
}

const PRIVATE = /(?:^|_)(?:hash|salt|ssn)(?:_|$)/;

/** Lower case, with underscores. */
export function plain(name: string): string {
  const word = snakeCase(name)
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .replaceAll(/^_+|(?<!_)_+$/g, '');
  return /^[a-z]/.test(word) ? word : `c_${word}`;
}

const NAMES = ['name', 'title', 'label', 'full_name', 'display_name', 'subject', 'email', 'username', 'code'];

/** By what people call a row. */
export function nameColumn(columns: readonly ReadColumn[]): ReadColumn | undefined {
  const texts = columns.filter((column) => declaredFamily(column) === 'text' && !column.values);
  const isName = (wanted: string) => (column: ReadColumn) =>
    column.word === wanted || (wanted.length > 4 ? column.word.endsWith(`_${wanted}`) : false);
  return NAMES.map((wanted) => texts.find(isName(wanted))).find((one) => one !== undefined);
}

/** Two keys of other tables and nothing of its own: what it says is said by them. */
export function isJunction(table: FoundTable): boolean {
  const { columns = {}, key = [], references = [] } = table;
  const pointing = new Set(references.flatMap((one) => one.columns));
  return references.length > 1 && Object.keys(columns).every((name) => pointing.has(name) || key.includes(name));
}
