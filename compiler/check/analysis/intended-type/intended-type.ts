/** The type that the name and the description of a parameter imply, where its declared type is wider (EXT §8 rule 2). */
import type { Schema } from '@haft/runtime/language';
import type { ParamPart } from '../../model.ts';
import type { Lexicon, Settings } from '../../settings.ts';
import { memoizeBy } from '../../../base/memo.ts';
import { closedSet } from './closed-set.ts';
import {
  CHOICES,
  COUNT_WORDS,
  FLAG_WORDS,
  MEASURES,
  NOT_A_COUNT_BEHIND,
  NOT_A_FLAG,
  SURE_COUNTS,
  SURE_FLAGS,
  SURE_PAIRS,
} from './type-lexicon.ts';
import { snakeCase } from '../names/name-words.ts';
import { regex } from '../../../base/word-lists.ts';

/** "Number of the account" names an identifier, "number of books" a count. */
const STATED_COUNT = regex('i')`
  \bhow many\b|
  \b(?:number|count) of (?!the\b|an?\b|this\b|your\b)(?:\w+ ){0,3}\w+s\b|
  \bpage number\b|\bwhole number\b|\binteger\b
`;

/** Whatever the name: the description is that of a number of things. */
const STARTS_AS_COUNT =
  /^(?:how many\b|(?:the )?(?:number|count) of (?!the\b|an?\b|this\b|your\b)(?:\w+ ){0,2}\w+s\b)/i;

/** A pattern that lists words: an enum in other clothes. */
function alternatives(pattern = ''): readonly string[] | undefined {
  return /^\^\((?:\?:)?([\w-]+(?:\|[\w-]+)+)\)\$$/.exec(pattern)?.[1]?.split('|');
}

/** 30d, 10 MB, 50%, 1-5, +02:00: no whole number. */
const STATED_OTHERWISE = regex('i')`
  \d\s?(?:ms|s|m|h|d|w|y|px|em|rem|pt|%|[kmgt]i?b|cm|mm|km|kg|g|eur|usd|seconds?|minutes?|hours?|days?)\b|
  \d\s?%|\d\s*[-–:,]\s*\d|
  \b(?:ranges?|comma|separated|token|cursor|decimals?|auto)\b
`;

/** "0.5 = half a page" */
const FRACTION = /(?<![\d.])\d\.\d(?![\d.]*\.)/;

/** `signals`: independent reasons for it, of which one alone is a guess. */
type Meant =
  | { readonly type: 'integer' | 'boolean'; readonly signals: number }
  | { readonly type: 'array' }
  | { readonly type: 'enum'; readonly values: readonly string[] };

const readings = memoizeBy((words: Lexicon) => {
  return memoizeBy((param: ParamPart): { meant: Meant | undefined } => ({
    meant: readIntent(beginning(param.spec), ownWords(param), words),
  }));
});

/** Descriptions name the type early; reading long ones to the end would only cost time. */
function beginning(schema: Schema): Schema {
  const { description } = schema;
  return description === undefined || description.length <= 1000
    ? schema
    : { ...schema, description: description.slice(0, 1000) };
}

export function meantBy(param: ParamPart, { lexicon }: Settings): Meant | undefined {
  return readings(lexicon)(param).meant;
}

/** The type that remains once the fixes are made. */
export function narrowType(param: ParamPart, settings: Settings): Schema['type'] | 'enum' {
  return meantBy(param, settings)?.type ?? (param.spec.enum ? 'enum' : param.spec.type);
}

/** The words of a parameter's name; the items of an array have no name. */
export function ownWords(param: ParamPart): readonly string[] {
  return param.isItem ? [] : snakeCase(param.name).split('_');
}

