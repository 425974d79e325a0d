/** The tables and columns that a statement names, by its tokens. What a token alone does not decide is left out, so that what is found is certain. */
import { memoizeText } from '../../../base/memo.ts';
import { type SqlWord, sqlTokens, wordsOf } from '../../../spec/behaviors/sql-tokens.ts';
import { type Relation, closeOf, relationsIn, tableAt } from './statement-tables.ts';

export interface ColumnUse {
  readonly name: string;
  /** As it is written in the statement. */
  readonly word: string;
  /** The tables of which one has it. */
  readonly tables: readonly string[];
  /** The parameter that is compared with it, or becomes its value. */
  readonly variable?: string;
}

/** A column of a row that the statement returns. */
interface RowColumn {
  readonly name: string;
  /** Where it is a column of a table as it is. */
  readonly use?: ColumnUse;
}

export interface StatementUses {
  readonly tables: readonly string[];
  readonly columns: readonly ColumnUse[];
  /** In order; absent where a name is not known, or a `*` is of tables that are not. */
  readonly rows?: readonly (RowColumn | { readonly all: readonly string[] })[];
}

export const usesOf = memoizeText((statement: string): StatementUses => {
  const words = wordsOf(sqlTokens(statement));
  const relations = relationsIn(words);
  const labels = new Set(words.flatMap(({ key }, at) => (key === 'as' ? (words[at + 1]?.name ?? []) : [])));
  const parts: StatementParts = { words, relations, labels };
  const rows = rowsOf(parts);
  return {
    tables: [...new Set(relations.flatMap(({ table }) => table ?? []))],
    columns: [
      ...words.flatMap((_word, at) => columnAt(parts, at) ?? []),
      ...comparedIn(parts),
      ...insertedIn(parts),
      ...(rows ?? []).flatMap((row) => ('use' in row && row.use ? [row.use] : [])),
    ],
    ...(rows && { rows }),
  };
});

interface StatementParts {
  readonly words: readonly SqlWord[];
  readonly relations: readonly Relation[];
  /** Names that the statement itself gives. */
  readonly labels: ReadonlySet<string>;
}

/** The tables that a name without a table can be of; none where one of them is not known. */
function everyTable({ relations }: StatementParts): readonly string[] {
  return relations.some(({ table }) => table === undefined) ? [] : relations.flatMap(({ table }) => table ?? []);
}

