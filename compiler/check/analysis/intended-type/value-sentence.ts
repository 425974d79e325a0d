/** Whether a sentence of a description can list the values of its parameter: what it is about is the parameter itself. */
import { regex, wordSet } from '../../../base/word-lists.ts';
import { stem } from '../names/stem.ts';
import { CHOICES } from './type-lexicon.ts';

/** Before a colon: "Order:", "Bad (too vague):". A clause is no heading. */
const HEADING = /^\W*(\w[\w'-]*(?:\s+[\w'-]+)?)(?:\s*\([^()]*\))?\s*:/;

const OF_VALUES = wordSet(
  'value values option options choice choices enum one either allowed supported valid possible',
);

/** Values that are named to be left alone, beside others. */
const REJECTED = regex(
  'i',
)`\b(?:not|never|don't|instead of|rather than|other than|avoid|except|excluding|without|unless)\b`;

/** "Bad: 'auth' or 'hooks'" is not about the query: a heading names the parameter, a kind of choice or values. */
export function statesValues(sentence: string, name: readonly string[]): boolean {
  if (REJECTED.test(sentence)) return false;
  const [, heading] = HEADING.exec(sentence) ?? [];
  if (heading === undefined) return true;
  const own = new Set(name.map(stem));
  return heading
    .toLowerCase()
    .split(/\s+/)
    .some((word) => own.has(stem(word)) || CHOICES.has(word) || OF_VALUES.has(word));
}
