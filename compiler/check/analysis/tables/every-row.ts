/** Whether an UPDATE or DELETE changes every row of its table: it has no WHERE, or one that is true of each row. */
import { type SqlToken, type SqlWord, wordsOf } from '../../../spec/behaviors/sql-tokens.ts';
import { kindOfStatement } from '../../../spec/behaviors/sql-effects.ts';
import { OPERATOR } from '../value-places.ts';
import { closeOf } from './statement-tables.ts';

interface EveryRow {
  readonly verb: string;
  /** Absent where there is none. */
  readonly where?: string;
}

/** Also inside of WITH. */
export function changeOfEveryRow(tokens: readonly SqlToken[]): EveryRow | undefined {
  const words = wordsOf(tokens);
  const main = kindOfStatement(tokens);
  const [found] = words.flatMap(({ key, depth }, at): EveryRow[] => {
    if (key !== 'update' && key !== 'delete') return [];
    const before = words[at - 1]?.key;
    if (before !== undefined && before !== '(' && !(before === ')' && key === main)) return [];
    const end = words.findIndex((one, later) => later > at && one.depth < depth);
    const own = words.slice(at, end < 0 ? words.length : end);
    const start = own.findIndex((one) => one.key === 'where' && one.depth === depth);
    if (start < 0) return [{ verb: key }];
    const rest = own.slice(start + 1);
    const after = rest.findIndex((one) => one.depth === depth && /^(?:returning|order|limit|;)$/.test(one.key));
    const where = after < 0 ? rest : rest.slice(0, after);
    return truthOf(where) === 'always' ? [{ verb: key, where: textOf(where) }] : [];
  });
  return found;
}

/** `some`: it depends on the row, or on a value of the call. */
type Truth = 'always' | 'never' | 'some';

const OPPOSITE: Readonly<Record<Truth, Truth>> = { always: 'never', never: 'always', some: 'some' };

function truthOf(words: readonly SqlWord[]): Truth {
  const [first] = words;
  if (!first || words.some(({ key, depth }) => key === 'case' && depth === first.depth)) return 'some';
  const branches = partsBetween(words, 'or');
  if (branches.length > 1)
    return haveOpposites(branches) ? 'always' : OPPOSITE[conjunction(branches.map((one) => OPPOSITE[truthOf(one)]))];
  const parts = partsBetween(words, 'and');
  if (parts.length > 1) return conjunction(parts.map(truthOf));
  if (first.key === 'not') return OPPOSITE[truthOf(words.slice(1))];
  if (first.text === '(' && closeOf(words, 0) === words.length - 1) return truthOf(words.slice(1, -1));
  return truthOfComparison(words);
}

/** Of parts that must all be true. */
function conjunction(all: readonly Truth[]): Truth {
  return all.includes('never') ? 'never' : all.includes('some') ? 'some' : 'always';
}

function partsBetween(words: readonly SqlWord[], operator: 'and' | 'or'): readonly (readonly SqlWord[])[] {
  const parts: SqlWord[][] = [[]];
  let isBetween = false;
  for (const word of words) {
    const isOwn = word.depth === words[0]?.depth;
    if (isOwn && word.key === operator && !isBetween) parts.push([]);
    else parts.at(-1)?.push(word);
    if (isOwn && /^(?:between|and)$/.test(word.key)) isBetween = word.key === 'between';
  }
  return parts;
}

/** The same on both sides, or literals alone. */
function truthOfComparison(words: readonly SqlWord[]): Truth {
  const text = textOf(words);
  if (/^(.+) (?:= ?=?|[<>] =|i?like|is not distinct from) \1$/.test(text)) return 'always';
  if (words.some(isOfRow)) return 'some';
  return /^(?:false|0|null|\S+ = \S+|(\S+) (?:< >|! =) \1)$/.test(text) ? 'never' : 'always';
}

/** A column, a query, or a value of the call. */
function isOfRow({ kind, key }: SqlWord, at: number, all: readonly SqlWord[]): boolean {
  if (kind !== 'word') return kind === 'name' || kind === 'variable';
  return all[at + 1]?.text !== '(' && !LITERAL.test(key) && !OPERATOR.test(key);
}

const LITERAL = /^(?:true|false|null)$/;

/** `id is null or id is not null`, `id < 4 or id >= 4`. */
function haveOpposites(branches: readonly (readonly SqlWord[])[]): boolean {
  const signs = branches.filter((words) => !words.some(({ key }) => /^(?:and|or)$/.test(key))).map(signOf);
  return signs.some((one) => signs.some(({ text, negated }) => text === one.text && negated !== one.negated));
}

function signOf(words: readonly SqlWord[]): { readonly text: string; readonly negated: boolean } {
  const plain = words.filter(({ key }) => !/^(?:not|[()])$/.test(key));
  const text = textOf(plain);
  const positive = text
    .replace(/ (?:< >|! =) /, ' = ')
    .replace(' > = ', ' < ')
    .replace(' < = ', ' > ');
  const nots = words.filter(({ key }) => key === 'not').length;
  return { text: positive, negated: (nots % 2 === 1) !== (positive !== text) };
}

function textOf(words: readonly SqlWord[]): string {
  return words.map(({ key }) => key).join(' ');
}