/** `o.total`, where `o` is one table in the whole statement. */
function columnAt({ words, relations }: StatementParts, at: number): ColumnUse | undefined {
  const [table, dot, column, after] = words.slice(at, at + 4);
  if (
    words[at - 1]?.text === '.' ||
    dot?.text !== '.' ||
    column?.name === undefined ||
    /^[.(]$/.test(after?.text ?? '')
  )
    return undefined;
  const own = relations.filter(({ alias }) => alias === table?.name);
  const [named] = own;
  if (named?.table === undefined || own.some((one) => one.table !== named.table)) return undefined;
  const variable = comparedWith(words, at + 3);
  return { name: column.name, word: column.text, tables: [named.table], ...(variable !== undefined && { variable }) };
}

/** Before a name that is compared it is the whole of the left side. */
const BEFORE = /^(?:where|and|or|not|on|set|when|having|,|\()$/;

/** Names that are no columns (PostgreSQL, reserved key words). */
const CONSTANTS =
  /^(?:null|true|false|default|current_\w+|localtime\w*|session_user|user|rowid|oid|_rowid_|ctid|xmin|tableoid)$/;

/** `total = …` where every table is known. */
function comparedIn(parts: StatementParts): ColumnUse[] {
  const { words } = parts;
  const tables = everyTable(parts);
  if (tables.length === 0) return [];
  return words.flatMap(({ name, text, key }, at): ColumnUse[] => {
    if (name === undefined || !BEFORE.test(words[at - 1]?.key ?? '') || isOwnName(parts, name, key)) return [];
    if (operatorEnd(words, at + 1) === undefined) return [];
    const variable = comparedWith(words, at + 1);
    return [{ name, word: text, tables, ...(variable !== undefined && { variable }) }];
  });
}

function isOwnName({ labels, relations }: StatementParts, name: string, key: string): boolean {
  return CONSTANTS.test(key) || labels.has(name) || relations.some(({ alias }) => alias === name);
}

/** The place after the operator of a comparison. */
function operatorEnd(words: readonly SqlWord[], start: number): number | undefined {
  let at = start;
  while (words[at]?.key === 'not') at += 1;
  if (/^(?:in|like|ilike|between)$/.test(words[at]?.key ?? '')) return words[at + 1]?.text === '(' ? at + 2 : at + 1;
  let operator = '';
  while (/^[=<>!]$/.test(words[at]?.text ?? '') && !(operator !== '' && words[at]?.isApart === true)) {
    operator += words[at]?.text;
    at += 1;
  }
  return /^(?:=|<|>|<=|>=|<>|!=|==)$/.test(operator) ? at : undefined;
}

/** Only where the variable is the whole value after the operator. */
function comparedWith(words: readonly SqlWord[], start: number): string | undefined {
  const end = operatorEnd(words, start);
  if (end === undefined) return undefined;
  return /^(?:[+*/|%-]|::|\.|\[)$/.test(words[end + 1]?.text ?? '') ? undefined : variableIn(words[end]);
}

function variableIn(word: SqlWord | undefined): string | undefined {
  return word?.kind === 'variable' ? /^\{(\w+)\}$/.exec(word.text)?.[1] : undefined;
}

/** `insert into orders (customer_id, note) values ({customer}, {note})`. */
function insertedIn({ words }: StatementParts): ColumnUse[] {
  return words.flatMap(({ key }, at): ColumnUse[] => {
    if (key !== 'into') return [];
    const { table, end } = tableAt(words, at + 1, new Set());
    if (table === undefined || words[end]?.text !== '(') return [];
    const close = closeOf(words, end);
    const names = splitItems(words, end, close);
    const open = words[close + 1]?.key === 'values' && words[close + 2]?.text === '(' ? close + 2 : -1;
    const values = open < 0 ? [] : splitItems(words, open, closeOf(words, open));
    return names.flatMap(([column, more], index): ColumnUse[] => {
      if (column?.name === undefined || more) return [];
      const [value, ...others] = values[index] ?? [];
      const variable = others.length === 0 ? variableIn(value) : undefined;
      return [{ name: column.name, word: column.text, tables: [table], ...(variable !== undefined && { variable }) }];
    });
  });
}

/** The items between two places, divided by commas. */
export function splitItems(words: readonly SqlWord[], open: number, close: number): SqlWord[][] {
  const depth = words[open + 1]?.depth ?? 0;
  const items: SqlWord[][] = [[]];
  for (const word of words.slice(open + 1, close)) {
    if (word.text === ',' && word.depth === depth) items.push([]);
    else items.at(-1)?.push(word);
  }
  return items;
}

const AFTER_ITEMS = /^(?:from|where|group|having|window|order|limit|offset|fetch|for|union|intersect|except|;)$/;

/** Of the statement itself: what RETURNING or its first SELECT names. */
export function itemsOf(words: readonly SqlWord[]): readonly (readonly SqlWord[])[] | undefined {
  const returning = words.findLastIndex(({ key, depth }) => key === 'returning' && depth === 0);
  const start = returning >= 0 ? returning : words.findIndex(({ key, depth }) => key === 'select' && depth === 0);
  if (start < 0 || /^(?:insert|update|delete|merge)$/.test(returning < 0 ? (words[0]?.key ?? '') : ''))
    return undefined;
  const from = words.findIndex(({ key, depth }, at) => at > start && depth === 0 && AFTER_ITEMS.test(key));
  const first = /^(?:distinct|all)$/.test(words[start + 1]?.key ?? '') ? start + 1 : start;
  if (words[first + 1]?.key === 'on') return undefined;
  return splitItems(words, first, from < 0 ? words.length : from);
}

function rowsOf(parts: StatementParts): StatementUses['rows'] {
  const { words } = parts;
  const items = itemsOf(words);
  if (!items) return undefined;
  const isUnion = words.some(({ key, depth }) => depth === 0 && /^(?:union|intersect|except)$/.test(key));
  const rows: (RowColumn | { readonly all: readonly string[] })[] = [];
  for (const item of items) {
    const row = rowOf(item, parts);
    if (!row) return undefined;
    rows.push('name' in row && isUnion ? { name: row.name } : row);
  }
  return rows;
}

function rowOf(
  item: readonly SqlWord[],
  parts: StatementParts,
): RowColumn | { readonly all: readonly string[] } | undefined {
  const [first, second, third] = item;
  if (item.length === 1 && first?.text === '*') return allOf(everyTable(parts));
  if (item.length === 3 && second?.text === '.' && third?.text === '*')
    return allOf(
      parts.relations.flatMap(({ alias, table }) => (alias === first?.name && table !== undefined ? [table] : [])),
    );
  const labeled = item.at(-2)?.key === 'as' ? item.slice(0, -2) : item;
  const label = labeled === item ? undefined : item.at(-1)?.name;
  const use = useOf(labeled, parts);
  const name = label ?? use?.name;
  return name === undefined ? undefined : { name, ...(use && { use }) };
}

function allOf(all: readonly string[]): { readonly all: readonly string[] } | undefined {
  return all.length > 0 ? { all } : undefined;
}

/** Where the item is a column as it is. */
function useOf(item: readonly SqlWord[], parts: StatementParts): ColumnUse | undefined {
  const [first] = item;
  if (item.length === 3) return columnAt({ ...parts, words: item }, 0);
  if (item.length !== 1 || first?.name === undefined || CONSTANTS.test(first.key)) return undefined;
  return { name: first.name, word: first.text, tables: everyTable(parts) };
}
