/** docs/ext-coverage.md against the tree: the rules and tests it names are there, and no sentence of EXT is left out. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RULES } from '../compiler/check/rules/index.ts';
import { POLICY } from '../compiler/diff/policy/index.ts';

const ROOT = join(import.meta.dirname, '..');

interface Row {
  readonly section: string;
  readonly sentence: string;
  readonly keptBy: string;
  readonly test: string;
}

const rows: Row[] = [];
let section = '';
for (const line of readFileSync(join(ROOT, 'docs/ext-coverage.md'), 'utf8').split('\n')) {
  section = /^## §([\d.]+)/.exec(line)?.[1] ?? section;
  const [, sentence = '', keptBy = '', named = ''] = line.startsWith('| ')
    ? line.split('|').map((cell) => cell.trim())
    : [];
  if (sentence !== '' && sentence !== 'sentence') rows.push({ section, sentence, keptBy, test: named });
}

test.each(rows.map((row) => [`§${row.section} ${row.sentence}`, row] as const))('%s', (_name, row) => {
  expect(row.keptBy).toMatch(/\b(?:rules?|shape|generated|runtime|host)\b/);
  const named = [...row.keptBy.matchAll(/(?<![\w/])(?:skill|tool|param|server|eval|version)\/[a-z-]+(?!\.)/g)].map(
    ([id]) => id,
  );
  expect(named.filter((id) => ![...RULES, ...POLICY].some((rule) => rule.id === id))).toEqual([]);
  expect(/\brules?\b/.test(row.keptBy)).toBe(named.length > 0);
  expect(existsSync(join(ROOT, row.test)), row.test).toBe(true);
});

describe('nothing is left out', () => {
  test('every rule that cites EXT is named here, or its section is', () => {
    const text = readFileSync(join(ROOT, 'docs/ext-coverage.md'), 'utf8');
    const cited = RULES.flatMap(({ id, source }) =>
      [...source.matchAll(/EXT §([\d.]+\d|\d)/g)].map((match) => ({ id, section: match[1] ?? '' })),
    );
    const sections = new Set(rows.map((row) => row.section));
    expect(
      cited.filter(({ id, section: wanted }) => !text.includes(id) && ![...sections].some((one) => wanted === one)),
    ).toEqual([]);
  });

  // The number of table rows and numbered rules in the text of EXT, section by section.
  test.each([
    ['2.1', 12],
    ['2.2', 9],
    ['2.4', 3],
    ['2.5', 3],
    ['4.1', 7],
    ['7', 11],
    ['8', 13],
    ['9', 3],
  ])('§%s has a row for each of its %i sentences', (wanted, count) => {
    expect(rows.filter((row) => row.section === wanted)).toHaveLength(count);
  });
});
