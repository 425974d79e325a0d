/** The columns and keys in the text of a CREATE TABLE, as SQLite keeps it. */
import { type SqlToken, sqlTokens } from '../../../spec/behaviors/sql-tokens.ts';
import type { LearnedColumn, LearnedTable } from './learned.ts';

/** Words that start a constraint, and so end the type of a column. */
const CONSTRAINT = /^(?:constraint|primary|unique|check|foreign|not|null|default|references|collate|generated|as|on)$/i;

/** Nothing is known of the columns of a virtual table: its module has them. */
export function declaredTable(definition: string): LearnedTable {
  const tokens = sqlTokens(definition).filter(({ kind }) => kind !== 'comment');
  const open = tokens.findIndex(({ text }) => text === '(');
  if (open < 0 || tokens.some(({ text }, at) => at < open && /^virtual$/i.test(text))) return {};
  const parts = partsOf(tokens.slice(open + 1), 1);
  const columns = parts.filter(([first]) => first?.kind === 'name' || !CONSTRAINT.test(first?.text ?? ''));
  const constraints = parts.filter((part) => !columns.includes(part));
  const key = [
    ...columns.filter((part) => hasWords(part, 'primary', 'key')).map(nameOf),
    ...listAfter(constraints, 'primary'),
  ];
  const unique = [
    ...columns.filter((part) => hasWords(part, 'unique')).map((part) => [nameOf(part)]),
    ...constraints.filter((part) => hasWords(part, 'unique')).map((part) => firstList(part)),
  ];
  const references = [...columns, ...constraints].flatMap((part) => referenceIn(part, columns.includes(part)));
  return {
    columns: Object.fromEntries(columns.map((part) => [nameOf(part), columnOf(part, key)])),
    ...(key.length > 0 && { key }),
    ...(unique.length > 0 && { unique }),
    ...(references.length > 0 && { references }),
  };
}

/** The columns of a CREATE TABLE with a default, and those that the database computes. */
export function declaredValues(definition: string): { readonly filled: string[]; readonly computed: string[] } {
  const tokens = sqlTokens(definition).filter(({ kind }) => kind !== 'comment');
  const open = tokens.findIndex(({ text }) => text === '(');
  const parts = open < 0 ? [] : partsOf(tokens.slice(open + 1), 1);
  const columns = parts.filter(([first]) => first?.kind === 'name' || !CONSTRAINT.test(first?.text ?? ''));
  const having = (word: string): string[] => columns.filter((part) => hasWords(part.slice(1), word)).map(nameOf);
  return { filled: having('default'), computed: having('as') };
}

/** The columns of a CREATE INDEX; empty where it is of expressions, or of some rows only. */
export function declaredIndex(definition: string): readonly string[] {
  const tokens = sqlTokens(definition).filter(({ kind }) => kind !== 'comment');
  if (tokens.some(({ text, depth }) => depth === 0 && /^where$/i.test(text))) return [];
  const open = tokens.findIndex(({ text }) => text === '(');
  const parts = open < 0 ? [] : partsOf(tokens.slice(open + 1), 1);
  return parts.some((part) => part.some(({ text }) => text === '(')) ? [] : parts.map(nameOf);
}

/** Divided by the commas of this depth, up to the parenthesis that closes it. */
function partsOf(tokens: readonly SqlToken[], depth: number): SqlToken[][] {
  const parts: SqlToken[][] = [[]];
  for (const token of tokens) {
    if (token.depth < depth) break;
    if (token.text === ',' && token.depth === depth) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

function columnOf(part: readonly SqlToken[], key: readonly string[]): LearnedColumn {
  const end = part.findIndex(({ kind, text }, at) => at > 0 && kind === 'word' && CONSTRAINT.test(text));
  const type = part
    .slice(1, end < 0 ? undefined : end)
    .map(({ text, isApart }, at) => `${isApart && at > 0 ? ' ' : ''}${text}`)
    .join('');
  const isNullable = !hasWords(part, 'not', 'null') && !key.includes(nameOf(part));
  return { type, ...(isNullable && { nullable: true }) };
}

function nameOf([first]: readonly SqlToken[]): string {
  return first ? plainName(first) : '';
}

function plainName({ kind, text }: SqlToken): string {
  return /^['"`]/.test(text) && kind !== 'word' ? text.slice(1, -1) : text;
}

function hasWords(part: readonly SqlToken[], ...words: readonly string[]): boolean {
  return part.some(
    ({ depth }, at) => depth === 1 && words.every((word, next) => part[at + next]?.text.toLowerCase() === word),
  );
}

function listAfter(parts: readonly (readonly SqlToken[])[], word: string): readonly string[] {
  return parts.filter((part) => hasWords(part, word)).flatMap((part) => firstList(part));
}

/** The names in the first parentheses. */
function firstList(part: readonly SqlToken[]): string[] {
  const open = part.findIndex(({ text }) => text === '(');
  return open < 0 ? [] : partsOf(part.slice(open + 1), 2).map(nameOf);
}

function referenceIn(part: readonly SqlToken[], isColumn: boolean): NonNullable<LearnedTable['references']> {
  const at = part.findIndex(({ text, depth }) => depth === 1 && text.toLowerCase() === 'references');
  const table = part[at + 1];
  if (at < 0 || !table) return [];
  const columns = isColumn ? [nameOf(part)] : firstList(part);
  const to = part[at + 2]?.text === '(' ? firstList(part.slice(at + 2)) : [];
  return [{ columns, table: plainName(table), to }];
}
