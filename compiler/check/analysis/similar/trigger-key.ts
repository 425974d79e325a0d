/** Trigger phrases in the form in which they are compared: the same stems in any order are one phrase. */
import type { SpecDraft, SkillPart } from '../../model.ts';
import { sentenceWords } from '../names/name-words.ts';
import { memoizeBy } from '../../../base/memo.ts';
import { stem } from '../names/stem.ts';

/** "Find the books!" and "find a book" → the same key. */
export function triggerKey(text: string): string {
  const words = sentenceWords(text);
  const distinctive = words.filter((word) => !EMPTY.has(word));
  return [...new Set((distinctive.length > 0 ? distinctive : words).map(stem))].sort().join(' ');
}

const EMPTY: ReadonlySet<string> = new Set(
  'a an any the this that these those my our your some of for to in on at by with from about is are be i me we us you it please can could would'.split(
    ' ',
  ),
);

interface Trigger {
  readonly skill: SkillPart;
  readonly index: number;
  readonly text: string;
}

/** Every phrase with the first skill that has it. */
export const triggersOf = memoizeBy((draft: SpecDraft) => {
  const first = new Map<string, Trigger>();
  for (const skill of draft.skills) {
    for (const [index, text] of skill.spec.description.triggers.entries()) {
      const key = triggerKey(text);
      if (!first.has(key)) first.set(key, { skill, index, text });
    }
  }
  return {
    firstOther: (text: string, skill: SkillPart): Trigger | undefined => {
      const found = first.get(triggerKey(text));
      return found?.skill === skill ? undefined : found;
    },
  };
});
