/** Hosts can no longer read a skill from the server. */
import { listsIn } from '../../parts/sequence.ts';
import { changeKind } from '../../kind.ts';

export const serverSkillWithdrawn = changeKind({
  id: 'server/skill-withdrawn',
  scope: 'server',
  axis: 'wire',
  level: 'breaking',
  says: 'Hosts can no longer read a skill from the server.',
  why: 'Users who approved it lose it, and its URI in the instructions of others leads nowhere.',
  next: 'Keep serving it, or tell its users where to install it from.',
  example: {
    before: served(true),
    after: served(false),
  },
  mirror: 'server/skill-served',
  detect(pair, found) {
    for (const { entry } of listsIn(pair, ({ skills = [] }) => skills).removed)
      found({ path: ['serve_skills'], before: entry });
  },
});

function served(flag: boolean): string {
  return `serve_skills: ${String(flag)}
---
kind: skill
name: borrow-a-book
version: 1.0.0
description:
  does: Lends a book to the user.
  when: the user wants to take a book home
  triggers: [borrow this book, take the book home]
  not_for: [{ case: buying books }]
context: Books stay away for four weeks.
steps: [Note the day.]
never: [Lend one twice]
servers: [library]`;
}
