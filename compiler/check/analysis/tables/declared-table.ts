/** The columns and keys in the text of a CREATE TABLE, as SQLite keeps it. */
import { type SqlWord, sqlTokens, unquote, wordsOf } from '../../../spec/behaviors/sql-tokens.ts';
import type { LearnedColumn, LearnedTable } from './learned.ts';
import { closeOf } from './statement-tables.ts';
import { splitItems } from './statement-uses.ts';

/** Words that start a constraint, and so end the type of a column. */
const CONSTRAINT = /^(?:constraint|primary|unique|check|foreign|not|null|default|references|collate|generated|as|on)$/i;

/** Nothing is known of the columns of a virtual table: its module has them. */
export function declaredTable(definition: string): LearnedTable {
  const words = wordsIn(definition);
  const parts = firstParts(words);
  if (!parts || words.slice(0, words.findIndex(isOpen)).some(({ key }) => key === 'virtual')) return {};
  const columns = parts.filter(isColumn);
  const constraints = parts.filter((part) => !isColumn(part));
  const having = (list: readonly Part[], ...wanted: readonly string[]): readonly Part[] =>
    list.filter((part) => hasWords(part, ...wanted));
  const key = [
    ...having(columns, 'primary', 'key').map(nameOf),
    ...having(constraints, 'primary').flatMap((part) => firstList(part)),
  ];
  const unique = [
    ...having(columns, 'unique').map((part) => [nameOf(part)]),
    ...having(constraints, 'unique').map((part) => firstList(part)),
  ];
  const references = [...columns, ...constraints].flatMap(referenceIn);
  return {
    columns: Object.fromEntries(columns.map((part) => [nameOf(part), columnOf(part, key)])),
    ...(key.length > 0 && { key }),
    ...(unique.length > 0 && { unique }),
    ...(references.length > 0 && { references }),
  };
}

/** The columns of a CREATE TABLE with a default, and those that the database computes. */
export function declaredValues(definition: string): { readonly filled: string[]; readonly computed: string[] } {
  const columns = (firstParts(wordsIn(definition)) ?? []).filter(isColumn);
  const having = (word: string): string[] => columns.filter((part) => hasWords(part.slice(1), word)).map(nameOf);
  return { filled: having('default'), computed: having('as') };
}

/** The columns of a CREATE INDEX; empty where it is of expressions, or of some rows only. */
export function declaredIndex(definition: string): readonly string[] {
  const words = wordsIn(definition);
  if (words.some(({ key, depth }) => depth === 0 && key === 'where')) return [];
  const parts = firstParts(words) ?? [];
  return parts.some((part) => part.some(isOpen)) ? [] : parts.map(nameOf);
}

type Part = readonly SqlWord[];

/** What has quotes, a comment, or a name in brackets, which only SQLite reads as one. */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|--[^\n]*|\/\*[^]*?\*\/|\[([^\][]*)\]/g;

function wordsIn(definition: string): Part {
  const text = definition.replaceAll(QUOTED, (whole, name?: string) =>
    name === undefined ? whole : `"${name.replaceAll('"', '""')}"`,
  );
  return wordsOf(sqlTokens(text));
}

function isOpen({ text }: SqlWord): boolean {
  return text === '(';
}

function isColumn([first]: Part): boolean {
  return first?.kind === 'name' || !CONSTRAINT.test(first?.text ?? '');
}

/** What is in the first parentheses, divided by its commas. */
function firstParts(words: Part): Part[] | undefined {
  const open = words.findIndex(isOpen);
  return open < 0 ? undefined : splitItems(words, open, closeOf(words, open)).filter((part) => part.length > 0);
}

function columnOf(part: Part, key: readonly string[]): LearnedColumn {
  const end = part.findIndex(({ kind, text }, at) => at > 0 && kind === 'word' && CONSTRAINT.test(text));
  const type = part
    .slice(1, end < 0 ? undefined : end)
    .map(({ text, isApart }, at) => `${isApart && at > 0 ? ' ' : ''}${text}`)
    .join('');
  const isNullable = !hasWords(part, 'not', 'null') && !key.includes(nameOf(part));
  return { type, ...(isNullable && { nullable: true }) };
}

function nameOf([first]: Part): string {
  return first ? unquote(first.text) : '';
}

function hasWords(part: Part, ...words: readonly string[]): boolean {
  return part.some(({ depth }, at) => depth === 1 && words.every((word, next) => part[at + next]?.key === word));
}

/** The names in the first parentheses. */
function firstList(part: Part): string[] {
  return (firstParts(part) ?? []).map(nameOf);
}

function referenceIn(part: Part): NonNullable<LearnedTable['references']> {
  const at = part.findIndex(({ key, depth }) => depth === 1 && key === 'references');
  const table = part[at + 1];
  if (at < 0 || !table) return [];
  const columns = isColumn(part) ? [nameOf(part)] : firstList(part);
  const to = part[at + 2]?.text === '(' ? firstList(part.slice(at + 2)) : [];
  return [{ columns, table: unquote(table.text), to }];
}
