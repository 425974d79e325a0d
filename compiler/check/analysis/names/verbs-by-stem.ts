/** Finds the verb that a word is a form of: searches, searching and searched all lead to search. */
import { memoizeBy } from '../../../base/memo.ts';
import { stem } from './stem.ts';

const byStem = memoizeBy((verbs: ReadonlySet<string>) => {
  return new Map([...verbs].toReversed().map((verb) => [stem(verb), verb]));
});

export function verbOf(word: string, verbs: ReadonlySet<string>): string | undefined {
  return verbs.has(word) ? word : byStem(verbs).get(stem(word));
}
