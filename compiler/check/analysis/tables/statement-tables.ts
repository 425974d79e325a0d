/** The tables that a statement names, and the names under which its columns are qualified. */
import type { SqlWord } from '../../../spec/behaviors/sql-tokens.ts';
import { wordSet } from '../../../base/word-lists.ts';

/** A table by its name, a query, a function or a WITH: then nothing is known of its columns. */
export interface Relation {
  readonly table: string | undefined;
  readonly alias: string | undefined;
}

/** Words that end the name of a table, and are no alias. */
const AFTER_TABLE = wordSet(
  'where join left right inner outer full cross natural on using group order limit having union intersect except returning set values select default for window fetch offset tablesample when do as not indexed',
);

export function relationsIn(words: readonly SqlWord[]): Relation[] {
  const common = commonTables(words);
  const relations: Relation[] = [];
  for (const [at, { depth }] of words.entries()) {
    if (!startsTables(words, at)) continue;
    for (let next = at + 1; ;) {
      const item = tableAt(words, next, common);
      relations.push(item);
      next = item.end;
      if (words[next]?.text !== ',' || words[next]?.depth !== depth || !/^(?:from|using)$/.test(words[at]?.key ?? ''))
        break;
      next += 1;
    }
  }
  return relations;
}

function startsTables(words: readonly SqlWord[], at: number): boolean {
  const [before, here, next] = [words[at - 1]?.key ?? '', words[at]?.key, words[at + 1]?.key];
  if (here === 'join' || here === 'into') return true;
  if (here === 'using') return next !== '(';
  if (here === 'update') return next !== 'set' && next !== 'of' && before !== 'for' && before !== 'key';
  // Else a part of EXTRACT, SUBSTRING, TRIM, or of IS DISTINCT FROM.
  return here === 'from' && before !== 'distinct' && isInQuery(words, at);
}

/** Whether a SELECT or DELETE is before it in the same parentheses. */
function isInQuery(words: readonly SqlWord[], at: number): boolean {
  const depth = words[at]?.depth ?? 0;
  for (let back = at - 1; back >= 0 && (words[back]?.depth ?? -1) >= depth; back -= 1)
    if (words[back]?.depth === depth && /^(?:select|delete)$/.test(words[back]?.key ?? '')) return true;
  return false;
}

export function tableAt(
  words: readonly SqlWord[],
  start: number,
  common: ReadonlySet<string>,
): Relation & { end: number } {
  let at = start;
  while (/^(?:only|lateral|or|ignore|replace)$/.test(words[at]?.key ?? '')) at += 1;
  const parts: string[] = [];
  if (words[at]?.text === '(') at = closeOf(words, at) + 1;
  else {
    for (;;) {
      parts.push(words[at]?.name ?? '');
      at += 1;
      if (words[at]?.text !== '.') break;
      at += 1;
    }
  }
  const isInsert = words[start - 1]?.key === 'into';
  const isCall = !isInsert && parts.length > 0 && words[at]?.text === '(';
  if (isCall) at = closeOf(words, at) + 1;
  const isNamed =
    !isCall && parts.length > 0 && !parts.includes('') && !(parts.length === 1 && common.has(parts[0] ?? ''));
  if (words[at]?.key === 'as') at += 1;
  const { name, key = '' } = words[at] ?? {};
  const isAlias = name !== undefined && !AFTER_TABLE.has(key);
  return {
    table: isNamed ? parts.join('.') : undefined,
    alias: isAlias ? name : parts.at(-1),
    end: isAlias ? at + 1 : at,
  };
}

export function closeOf(words: readonly SqlWord[], open: number): number {
  const { depth } = words[open] ?? { depth: 0 };
  const position = words.findIndex((one, at) => at > open && one.text === ')' && one.depth === depth);
  return position < 0 ? words.length : position;
}

/** Names of WITH: `name as (`, `name (a, b) as (`, `name as materialized (`. */
function commonTables(words: readonly SqlWord[]): ReadonlySet<string> {
  return new Set(
    words.flatMap(({ key, depth }, at) => {
      if (key !== 'as' || !/^(?:\(|not|materialized)$/.test(words[at + 1]?.key ?? '')) return [];
      const before = words[at - 1];
      const open =
        before?.text === ')'
          ? words.findLastIndex((one, to) => to < at - 1 && one.text === '(' && one.depth === depth)
          : at;
      return words[open - 1]?.name ?? [];
    }),
  );
}
