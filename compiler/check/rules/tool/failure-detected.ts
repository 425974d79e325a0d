/** A failure test of a tool that writes can match what is read. */
import { allSteps } from '../../../spec/behaviors/index.ts';
import { idleTests } from '../../analysis/binding/unread.ts';
import { rule } from '../../rule.ts';

const tool = (behavior: string, effects = 'destroy'): string => `name: search_books
---
kind: tool
name: remove_book
server: library
effects: ${effects}
description: { does: Removes a book from the catalog., when: the user gives a book away }
returns: { type: object, properties: { message: { type: string } } }
${behavior}`;

const FAILED = 'error: There is no such book., retry_hint: List the books.';
const command = (output: string, test: string): string =>
  `command: { argv: [books, remove], ${output}, fails_when: [{ ${test}, ${FAILED} }], result: { message: { value: Removed. } } }`;

export const failureDetected = rule({
  id: 'tool/failure-detected',
  subject: 'tool',
  severity: 'error',
  says: 'A failure test of a tool that writes or destroys must be able to match what is read.',
  why: 'A test that never matches lets the tool report success for ever, whatever happened.',
  source: 'EXT §2.4 (success), §7 rule 1',
  good: [
    tool(command('stdout: text', 'pointer: "", contains: no such entry')),
    tool(command('stdout: lines', 'pointer: /0, contains: error')),
    tool(command('stdout: csv, columns: [id, error]', 'pointer: /0/error')),
    tool(command('stdout: json', 'pointer: /text')),
    tool(command('stdout: text, empty: { error: Nothing was printed. }', 'pointer: /error')),
    // Of a read it is a warning of tool/output-fits.
    tool(command('stdout: text', 'pointer: /text'), 'read'),
  ],
  bad: [
    tool(command('stdout: text', 'pointer: /text, contains: no such entry')),
    tool(command('stdout: lines', 'pointer: /lines')),
    tool(command('stdout: csv, columns: [id, error]', 'pointer: /0/eror')),
    tool(command('stdout: text', 'pointer: /text, finds: nothing')),
    tool(
      'command: { argv: [books, remove], stdout: text, before: [{ argv: [books, list], stdout: text, fails_when: [{ pointer: /text, error: There is no list., retry_hint: Stop. }] }], result: { message: { value: Removed. } } }',
    ),
  ],
  check({ spec }, report) {
    if (spec.effects === 'read') return;
    for (const step of allSteps(spec))
      for (const { path, message, hint } of idleTests(step)) report(path, message, hint);
  },
});
