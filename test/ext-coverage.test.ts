/** docs/ext-coverage.md against the tree: the rules and the tests it names exist, and no sentence of EXT is left out. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RULES } from '../compiler/check/rules/index.ts';
import { COMMANDS } from '../compiler/cli/main.ts';
import { POLICY } from '../compiler/versions/policy/index.ts';
import { hasTest } from './support/test-titles.ts';

const ROOT = join(import.meta.dirname, '..');

interface Row {
  readonly section: string;
  readonly sentence: string;
  readonly keptBy: string;
  /** Each with its file and its title, inside its `describe` where there is one. */
  readonly tests: readonly string[];
}

const rows: Row[] = [];
let section = '';
for (const line of readFileSync(join(ROOT, 'docs/ext-coverage.md'), 'utf8').split('\n')) {
  section = /^## §([\d.]+)/.exec(line)?.[1] ?? section;
  const [, sentence = '', keptBy = '', named = ''] = line.startsWith('| ')
    ? line.split('|').map((cell) => cell.trim())
    : [];
  if (sentence === '' || sentence === 'sentence') continue;
  rows.push({ section, sentence, keptBy, tests: named === '–' ? [] : named.split('<br>') });
}

describe.each(rows.map((row) => [`§${row.section} ${row.sentence}`, row] as const))('%s', (_name, row) => {
  test('names rules that exist', () => {
    expect(row.keptBy).toMatch(/\b(?:rules?|shape|generated|runtime|host)\b/);
    const named = [...row.keptBy.matchAll(/(?<![\w/])(?:skill|tool|param|server|eval|version)\/[a-z-]+(?!\.)/g)].map(
      ([id]) => id,
    );
    expect(named.filter((id) => ![...RULES, ...POLICY].some((rule) => rule.id === id))).toEqual([]);
    expect(/\brules?\b/.test(row.keptBy)).toBe(named.length > 0);
  });

  test('names files that exist', () => {
    const named = [...row.keptBy.matchAll(/(?<![\w/-])(?:[a-z-]+\/)+[a-z-]+\.ts\b/g)].map(([path]) => path);
    const isThere = (path: string): boolean =>
      ['compiler', 'runtime'].some((folder) => existsSync(join(ROOT, folder, path)));
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  test('names tests that exist, or says why there is nothing to test', () => {
    if (row.tests.length === 0) expect(row.keptBy).toMatch(/^host: outside Haft, .{20}/);
    expect(row.tests.filter((named) => !existsTest(named))).toEqual([]);
  });
});

/** A row may not leave out what a flag of Haft is about. */
test('nothing is called outside Haft that a command has a flag for', async () => {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const flags = new Set(commands.flatMap((command) => Object.keys(command.flags)));
  const outside = rows.filter(({ keptBy }) => keptBy.includes('outside Haft'));
  const named = outside
    .flatMap(({ sentence }) => sentence.toLowerCase().split(/[^a-z]+/))
    .filter((one) => one.length > 3 && flags.has(one));
  expect(named).toEqual([]);
});

function existsTest(named: string): boolean {
  const [, file, title] = /^(test\/\S+\.test\.ts): (.+)$/.exec(named) ?? [];
  return file !== undefined && title !== undefined && hasTest(join(ROOT, file), title.split(' › '));
}

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

  // The number of table rows and numbered rules in the text of EXT, section by section; a "not shown" that limits Haft is one.
  test.each([
    ['1', 5],
    ['2.1', 12],
    ['2.2', 9],
    ['2.3', 2],
    ['2.4', 3],
    ['2.5', 3],
    ['4.1', 8],
    ['4.2', 2],
    ['4.3', 7],
    ['4.4', 3],
    ['5', 6],
    ['7', 11],
    ['8', 13],
    ['9', 3],
  ])('§%s has a row for each of its %i sentences', (wanted, count) => {
    expect(rows.filter((row) => row.section === wanted)).toHaveLength(count);
  });
});

describe('a title', () => {
  const here = join(import.meta.dirname, 'ext-coverage.test.ts');
  test.each<[string, boolean]>([
    ['nothing is left out › every rule that cites EXT is named here, or its section is', true],
    ['nothing is left out › §2.1 has a row for each of its 12 sentences', true],
    ['nothing is left out › §2.1 has a row for each of its 77 sentences', false],
    ['every rule that cites EXT is named here, or its section is', false],
    ['nothing is left out', false],
    ['nothing is left out › names tests that exist', false],
    ['nothing is left out › a test that is skipped', false],
  ])('%j exists: %s', (title, exists) => {
    expect(hasTest(here, title.split(' › '))).toBe(exists);
  });
});

describe('nothing is left out', () => {
  test.skip('a test that is skipped', () => {});
});
