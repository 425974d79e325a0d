/** A project with more than forty mistakes: all of them in one run, each at its line, and nothing repaired of which nothing is proved. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixSpecs } from '../compiler/cli/fix/repair.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { positionAt } from '../compiler/base/diagnostic.ts';
import type { SourceFile } from '../compiler/base/diagnostic.ts';
import { BY_COMPARISON } from './support/fix-settings.ts';

const SPECS: SourceFile[] = ['shop', 'skill'].map((name) => {
  const path = `specs/${name}.yaml`;
  return { path, text: readFileSync(join(import.meta.dirname, 'fixtures/forty', path), 'utf8') };
});

const { diagnostics } = planSpecs(SPECS);

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

  test('fixes are suggestions while other errors hide what they would change', async () => {
    const fixed = await fixSpecs(SPECS, BY_COMPARISON);
    expect(fixed).toMatchObject({ specs: SPECS, done: [] });
    expect(fixed.suggested).toHaveLength(diagnostics.filter(({ fix }) => fix).length);
    const because = 'The specs have errors that hide what this would change.';
    for (const { fix } of fixed.suggested) expect(fix.grade).toEqual({ kind: 'suggestion', because });
  });
});