function readIntent(schema: Schema, name: readonly string[], words: Lexicon): Meant | undefined {
  const { type, description = '', enum: values } = schema;
  if (type !== 'string' && type !== 'integer' && type !== 'number') return undefined;
  if (type === 'string' && !values && LIST.test(description) && !NO_LIST.test(description)) return { type: 'array' };
  const flag = flagSignals(schema, name, words);
  if (flag > 0) return { type: 'boolean', signals: flag };
  if (values) return undefined;
  if (type === 'string') {
    const set = alternatives(schema.pattern) ?? closedSet(description, CHOICES.has(name.at(-1) ?? ''), name);
    if (set) return isTruth(set) ? { type: 'boolean', signals: 1 } : { type: 'enum', values: set };
    if (STATED_OTHERWISE.test(description)) return undefined;
    if (STARTS_AS_COUNT.test(description)) return { type: 'integer', signals: 1 };
  }
  const stated = STATED_COUNT.test(description);
  const counts = type !== 'integer' && !FRACTION.test(description) && namesCount(name, words.counts, stated);
  return counts ? { type: 'integer', signals: stated ? 2 : 1 } : undefined;
}

const STATED_FLAG =
  /\bwhether\b|\btrue\b|\bfalse\b|\bboolean\b|\byes(?:\/| or )no\b|\b[01]["'`]? (?:to|or|=|means|for|if)\b/i;
const STARTS_AS_FLAG = /^(?:whether\b(?!.*\bor\b(?! not\b))|(?:true|set to true) (?:if|to|when)\b|if ["'`]?true\b)/i;
/** "true or false for checkboxes", "if it is a checkbox, true or false": other values are for other cases. */
const TRUE_OR_FALSE =
  /^(?!.*\bif\b.*\btrue\b).*["'`(]\s*true["'`]?\s*(?:\/|\||,|or)\s*["'`]?false\b(?!["'`]? (?:for|in|on|where)\b)/is;

/** The values prove it; the name and the text are a signal each. */
function flagSignals(
  { type, description = '', enum: values }: Schema,
  name: readonly string[],
  words: Lexicon,
): number {
  if (values) return isTruth(values) ? 2 : 0;
  const described = type === 'string' && (STARTS_AS_FLAG.test(description) || TRUE_OR_FALSE.test(description));
  const [first = '', second] = name;
  const named = second !== undefined && words.flags.has(first) && !NOT_A_FLAG.has(name.at(-1) ?? '');
  if (!named) return described ? 1 : 0;
  if (described || STATED_FLAG.test(description)) return 2;
  return SURE_FLAGS.has(first) || !FLAG_WORDS.includes(first) ? 1 : 0;
}

/** [true, false], [yes, no] and the like, as texts or as values. */
function isTruth(values: readonly unknown[]): boolean {
  const texts = values.map((value) => (typeof value === 'object' ? '' : String(value).toLowerCase())).sort();
  return TRUTHS.has(texts.join(','));
}

const TRUTHS: ReadonlySet<string> = new Set(['false,true', 'no,yes', 'off,on', '0,1', 'n,y', 'f,t']);

const LIST = regex('i')`
  \b(?:comma|semicolon|pipe|newline)[- ](?:separated|delimited)(?! values?\b)|
  \b(?:separated|delimited|divided) by (?:an? )?(?:commas?|semicolons?|pipes?|newlines?|line breaks?)\b|
  \bspace[- ]separated list\b|^(?:an? |optional )*list of \w|\bJSON(?:[- ]encoded)? (?:array|list) of\b
`;
/** Pairs, ordinary text and files, which hold separators without being lists. */
const NO_LIST = regex('i')`
  \b(?:not|never|no|without)\b[^.]*(?:separated|delimited)|
  \b(?:latitude|longitude|lat|lng|lon|coordinates?|pair|csv|key and value|first and last)\b
`;

/** Whether the name is that of a number of things, and not of an identifier or a measure. */
export function namesCount(name: readonly string[], counts: ReadonlySet<string>, isDescribed: boolean): boolean {
  const [last = '', before = ''] = name.toReversed();
  if (NOT_A_COUNT_BEHIND.has(before)) return false;
  if (SURE_COUNTS.has(last) || SURE_PAIRS.has(`${before} ${last}`)) return true;
  const prefixed = /^(?:num|number of|max|min|maximum|minimum|max num) \w/.test(name.join(' '));
  if (prefixed && /[^sui]s$|^(?:length|depth)$/.test(last) && !MEASURES.has(last)) return true;
  if (last === 'number') return isDescribed && before === '';
  return counts.has(last) && (isDescribed || !COUNT_WORDS.includes(last));
}
