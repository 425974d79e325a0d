/** A skill is added. */
import { changeKind } from '../../kind.ts';

export const skillAdded = changeKind({
  id: 'skill/added',
  scope: 'skill',
  axis: 'wire',
  level: 'safe',
  says: 'A skill is added.',
  why: 'Nobody relies on it yet.',
  next: 'Give it evals, some of which must not trigger it.',
  example: {
    before: 'context: The library has one floor.',
    after: `context: The library has one floor.
---
kind: skill
name: return-a-book
version: 1.0.0
description:
  does: Takes a book back.
  when: the user has read a book
  triggers: [return this book, give a book back]
  not_for: [{ case: buying books }]
context: Books go back to the desk.
steps: [Ask for the book., Note the day.]
never: [Charge a fine]`,
  },
  mirror: 'skill/removed',
  detect(pair, found) {
    if (!pair.before && pair.after) found({ after: pair.after.name });
  },
});
