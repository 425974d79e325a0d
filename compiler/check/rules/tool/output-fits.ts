/** A result can be read from output of the declared format. */
import { unread } from '../../binding/unread.ts';
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
  says: 'A property of the result must be readable from output of the declared format.',
  why: 'A text such as "12 catalog.txt" is not a number, and a pointer finds nothing in a text: every call fails, or the property is always missing.',
  source: 'EXT §2.4 (data), §8 rule 2 (narrowest types)',
  good: [
    tool('{ type: string }', 'stdout: text, result: { size: "" }'),
    tool('{ type: integer }', 'stdout: json, result: { size: "" }'),
    tool('{ type: integer }', 'stdout: lines, result: { size: { length: "" } }'),
    tool('{ type: boolean }', 'stdout: text, result: { size: { pointer: "", translate: { "large": "true" } } }'),
    tool('{ type: string }', 'stdout: csv, result: { size: /0/lines }'),
    tool('{ type: integer }', 'stdout: jsonl, result: { size: /0 }'),
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
  ],
  check({ spec }, report) {
    const { command, returns } = spec;
    for (const { path, message, hint } of command ? unread(command, returns) : [])
      report(['command', ...path], message, hint);
  },
});
