/** What the spec of a program takes: failures in its error output, and its environment. */
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
  [
    `command: { argv: [lpr], stdout: text, fails_when: [{ pointer: stderr, contains: lost, error: It broke., retry_hint: Stop. }] }`,
    [],
  ],
  [
    `http: { connection: shop, request: GET /labels, fails_when: [{ pointer: stderr, error: It broke., retry_hint: Stop. }] }`,
    ['server/binding-complete', 'spec/format'],
  ],
  [`command: { argv: [lpr], env: [{ LC_ALL: C.UTF-8 }, { TERM: dumb }] }`, []],
  [`command: { argv: [lpr], env: [{ LC_ALL: "{locale}" }] }`, ['server/binding-complete']],
  [`command: { argv: [lpr], env: [{ lc all: C }] }`, ['spec/key-format']],
  [`command: { argv: [lpr], ${TESTS} }`, []],
  [`command: { argv: [lpr], before: [{ argv: [lpq], ${TESTS} }] }`, []],
  [`http: { connection: shop, request: GET /labels, ${TESTS} }`, ['server/binding-complete', 'spec/format']],
])('%s', (behavior, expected) => {
  const { diagnostics } = planSpecs([layOver('tool', tool(behavior)).source]);
  expect(diagnostics.map(({ code }) => code).filter((code) => /^spec\/|binding/.test(code))).toEqual(expected);
});
