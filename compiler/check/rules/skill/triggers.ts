/** Trigger phrases of a skill. */
import { say } from '../../../base/sentence.ts';
import { crossRule, firstUse, rule } from '../../rule.ts';
import type { SkillPart, SpecDraft } from '../../model.ts';
import { sentenceWords, stem } from '../../analysis/names/name-words.ts';
import { isUninformative } from '../../analysis/prose/information.ts';
import { skillStems } from '../../analysis/prose/server-terms.ts';
import { memoizeBy } from '../../../base/memo.ts';
import { wordSet } from '../../../base/word-lists.ts';

const EMPTY = wordSet(
  'a an any the this that these those my our your some of for to in on at by with from about is are be i me we us you it please can could would',
);

/** Every phrase with the first skill that has it. */
const triggersOf = memoizeBy((draft: SpecDraft): ReadonlyMap<string, Trigger> => {
  const first = new Map<string, Trigger>();
  for (const skill of draft.skills) {
    for (const [index, text] of skill.spec.description.triggers.entries()) {
      const key = triggerKey(text);
      if (!first.has(key)) first.set(key, { skill, index, text });
    }
  }
  return first;
});

export const triggerOverlap = crossRule({
  id: 'skill/trigger-overlap',
  severity: 'warning',
  around: (draft) => draft.skills.map((skill) => [skill, draft]),
  says: 'Two skills must not share a trigger phrase.',
  why: 'When a request matches two skills, a host loads either, both or neither.',
  hint: 'Keep it in the skill it fits best, and give the other skill a different phrase.',
  source: 'EXT §2.1 (loading is decided by how well the description matches)',
  good: [
    'description: { does: Finds a book., when: the user looks for a book, triggers: [find a book, is there a book about], not_for: [{ case: buying books }] }',
    other('lend me the book, take home'),
  ],
  bad: [other('find a book, lend me'), other('take home, Is there any BOOK about')],
  check(skill, report, draft) {
    for (const [index, text] of skill.spec.description.triggers.entries()) {
      const first = triggersOf(draft).get(triggerKey(text));
      if (!first || first.skill === skill) continue;
      const message = say`Skill "${first.skill.spec.name}" has the same trigger phrase "${first.text}".`;
      const place = firstUse(first.skill, ['description', 'triggers', first.index]);
      report(['description', 'triggers', index], message, place);
    }
  },
});

function other(triggers: string): string {
  return `name: find-a-book
---
kind: skill
name: lend-a-book
version: 1.0.0
description: { does: Lends a book., when: the user wants to take a book home, triggers: [${triggers}], not_for: [{ case: buying books }] }
context: The library lends books for a month.
steps: [Ask for the card.]
never: [Lend a book twice]`;
}

/** "Find the books!" and "find a book" → the same key. */
function triggerKey(text: string): string {
  const words = sentenceWords(text);
  const distinctive = words.filter((word) => !EMPTY.has(word));
  return [...new Set((distinctive.length > 0 ? distinctive : words).map(stem))].sort().join(' ');
}

interface Trigger {
  readonly skill: SkillPart;
  readonly index: number;
  readonly text: string;
}

/** Maximum number of characters. */
const MAX_PHRASE = 60;

export const triggers = rule({
  id: 'skill/triggers',
  severity: 'warning',
  evidence: 'prose',
  says: 'A trigger phrase must be short, unique and worded as users type.',
  profiles: ['ext'],
  why: 'A host compares the phrases with what the user typed; tool names, full sentences about "the user" and duplicates never match.',
  source: 'EXT §2.1 (2-3 trigger phrases)',
  good: [
    'description: { does: Finds a book on the shelves., when: the user looks for a book, triggers: [find a book, is there a book about], not_for: [{ case: buying books }] }',
    'description: { does: Finds a book on the shelves., when: the user looks for a book, triggers: [trouve un livre, "où est le livre", quel rayon], not_for: [{ case: buying books }] }',
  ],
  bad: [
    'description: { does: Finds a book on the shelves., when: the user looks for a book, triggers: [find a book, please help me], not_for: [{ case: buying books }] }',
    'description: { does: Finds a book on the shelves., when: the user looks for a book, triggers: [find a book, Find the book!], not_for: [{ case: buying books }] }',
    `description:
  does: Finds a book on the shelves.
  when: the user looks for a book
  triggers:
    - The user asks for a book
    - call search_books with the words
    - please find me a good book about gardens that is not lent at the moment
  not_for: [{ case: buying books }]`,
  ],
  check(skill, report) {
    const keys = new Set<string>();
    const { name } = skill.spec;
    for (const [index, text] of skill.spec.description.triggers.entries()) {
      const path = ['description', 'triggers', index];
      const key = triggerKey(text);
      const own = /[_-]/.test(name) && text.includes(name) ? name : undefined;
      const code = own ?? /[`{}<>]|\b\w+_\w+|https?:/.exec(text)?.[0];
      if (text.length > MAX_PHRASE)
        report(
          path,
          `This trigger phrase has ${text.length} characters.`,
          `Shorten it to the ${MAX_PHRASE} that all such requests share.`,
        );
      else if (code !== undefined)
        report(path, `"${code}" is not something a user would type.`, 'Use words that a user would type.', {
          word: code,
        });
      else if (/^(?:when\b|if\b|use(?:d)? (?:when|this|for)\b|(?:the |an? )?users?\b)/i.test(text))
        report(
          path,
          `"${text}" describes the user instead of quoting the user.`,
          'Write what the user types, such as "find a book".',
        );
      else if (isUninformative(text, 'request', skillStems(skill)))
        report(path, `"${text}" fits any request.`, 'Name what the user wants, such as "find a book".');
      else if (keys.has(key)) report(path, `Duplicate trigger phrase "${text}".`, 'Replace it with different wording.');
      keys.add(key);
    }
  },
});
