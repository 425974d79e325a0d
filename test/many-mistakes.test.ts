/** A project with more than forty mistakes: all of them in one run, each at its line, and what is certain repaired. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixSpecs } from '../compiler/cli/tasks/fix.ts';
import { compile } from '../compiler/compile.ts';
import { positionAt } from '../compiler/diagnostic.ts';
import type { SourceFile } from '../compiler/diagnostic.ts';

const SPECS: SourceFile[] = ['shop', 'skill'].map((name) => {
  const path = `specs/${name}.yaml`;
  return { path, text: readFileSync(join(import.meta.dirname, 'fixtures/forty', path), 'utf8') };
});

const { diagnostics } = compile(SPECS);

/** Line numbers, as often as the line is marked or found. */
function marked({ text }: SourceFile): number[] {
  return text.split('\n').flatMap((line, index) => Array.from(line.matchAll(/#!/g), () => index + 1));
}

describe('more than forty mistakes', () => {
  test.each(SPECS)('$path: every mistake is found at its line, and nothing else is', (source) => {
    const found = diagnostics
      .filter(({ span }) => span.file === source.path)
      .map(({ span }) => positionAt(source.text, span.start).line);
    expect(found).toEqual(marked(source));
  });

  test('they are many, of many kinds, in file order, each with a next step', () => {
    expect(diagnostics.length).toBeGreaterThan(40);
    expect(new Set(diagnostics.map(({ code }) => code)).size).toBeGreaterThan(40);
    const places = diagnostics.map(({ span }) => [span.file, String(span.start).padStart(6, '0')].join(':'));
    expect(places).toEqual([...places].sort());
    for (const { hint, message } of diagnostics) {
      expect(hint).toMatch(/[.?]$/);
      expect(message).toMatch(/\.$/);
    }
  });

  test('safe fixes are applied without new findings, and a second run changes nothing', () => {
    const fixed = fixSpecs(SPECS, {});
    const after = compile(fixed.specs).diagnostics;
    expect(fixed.done.length).toBeGreaterThanOrEqual(4);
    expect(after.length).toBeLessThanOrEqual(diagnostics.length - fixed.done.length);
    const codes = new Set(diagnostics.map(({ code }) => code));
    expect(after.filter(({ code }) => !codes.has(code))).toEqual([]);
    expect(after.filter(({ fix }) => fix)).toEqual([]);
    expect(fixSpecs(fixed.specs, {})).toEqual({ specs: fixed.specs, done: [] });
  });
});
