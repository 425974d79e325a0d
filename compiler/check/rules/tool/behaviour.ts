/** A tool has exactly one behavior. */
import { BEHAVIORS, behaviorsOf } from '../../../spec/behaviors/index.ts';
import { rule } from '../../rule.ts';

/** `http`, `command` or `handler`, with a colon behind each where they are keys to write. */
function anyOf(mark: '' | ':'): string {
  const keys = BEHAVIORS.map(({ key }) => `\`${key}${mark}\``);
  return `${keys.slice(0, -1).join(', ')} or ${keys.slice(-1).join('')}`;
}

export const behavior = rule({
  id: 'tool/behaviour',
  subject: 'tool',
  severity: 'error',
  says: `A tool must have exactly one behavior: ${anyOf('')}.`,
  locked: true,
  why: 'Without a behavior a listed tool could only fail; with two it would be unclear which one runs.',
  source: 'EXT §4.1 (Call tool gives a result)',
  good: [
    'handler: handlers.ts',
    `handler: handlers.ts
---
kind: tool
name: tell_date
server: library
effects: read
description: { does: Gets the current date., when: a loan is dated }
command: { argv: [date] }`,
  ],
  bad: ['handler: handlers.ts\ncommand: { argv: [date] }', 'handler:'],
  check(tool, report) {
    const given = behaviorsOf(tool.spec).map(({ key }) => key);
    const { name } = tool.spec;
    if (given.length === 0) {
      report(['name'], `Tool "${name}" has no behavior.`, `Add ${anyOf(':')}.`);
    }
    const second = given[1];
    if (second) {
      report(
        [second],
        `Tool "${name}" has more than one behavior: ${given.map((key) => `"${key}:"`).join(' and ')}.`,
        'Keep one of them.',
        {
          part: 'key',
        },
      );
    }
  },
});
