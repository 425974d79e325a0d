/** A tool does exactly one thing when it is called. */
import { rule } from '../../rule.ts';

const WAYS = ['http', 'command', 'handler'] as const;

export const behavior = rule({
  id: 'tool/behaviour',
  subject: 'tool',
  severity: 'error',
  says: 'A tool must have exactly one behavior: `http`, `command` or `handler`.',
  locked: true,
  why: 'Without a behavior a listed tool could only fail; with two it would be unclear which one answers.',
  source: 'EXT §4.1 (Call tool gives a result)',
  good: [
    'handler: handlers.ts',
    `handler: handlers.ts
---
kind: tool
name: tell_date
server: library
effects: read
description: { does: Tells the date of today., when: a loan is dated }
command: { argv: [date] }`,
  ],
  bad: ['handler: handlers.ts\ncommand: { argv: [date] }', 'handler:'],
  check(tool, report) {
    const given = WAYS.filter((way) => tool.spec[way] !== undefined);
    const { name } = tool.spec;
    if (given.length === 0) {
      report(['name'], `Tool "${name}" has no behavior.`, 'Add `http:`, `command:` or `handler:`.');
    }
    const second = given[1];
    if (second) {
      report(
        [second],
        `Tool "${name}" has more than one behavior: ${given.map((way) => `"${way}:"`).join(' and ')}.`,
        'Keep one of them.',
        {
          part: 'key',
        },
      );
    }
  },
});
