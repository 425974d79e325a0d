/** Whether a parameter is a count, by its name and description. */
import { COUNT_WORDS, MEASURES, NOT_A_COUNT_BEHIND, SURE_COUNTS, SURE_PAIRS } from './type-lexicon.ts';
import { regex } from '../../../base/word-lists.ts';

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

/** "Number of the account" names an identifier, "number of books" a count. */
export const STATED_COUNT = regex('i')`
  \bhow many\b|
  \b(?:number|count) of (?!the\b|an?\b|this\b|your\b)(?:\w+ ){0,3}\w+s\b|
  \bpage number\b|\bwhole number\b|\binteger\b
`;
/** 30d, 10 MB, 50%, 1-5, +02:00: no whole number. */
export const STATED_OTHERWISE = regex('i')`
  \d\s?(?:ms|s|m|h|d|w|y|px|em|rem|pt|%|[kmgt]i?b|cm|mm|km|kg|g|eur|usd|seconds?|minutes?|hours?|days?)\b|
  \d\s?%|\d\s*[-–:,]\s*\d|
  \b(?:ranges?|comma|separated|token|cursor|decimals?|auto)\b
`;
