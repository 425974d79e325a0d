/** What the name and the description of a parameter say that it is, where its type is wider than that (EXT §8 rule 2). */
import type { Schema } from '@haft/runtime/language';
import type { ParamPart } from '../model.ts';
import type { Settings, Words } from '../settings.ts';
import { oncePer } from '../text/once.ts';
import { closedSet } from './closed-set.ts';
import { COUNT_WORDS, FLAG_WORDS } from './counts.ts';
import {
  CHOICES,
  MEASURES,
  NOT_A_COUNT_BEHIND,
  NOT_A_FLAG,
  SURE_COUNTS,
  SURE_FLAGS,
  SURE_PAIRS,
} from './parameters.ts';
import { snakeCase } from './snake-case.ts';

export type Meant =
  | { readonly type: 'integer' | 'boolean' | 'array' }
  | { readonly type: 'enum'; readonly values: readonly string[] };

const readings = oncePer((words: Words) => {
  return oncePer((param: ParamPart): { meant: Meant | undefined } => ({
    meant: read(param.spec, ownWords(param), words),
  }));
});

export function meantBy(param: ParamPart, { words }: Settings): Meant | undefined {
  return readings(words)(param).meant;
}

/** The type that remains once the fixes are made. */
export function narrowType(param: ParamPart, settings: Settings): Schema['type'] | 'enum' {
  return meantBy(param, settings)?.type ?? (param.spec.enum ? 'enum' : param.spec.type);
}

/** The words of a parameter's name; the items of a list have no name of their own. */
export function ownWords(param: ParamPart): readonly string[] {
  return isItem(param) ? [] : snakeCase(param.name).split('_');
}

export function isItem({ spec, topLevel, tool }: ParamPart): boolean {
  return !topLevel && Object.values(tool.spec.parameters ?? {}).some((schema) => holdsAsItem(schema, spec));
}

function holdsAsItem(schema: Schema, sought: Schema): boolean {
  if (schema.items === sought) return true;
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])];
  return inner.some((next) => holdsAsItem(next, sought));
}

/** Whether the name is that of a number of things, and not of an identifier or a measure. */
export function namesCount(name: readonly string[], counts: ReadonlySet<string>, told: boolean): boolean {
  const [last = '', before = ''] = name.toReversed();
  if (NOT_A_COUNT_BEHIND.has(before)) return false;
  if (SURE_COUNTS.has(last) || SURE_PAIRS.has(`${before} ${last}`)) return true;
  const prefixed = /^(?:num|number of|max|min|maximum|minimum|max num) \w/.test(name.join(' '));
  if (prefixed && /[^sui]s$/.test(last) && !MEASURES.has(last)) return true;
  if (last === 'number') return told && before === '';
  return counts.has(last) && (told || !COUNT_WORDS.includes(last));
}

/** "Number of the account" names an identifier, "number of books" a count. */
export const TOLD_COUNT =
  /\bhow many\b|\b(?:number|count) of (?!the\b|an?\b|this\b|your\b)(?:\w+ ){0,3}\w+s\b|\bpage number\b|\bwhole number\b|\binteger\b/i;
/** 30d, 10 MB, 50%, 1-5, +02:00: no whole number. */
const TOLD_OTHERWISE =
  /\d\s?(?:ms|s|m|h|d|w|y|px|em|rem|pt|%|[kmgt]i?b|cm|mm|km|kg|g|eur|usd|seconds?|minutes?|hours?|days?)\b|\d\s?%|\d\s*[-–:,]\s*\d|\b(?:range|ranges|comma|separated|list|token|cursor|decimal|id|url|name|auto)\b/i;

const TOLD_FLAG = /\bwhether\b|\btrue\b|\bfalse\b|\bboolean\b|\byes(?:\/| or )no\b|\b[01] (?:to|or|=|means|for|if)\b/i;
const BEGINS_AS_FLAG = /^(?:whether\b(?!.*\bor\b(?! not\b))|(?:true|set to true) (?:if|to|when)\b)/i;
const TRUE_OR_FALSE = /["'`(]\s*true["'`]?\s*(?:\/|\||,|or)\s*["'`]?false\b/i;

function read(schema: Schema, name: readonly string[], words: Words): Meant | undefined {
  const { type, description = '', enum: values } = schema;
  if (type !== 'string' && type !== 'integer' && type !== 'number') return undefined;
  if (isFlag(schema, name, words)) return { type: 'boolean' };
  if (values) return undefined;
  if (type === 'string') {
    if (isList(description)) return { type: 'array' };
    const set = closedSet(description, CHOICES.has(name.at(-1) ?? ''));
    if (set && !isTruth(set)) return { type: 'enum', values: set };
    if (TOLD_OTHERWISE.test(description)) return undefined;
  }
  const counts = type !== 'integer' && namesCount(name, words.counts, TOLD_COUNT.test(description));
  return counts ? { type: 'integer' } : undefined;
}

function isFlag({ type, description = '', enum: values }: Schema, name: readonly string[], words: Words): boolean {
  if (values) return isTruth(values);
  if (type === 'string' && (BEGINS_AS_FLAG.test(description) || TRUE_OR_FALSE.test(description))) return true;
  const [first = '', second] = name;
  if (second === undefined || !words.flags.has(first) || NOT_A_FLAG.has(name.at(-1) ?? '')) return false;
  return SURE_FLAGS.has(first) || !FLAG_WORDS.includes(first) || TOLD_FLAG.test(description);
}

/** [true, false] and [yes, no], as texts or as values. */
export function isTruth(values: readonly unknown[]): boolean {
  const texts = values.map((value) => String(value).toLowerCase()).sort();
  return ['false,true', 'no,yes'].includes(texts.join(','));
}

const LIST =
  /\b(?:comma|semicolon|pipe|newline)[- ](?:separated|delimited)(?! values?\b)|\b(?:separated|delimited|divided) by (?:an? )?(?:commas?|semicolons?|pipes?|newlines?|line breaks?)\b|\bspace[- ]separated list\b|^(?:an? |optional )*list of \w|\bJSON(?:[- ]encoded)? (?:array|list) of\b/i;
/** Pairs, ordinary text and files, which hold separators without being lists. */
const NO_LIST =
  /\b(?:not|never|no|without)\b[^.]*(?:separated|delimited)|\b(?:latitude|longitude|lat|lng|lon|coordinates?|pair|csv|key and value|first and last)\b/i;

function isList(description: string): boolean {
  return LIST.test(description) && !NO_LIST.test(description);
}
