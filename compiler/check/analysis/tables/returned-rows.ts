/** What a statement returns, by its tokens: one row whatever the tables hold, and the names that a database gives to its columns. */
import { memoizeBy } from '../../../base/memo.ts';
import { type SqlToken, type SqlWord, sqlTokens, wordsOf } from '../../../spec/behaviors/sql-tokens.ts';
import { regex } from '../../../base/word-lists.ts';
import { closeOf } from './statement-tables.ts';
import type { DatabaseDescriptor } from '@haft/runtime';
import { itemsOf } from './statement-uses.ts';

/** Functions of many rows; MIN and MAX of several arguments are of one row in SQLite. */
const AGGREGATE = regex()`
  ^(?:count|sum|min|max|avg|total|every|any_value|mode|bool_(?:and|or)|bit_(?:and|or|xor)|var(?:iance|_pop|_samp)|
  std(?:dev(?:_pop|_samp)?)?|(?:array|string|xml|jsonb?(?:_object)?)_?agg|group_concat|json_(?:group|)_?(?:array|object)(?:agg)?|
  percentile_(?:cont|disc)|corr|covar_(?:pop|samp)|regr_\w+)$
`;

/** Functions that return rows. */
const ROWS =
  /^(?:unnest|generate_(?:series|subscripts)|regexp_(?:matches|split_to_table)|string_to_table|jsonb?_(?:each|array_elements|object_keys|populate_recordset|to_recordset|path_query)\w*)$/;

export const returnsOneRow = memoizeBy((tokens: readonly SqlToken[]): boolean => {
  const words = wordsOf(tokens);
  const top = words.filter(({ depth }) => depth === 0);
  const keys = top.map(({ key }) => key);
  if (isLimited(keys)) return true;
  if (keys.some((key) => /^(?:union|intersect|except|values|table)$/.test(key))) return false;
  const start = words.findIndex(({ key, depth }) => key === 'select' && depth === 0);
  const from = words.findIndex(
    ({ key, depth }, at) => at > start && key === 'from' && depth === 0 && words[at - 1]?.key !== 'distinct',
  );
  const items = words.slice(start + 1, from < 0 ? words.length : from);
  if (start < 0 || items.some((word, at) => ROWS.test(word.key) && items[at + 1]?.text === '(')) return false;
  return from < 0 || (!keys.includes('group') && items.some((_word, at) => isAggregate(items, at)));
});

/** LIMIT 1, and FETCH FIRST ROW ONLY. */
function isLimited(keys: readonly string[]): boolean {
  const limit = keys.lastIndexOf('limit');
  if (limit >= 0) return keys[limit + 1] === '1' && keys[limit + 2] !== ',';
  const fetch = keys.lastIndexOf('fetch');
  const rows = keys.slice(fetch + 1, fetch + 5).join(' ');
  return fetch >= 0 && /^(?:first|next) (?:1 )?rows? only(?: ;)?$/.test(rows);
}

/** Of the statement itself: no window function, and in no query in parentheses. */
function isAggregate(items: readonly SqlWord[], at: number): boolean {
  const { key = '' } = items[at] ?? {};
  if (items[at + 1]?.text !== '(' || !AGGREGATE.test(key)) return false;
  const close = closeOf(items, at + 1);
  const depth = (items[at]?.depth ?? 0) + 1;
  if (/^(?:min|max)$/.test(key) && items.slice(at + 2, close).some((word) => word.text === ',' && word.depth === depth))
    return false;
  const end = items[close + 1]?.key === 'filter' ? closeOf(items, close + 2) : close;
  return items[end + 1]?.key !== 'over' && !isInQuery(items, at);
}

function isInQuery(items: readonly SqlWord[], at: number): boolean {
  let depth = items[at]?.depth ?? 0;
  for (let back = at - 1; back >= 0; back -= 1) {
    const word = items[back];
    if (word?.text !== '(' || word.depth >= depth) continue;
    if (/^(?:select|with)$/.test(items[back + 1]?.key ?? '')) return true;
    depth = word.depth;
  }
  return false;
}

type Kind = DatabaseDescriptor['kind'];

export function rowNames(statement: string, kind: Kind): readonly (string | undefined)[] {
  return (itemsOf(wordsOf(sqlTokens(statement))) ?? []).map(
    (item) => writtenName(item, kind) ?? expressionName(item, kind),
  );
}

/** A label, with or without AS, or a column as it is. */
function writtenName(item: readonly SqlWord[], kind: Kind): string | undefined {
  const [last, before] = [item.at(-1), item.at(-2)];
  if (!last || last.name === undefined) return undefined;
  const isLabel = before?.key === 'as' || (before?.text === ')' && last.key !== 'end');
  const isColumn = item.every((word, at) => (at % 2 === 0 ? word.name !== undefined : word.text === '.'));
  if (!isLabel && (!isColumn || (item.length === 1 && VALUES.test(last.key)))) return undefined;
  // PostgreSQL has names in lower case; the others keep what is written.
  return kind === 'postgres' || last.kind === 'name' ? last.name : last.text;
}

/** Words that are values, not columns; the database names them in ways of its own. */
const VALUES = /^(?:null|true|false|current_\w+|localtime\w*|session_user|user)$/;

/** Names of calls that PostgreSQL names by another function, or by what is in them. */
const NAMED_OTHERWISE = /^(?:trim|cast|not|any|all|some|in|normalize|treat|interval|time|timestamp)$/;

function expressionName(item: readonly SqlWord[], kind: Kind): string | undefined {
  const [first] = item;
  if (item.some(({ text }) => text === '*') && !item.some(({ text }) => text === '(')) return undefined;
  if (kind !== 'postgres')
    return item.length > 1
      ? item.map(({ text, isApart }, at) => (isApart && at > 0 ? ` ${text}` : text)).join('')
      : undefined;
  if (item.length === 1) return /^(?:number|string|variable)$/.test(first?.kind ?? '') ? '?column?' : undefined;
  const open = item.findIndex(({ text }) => text === '(');
  const isCall =
    open > 0 && item.slice(0, open).every(({ name, text }, at) => (at % 2 === 0 ? name !== undefined : text === '.'));
  const after = item[closeOf(item, open) + 1]?.key;
  const name = item[open - 1]?.name;
  if (!isCall || name === undefined || NAMED_OTHERWISE.test(name)) return undefined;
  return after === undefined || (/^(?:filter|over|within)$/.test(after) && item.at(-1)?.text === ')')
    ? name
    : undefined;
}
