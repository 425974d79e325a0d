/** The tool that was meant says in `when` which words of the request it is for. */
import { distinctiveWords, either, whenOf, wordLists } from '../parts.ts';
import type { SuggestionKind } from '../suggestion.ts';

export const when: SuggestionKind = {
  id: 'when',
  says: 'The tool that was meant gets words of the request in `when`, which none of its texts has.',
  about: 'choice',
  propose({ run, expected, chosen, cases, candidates }) {
    if (expected === undefined) return [];
    const written = whenOf(run.choice, expected);
    if (written === '') return [];
    const lists = cases.map(({ one }) => {
      const strange = new Set(distinctiveWords(one.request, candidates.get(expected), undefined));
      // What the other tool has words for would blur the two.
      const own = chosen === undefined ? undefined : candidates.get(chosen);
      return { id: one.id, words: distinctiveWords(one.request, own, undefined).filter((word) => strange.has(word)) };
    });
    return wordLists(lists).map(({ from, words }) => ({
      name: expected,
      path: ['description', 'when'],
      how: 'replace',
      value: `${written.trim().replace(/\.$/, '')}, or the request mentions ${either(words)}`,
      title: `Add to \`when\` of "${expected}": or the request mentions ${either(words)}.`,
      from,
    }));
  },
};
