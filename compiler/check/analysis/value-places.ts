/** Places of a statement where a value can be bound: SQL has an expression there, not a name, a keyword or an alias. */
import type { BehaviorProblem } from '../../spec/behaviors/behavior.ts';
import { type SqlToken, type SqlWord, toWord, wordsOf } from '../../spec/behaviors/sql-tokens.ts';
import { wordSet } from '../../base/word-lists.ts';

/** Words that an operand follows; after any other word is a name, an alias or an option. */
const BEFORE_VALUE = wordSet(`
  select distinct all where and or not xor on having when then else case between symmetric asymmetric like ilike rlike
  regexp glob match similar to escape is limit offset rows range groups returning div mod binary variadic zone both
  leading trailing for placing by
`);

/** The word that says what a list is of. */
const CLAUSE = /^(?:select|from|where|set|values|having|by|limit|offset|returning|using|join|into|update|window)$/;

/** Clauses whose lists are of names. */
const OF_NAMES = /^(?:from|join|using|update|into|set|values)$/;

/** Operators that are words: the variable before one is not the whole item. */
export const OPERATOR =
  /^(?:is|in|not|and|or|like|ilike|between|collate|at|similar|rlike|regexp|glob|div|mod|operator)$/;

const UNIT = /^(?:(?:microsecond|second|minute|hour|day|week|month|quarter|year)(?:s|_\w+)?|[-+*/%])$/;

type IsChosen = (word: SqlWord | undefined) => boolean;

/** Of tokens without comments; `chosen` are variables that become the author's text. */
export function placeProblems(tokens: readonly SqlToken[], chosen: readonly string[]): BehaviorProblem[] {
  const words = wordsOf(tokens);
  const isChosen: IsChosen = (word) => word?.kind === 'variable' && chosen.includes(word.text.slice(1, -1));
  return words.flatMap((word, at): BehaviorProblem | [] => {
    if (word.kind !== 'variable' || isChosen(word)) return [];
    const clause = orderClause(words, at);
    if (clause !== undefined)
      return {
        word: word.text,
        message: `${word.text} is one value in ${clause}, the same for every row.`,
        hint: 'Declare an `enum`, and write the columns of each value under `choose:`.',
      };
    if (isOperand(words, at, isChosen)) return [];
    return {
      word: word.text,
      message: `${word.text} is not in the place of a value: SQL has a name or a keyword there, which cannot be bound.`,
      hint: hintFor(words[at - 1]?.key ?? '', word.text),
    };
  });
}

function hintFor(before: string, variable: string): string {
  if (before === 'in') return `Write in (${variable}).`;
  if (before === 'interval') return intervalHint(variable);
  if (/^(?:date|time|timestamp|timestamptz)$/.test(before)) return `Write cast(${variable} as ${before}).`;
  return 'Write the name or the keyword itself; for a choice declare an `enum`, and write the text of each value under `choose:`.';
}

function intervalHint(variable: string): string {
  return `Multiply an interval with the number, such as ${variable} * interval '1 day'; in SQLite use datetime() with a modifier.`;
}

/** `interval {days} day`, which MySQL alone has. */
export function unitProblem(tokens: readonly SqlToken[], at: number): [message: string, hint: string] | undefined {
  const { kind, text = '' } = tokens[at] ?? {};
  if (kind !== 'variable' || !isBeforeUnit(tokens.map(toWord), at)) return undefined;
  return [`${text} follows INTERVAL, where only MySQL binds a value.`, intervalHint(text)];
}

function isBeforeUnit(words: readonly SqlWord[], at: number): boolean {
  return words[at - 1]?.key === 'interval' && UNIT.test(words[at + 1]?.key ?? '');
}

