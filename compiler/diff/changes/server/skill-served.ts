/** Hosts can read another skill from the server. */
import { listsIn } from '../../parts/sequence.ts';
import { changeKind } from '../../kind.ts';

export const serverSkillServed = changeKind({
  id: 'server/skill-served',
  scope: 'server',
  axis: 'model',
  level: 'risky',
  says: 'Hosts can read another skill from the server.',
  why: 'Where a host offers it beside its other skills, requests that went to those or to no skill may go to it.',
  next: 'Check that its triggers are told apart from those of the other skills; users approve it before it is loaded.',
  example: {
    before: served(false),
    after: served(true),
  },
  mirror: 'server/skill-withdrawn',
  detect(pair, found) {
    for (const { entry } of listsIn(pair, ({ skills = [] }) => skills).added)
      found({ path: ['serve_skills'], after: entry });
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
