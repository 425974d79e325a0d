/** The tool that was chosen by mistake names the one that was meant. */
import type { SuggestionKind } from '../suggestion.ts';
import { distinctiveWords, either, isSkill, wordLists } from '../parts.ts';

export const instead: SuggestionKind = {
  id: 'instead',
  says: 'The tool that was chosen names the other one in `instead` (a skill in `not_for`), with words of the request.',
  about: 'choice',
  propose({ run, expected, chosen, cases, candidates }) {
    if (expected === undefined || chosen === undefined) return [];
    const lists = cases.map(({ one }) => ({
      id: one.id,
      words: distinctiveWords(one.request, candidates.get(chosen), candidates.get(expected)),
    }));
    const path = ['description', isSkill(run.choice, chosen) ? 'not_for' : 'instead'];
    return wordLists(lists).map(({ from, words }) => {
      const text = `the request mentions ${either(words)}`;
      return {
        name: chosen,
        path,
        how: 'append',
        value: { case: text, use: expected },
        title: `State in "${chosen}" to use "${expected}" if ${text}.`,
        from,
      };
    });
  },
};
