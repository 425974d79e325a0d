/** A skill is removed. */
import { changeKind } from '../../kind.ts';

export const skillRemoved = changeKind({
  id: 'skill/removed',
  scope: 'skill',
  axis: 'wire',
  level: 'breaking',
  says: 'A skill is removed.',
  why: 'Users who call it by name find nothing, and requests that triggered it are left to the model alone.',
  next: 'Keep the skill, or tell its users which one takes its place.',
  example: {
    before: `context: The library has one floor.
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
    after: 'context: The library has one floor.',
  },
  mirror: 'skill/added',
  detect(pair, found) {
    if (pair.before && !pair.after) found({ before: pair.before.name });
  },
});
