/** A failure reported in the output of a program may quote the error output; one in a response has none. */
import { expect, test } from 'vitest';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { layOver } from './support/example.ts';

const tool = (behavior: string): string =>
  `name: search_books
---
kind: tool
name: print_label
server: library
effects: read
description: { does: Prints the label of a book., when: a label is lost }
${behavior}`;
const TESTS = 'fails_when: [{ pointer: /error, detail: stderr, error: It broke., retry_hint: Stop. }]';

test.each([
  [`command: { argv: [lpr], ${TESTS} }`, []],
  [`command: { argv: [lpr], before: [{ argv: [lpq], ${TESTS} }] }`, []],
  [`http: { connection: shop, request: GET /labels, ${TESTS} }`, ['spec/format']],
])('%s', (behavior, expected) => {
  const { diagnostics } = planSpecs([layOver('tool', tool(behavior)).source]);
  expect(diagnostics.map(({ code }) => code).filter((code) => code.startsWith('spec/'))).toEqual(expected);
});
