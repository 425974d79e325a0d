/** Whether a parameter is true or false, by its values, name and description. */
import type { Schema } from '@haft/runtime/language';
import type { Lexicon } from '../../settings.ts';
import { FLAG_WORDS, NOT_A_FLAG, SURE_FLAGS } from './type-lexicon.ts';

const STATED_FLAG =
  /\bwhether\b|\btrue\b|\bfalse\b|\bboolean\b|\byes(?:\/| or )no\b|\b[01]["'`]? (?:to|or|=|means|for|if)\b/i;
const STARTS_AS_FLAG = /^(?:whether\b(?!.*\bor\b(?! not\b))|(?:true|set to true) (?:if|to|when)\b|if ["'`]?true\b)/i;
const TRUE_OR_FALSE = /["'`(]\s*true["'`]?\s*(?:\/|\||,|or)\s*["'`]?false\b/i;

export function isFlag(
  { type, description = '', enum: values }: Schema,
  name: readonly string[],
  words: Lexicon,
): boolean {
  if (values) return isTruth(values);
  if (type === 'string' && (STARTS_AS_FLAG.test(description) || TRUE_OR_FALSE.test(description))) return true;
  const [first = '', second] = name;
  if (second === undefined || !words.flags.has(first) || NOT_A_FLAG.has(name.at(-1) ?? '')) return false;
  return SURE_FLAGS.has(first) || !FLAG_WORDS.includes(first) || STATED_FLAG.test(description);
}

/** [true, false], [yes, no] and the like, as texts or as values. */
export function isTruth(values: readonly unknown[]): boolean {
  const texts = values.map((value) => (typeof value === 'object' ? '' : String(value).toLowerCase())).sort();
  return TRUTHS.has(texts.join(','));
}

const TRUTHS: ReadonlySet<string> = new Set(['false,true', 'no,yes', 'off,on', '0,1', 'n,y', 'f,t']);
