/** Whether an UPDATE or DELETE changes every row of its table: it has no WHERE, or one that is true of each row. */
import type { Schema } from '@haft/runtime/language';
import { type SqlToken, type SqlWord, wordsOf } from '../../../spec/behaviors/sql-tokens.ts';
import { kindOfStatement } from '../../../spec/behaviors/sql-effects.ts';
import { templateVariables } from '../../../spec/behaviors/variables.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import type { Profile } from '../../settings.ts';
import { schemaOf } from '../program/word.ts';
import { schemaIssue } from '../schemas/inner-schemas.ts';
import { OPERATOR } from '../value-places.ts';
import { closeOf } from './statement-tables.ts';

interface EveryRow {
  readonly verb: string;
  /** Absent where there is none. */
  readonly where?: string;
}

type CallValues = ReturnType<typeof callValues>;

/**
 * What a call can send in the place of `{variable}`, by the schemas of the tool; `{filter.note}` is a property of the parameter.
 * What is null leaves its group out. `patterns`: variables that become patterns of LIKE, with their own % escaped.
 */
export function callValues(
  { parameters = {}, definitions }: ToolSpec,
  {
    profile,
    canBeNull,
    patterns,
  }: { readonly profile: Profile; readonly canBeNull: boolean; readonly patterns: object },
) {
  const schemaIn = (text: string): Schema | undefined => {
    const [variable] = templateVariables(text);
    return variable && schemaOf(variable, { parameters });
  };
  return {
    isEscaped: (variable: string) => Object.hasOwn(patterns, variable.slice(1, -1)),
    isOfCall: (variable: string) => schemaIn(variable) !== undefined,
    /** False for what is no value of the call. */
    accepts(variable: string, value: string | null): boolean {
      const schema = schemaIn(variable);
      return (
        schema !== undefined &&
        (value !== null || canBeNull) &&
        schemaIssue(schema, value, definitions, profile === 'mcp') === undefined
      );
    },
  };
}

/** Also inside of WITH. Without `call` a value of a call is as unknown as a row. */
export function changeOfEveryRow(tokens: readonly SqlToken[], call?: CallValues): EveryRow | undefined {
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
    return truthOf(where, call).all ? [{ verb: key, where: textOf(where) }] : [];
  });
  return found;
}

/** Whether a call can make it true of all rows, or of none; neither where rows decide. */
interface Truth {
  readonly all: boolean;
  readonly none: boolean;
}

const ALWAYS: Truth = { all: true, none: false };
const SOME: Truth = { all: false, none: false };

function truthOf(words: readonly SqlWord[], call: CallValues | undefined): Truth {
  const [first] = words;
  if (!first || words.some(({ key, depth }) => key === 'case' && depth === first.depth)) return SOME;
  const branches = partsBetween(words, 'or');
  if (branches.length > 1)
    return haveOpposites(branches)
      ? ALWAYS
      : opposite(conjunction(branches.map((one) => opposite(truthOf(one, call)))));
  const parts = partsBetween(words, 'and');
  if (parts.length > 1) return conjunction(parts.map((one) => truthOf(one, call)));
  if (first.key === 'not') return opposite(truthOf(words.slice(1), call));
  if (first.text === '(' && closeOf(words, 0) === words.length - 1) return truthOf(words.slice(1, -1), call);
  return truthOfComparison(words, call);
}

function opposite({ all, none }: Truth): Truth {
  return { all: none, none: all };
}

/** Of parts that must all be true. */
function conjunction(parts: readonly Truth[]): Truth {
  return { all: parts.every(({ all }) => all), none: parts.some(({ none }) => none) };
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

/** A value with itself, a pattern of everything, or no column at all. */
function truthOfComparison(words: readonly SqlWord[], call: CallValues | undefined): Truth {
  const text = textOf(words);
  const filled = text.replace(ABSENT, (whole, name: string, other: string) =>
    call?.accepts(name, null) ? other : whole,
  );
  if (SAME.test(filled) || matchesEverything(words, call)) return ALWAYS;
  if (words.some(isOfTable)) return SOME;
  const variables = words.filter(({ kind }) => kind === 'variable').map((word) => word.text);
  if (variables.length > 0) {
    if (!call || !variables.every((name) => call.isOfCall(name))) return SOME;
    const [, name, not] = IS_NULL.exec(text) ?? [];
    const isNull = { all: name === undefined || call.accepts(name, null), none: true };
    return not === undefined ? isNull : opposite(isNull);
  }
  return /^(?:false|0|null|\S+ = \S+|(\S+) (?:< >|! =) \1)$/.test(text) ? opposite(ALWAYS) : ALWAYS;
}

const IS_NULL = /^(\{\S+\}) is (not )?null$/;

/** `coalesce({id}, id)`: for null it is the second. */
const ABSENT = /\b(?:coalesce|ifnull) \( (\{\S+\}) , (.+?) \)/g;

const SAME =
  /^(.+) (?:(?:= ?=?|[<>] =|i?like|is not distinct from) \1|in \( (?:.+ , )?\1(?: , .+)? \)|between \1 and \1)$/;

/** The operators that SQL and the databases have for patterns, and the texts that match everything. */
const PATTERNS: readonly (readonly [operator: RegExp, all: RegExp, witness: string])[] = [
  [/^(?:i?like|similar)$/, /^'%+'$/, '%'],
  [/^(?:rlike|regexp|~)$/, /^'(?:\^?\.\*\$?)'$/, '.*'],
  [/^glob$/, /^'\*+'$/, '*'],
];

/** `note like '%' || {note} || '%'`: no text of the pattern but that of a call, which can be empty or the pattern of everything. */
function matchesEverything(words: readonly SqlWord[], call: CallValues | undefined): boolean {
  return PATTERNS.some(([operator, all, witness]) => {
    const at = words.findIndex(({ key, depth }) => depth === words[0]?.depth && operator.test(key));
    if (at < 1 || /^(?:not|!)$/.test(words[at - 1]?.key ?? '')) return false;
    const escape = words.findIndex(({ key }) => key === 'escape');
    const operands = words.slice(at + 1, escape < 0 ? words.length : escape).filter(({ key }) => key !== 'to');
    const texts = operands.filter(({ kind, text }) => kind === 'string' && text !== "''").map(({ text }) => text);
    const isOther = operands.some(
      (word, index) => word.kind === 'number' || (word.kind !== 'variable' && isOfTable(word, index, operands)),
    );
    if (isOther || !texts.every((text) => all.test(text))) return false;
    const variables = operands.filter(({ kind }) => kind === 'variable').map(({ text }) => text);
    return (
      (variables.length > 0 || texts.length > 0) &&
      variables.every((name) => {
        const isEscaped = call?.isEscaped(name) === true;
        return [...(isEscaped ? [] : [witness]), ...(isEscaped || texts.length > 0 ? [''] : [])].some((value) =>
          call?.accepts(name, value),
        );
      })
    );
  });
}

/** A column or a query; also a name that is no function, keyword or literal. */
function isOfTable({ kind, key }: SqlWord, at: number, all: readonly SqlWord[]): boolean {
  if (kind !== 'word') return kind === 'name';
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