/** `ORDER BY` or `GROUP BY` where the variable is a whole item of it. */
function orderClause(words: readonly SqlWord[], at: number): string | undefined {
  const by = words[at - 1]?.text === ',' ? clauseAt(words, at) : at - 1;
  const clause = `${words[by - 1]?.text ?? ''} ${words[by]?.text ?? ''}`;
  if (!/^(?:order|group) by$/i.test(clause)) return undefined;
  const { kind = 'variable', text = '', key = '' } = words[at + 1] ?? {};
  const isWhole = kind === 'variable' || /^[,);]$/.test(text) || (kind === 'word' && !OPERATOR.test(key));
  return isWhole ? clause.toUpperCase() : undefined;
}

function isOperand(words: readonly SqlWord[], at: number, isChosen: IsChosen): boolean {
  const before = words[at - 1];
  if (/^[(.]$/.test(words[at + 1]?.text ?? '')) return false;
  if (isChosen(before)) return true;
  if (before?.kind === 'mark') return isOperandAfterMark(words, at, before.text);
  if (before?.kind !== 'word') return false;
  if (before.key === 'from') return isOperator(words, at - 1);
  if (before.key === 'in') return words[openOf(words, at) - 1]?.key === 'position';
  if (before.key === 'interval') return isBeforeUnit(words, at);
  if (/^(?:first|next)$/.test(before.key)) return words[at - 2]?.key === 'fetch';
  return BEFORE_VALUE.has(before.key);
}

function isOperandAfterMark(words: readonly SqlWord[], at: number, mark: string): boolean {
  switch (mark) {
    case ',':
      return isOperandInList(words, at);
    case '(':
      return !isListOfNames(words, at - 1);
    case ')':
      return endsOperator(words, at - 1);
    case '*':
      return !/^(?:select|distinct|all|returning|[,.(])$/.test(words[at - 2]?.key ?? '');
    default:
      return !/^(?:\]|\.|::|;)$/.test(mark);
  }
}

function isOperandInList(words: readonly SqlWord[], at: number): boolean {
  const clause = words[clauseAt(words, at)];
  if (clause) return !OF_NAMES.test(clause.key);
  const open = openOf(words, at);
  return open >= 0 && !isListOfNames(words, open);
}

/** The clause in the same parentheses in which a place is, or -1. */
function clauseAt(words: readonly SqlWord[], at: number): number {
  const depth = words[at]?.depth ?? 0;
  const open = openOf(words, at);
  return words.findLastIndex((word, to) => {
    return to > open && to < at && word.depth === depth && CLAUSE.test(word.key) && !isOperator(words, to);
  });
}

/** The parenthesis around a place, or -1. */
function openOf(words: readonly SqlWord[], at: number): number {
  const depth = (words[at]?.depth ?? 0) - 1;
  return words.findLastIndex((word, to) => to < at && word.text === '(' && word.depth === depth);
}

/** IS DISTINCT FROM, and the FROM in the arguments of EXTRACT, SUBSTRING, TRIM and OVERLAY. */
function isOperator(words: readonly SqlWord[], at: number): boolean {
  const { key, depth = 0 } = words[at] ?? {};
  if (key !== 'from') return false;
  if (words[at - 1]?.key === 'distinct') return true;
  const open = openOf(words, at);
  const inside = words.slice(open + 1, at).filter((word) => word.depth === depth);
  return open > 0 && !inside.some((word) => /^(?:select|delete|update)$/.test(word.key));
}

/** INSERT INTO t (…), ON CONFLICT (…), JOIN t USING (…). */
function isListOfNames(words: readonly SqlWord[], open: number): boolean {
  if (/^(?:using|conflict)$/.test(words[open - 1]?.key ?? '')) return true;
  let at = open - 1;
  if (words[at - 1]?.key === 'as') at -= 2;
  while (words[at - 1]?.text === '.') at -= 2;
  return words[at - 1]?.key === 'into';
}

/** OPERATOR(pg_catalog.+), and DISTINCT ON (…): an operand follows. */
function endsOperator(words: readonly SqlWord[], close: number): boolean {
  const { depth } = words[close] ?? {};
  const open = words.findLastIndex((word, to) => to < close && word.text === '(' && word.depth === depth);
  const before = words[open - 1]?.key;
  return before === 'operator' || (before === 'on' && words[open - 2]?.key === 'distinct');
}
