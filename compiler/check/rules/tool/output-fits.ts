/** A result, and the failure tests of a read, can be read from output of the declared format. */
import { behaviorsOf } from '../../../spec/behaviors/index.ts';
import { idleTests, unread } from '../../analysis/binding/unread.ts';
import { rule } from '../../rule.ts';

const tool = (type: string, command: string): string => `name: search_books
---
kind: tool
name: measure_catalog
server: library
effects: read
description: { does: Measures the catalog., when: the user asks how large it is }
returns: { type: object, properties: { size: ${type} } }
command: { argv: [wc, -l, catalog.txt], ${command} }`;

export const outputFits = rule({
  id: 'tool/output-fits',
  subject: 'tool',
  severity: 'warning',
  says: 'A result and its failure tests must be readable from output of the declared format.',
  why: 'A text such as "12 catalog.txt" is not a number, and a pointer finds nothing in a text: every call fails, or the property is always missing.',
  source: 'EXT §2.4 (data), §8 rule 2 (narrowest types)',
  good: [
    tool('{ type: string }', 'stdout: text, result: { size: "" }'),
    tool('{ type: integer }', 'stdout: json, result: { size: "" }'),
    tool('{ type: integer }', 'stdout: lines, result: { size: { length: "" } }'),
    tool('{ type: boolean }', 'stdout: text, result: { size: { pointer: "", translate: { "large": "true" } } }'),
    tool('{ type: string }', 'stdout: csv, result: { size: /0/lines }'),
    tool('{ type: integer }', 'stdout: jsonl, result: { size: /0 }'),
    tool('{ type: integer }', 'stdout: csv, result: { size: /0/pages }'),
    tool('{ type: [string, "null"] }', 'stdout: lines, result: { size: /0 }'),
  ],
  bad: [
    tool('{ type: integer }', 'stdout: text, result: { size: "" }'),
    tool('{ type: boolean }', 'stdout: text, result: { size: { first: [{ pointer: "" }, { value: false }] } }'),
    tool('{ type: array, items: { type: string } }', 'stdout: text, result: { size: "" }'),
    tool('{ type: integer }', 'stdout: text, result: { size: /lines }'),
    tool('{ type: integer }', 'stdout: lines, result: { size: "" }'),
    tool('{ type: integer }', 'stdout: lines, result: { size: /0 }'),
    tool('{ type: string }', 'stdout: lines, result: { size: /0/lines }'),
    tool('{ type: string }', 'stdout: csv, result: { size: /lines }'),
    tool('{ type: string }', 'stdout: text'),
    tool('{ type: integer }', 'stdout: lines, result: { size: { length: /lines } }'),
    tool(
      '{ type: array, items: { type: string } }',
      'stdout: csv, columns: [id], result: { size: { each: "", item: /name } }',
    ),
    tool(
      '{ type: string }',
      'stdout: text, fails_when: [{ pointer: /text, contains: empty, error: The catalog is empty., retry_hint: Stop. }], result: { size: "" }',
    ),
  ],
  check({ spec }, report) {
    const problems = behaviorsOf(spec).flatMap((one) => [
      ...unread(one, spec.returns),
      // Of a tool that writes it is an error: tool/failure-detected.
      ...(spec.effects === 'read' ? one.steps.flatMap(idleTests) : []),
    ]);
    for (const { path, message, hint } of problems) report(path, message, hint);
  },
});
