/** Files of hosts that are nested beyond reason: each reader refuses them, and no byte is changed. */
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { hostOf } from '../../compiler/features/connect/run/install/options.ts';
import { refusalLines } from '../../compiler/features/connect/run/install/print.ts';
import { entryAt } from '../../compiler/emit/host-files/edit.ts';
import { installBench } from '../support/install-bench.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth, runs } from '../support/runs.ts';

const URL_VALUE = '--env=LIBRARY_URL=http://127.0.0.1:9';

type Shape = readonly [name: string, host: string, path: string, text: (levels: number) => string];

const SHAPES: readonly Shape[] = [
  ['JSON lists', 'gemini', '.gemini/settings.json', (n) => `{"a":${'['.repeat(n)}${']'.repeat(n)}}`],
  ['JSON objects', 'gemini', '.gemini/settings.json', (n) => `{"a":${'{"b":'.repeat(n)}1${'}'.repeat(n)}}`],
  ['JSON without an end', 'cursor', '.cursor/mcp.json', (n) => `{"a":${'[{"b":'.repeat(n)}`],
  ['TOML lists', 'codex', '.codex/config.toml', (n) => `a = ${'['.repeat(n)}${']'.repeat(n)}\n`],
  ['TOML tables', 'codex', '.codex/config.toml', (n) => `a = ${'{ b = '.repeat(n)}1${' }'.repeat(n)}\n`],
  ['TOML keys', 'codex', '.codex/config.toml', (n) => `[${Array(n).fill('a').join('.')}]\n`],
  ['YAML lists', 'goose', '.config/goose/config.yaml', (n) => `a: ${'['.repeat(n)}${']'.repeat(n)}\n`],
  [
    'YAML with a key twice',
    'goose',
    '.config/goose/config.yaml',
    (n) => `{"a":${'['.repeat(n)}${']'.repeat(n)},"a":1}`,
  ],
  ['YAML maps', 'goose', '.config/goose/config.yaml', (n) => `a: ${'{ b: '.repeat(n)}1${' }'.repeat(n)}\n`],
  ['YAML sequences', 'goose', '.config/goose/config.yaml', (n) => `a:\n  ${'- '.repeat(n)}1\n`],
];

function isRefused([, host, path, text]: Shape, levels: number): void {
  const before = text(levels);
  const bench = installBench({ [path]: before });
  const [plan] = bench.install(`${host} --user --no-skills ${URL_VALUE}`).plans;
  if (!plan) throw new Error('There is no plan.');
  expect(refusalLines(plan.refusals, plan.target, [])).toMatch(/nested|not valid/);
  expect(readFileSync(join(bench.home, path), 'utf8')).toBe(before);
}

test.skipIf(ON_WINDOWS).each(SHAPES)('%s', (...shape) => {
  for (const levels of everyNth(2, [300, 3000, 20_000])) isRefused(shape, levels);
});

test.skipIf(ON_WINDOWS)('any depth beyond the limit, in any shape', () => {
  assert(
    property(constantFrom(...SHAPES), integer({ min: 220, max: 600 }), ([, host, , text], levels) => {
      const { format } = hostOf(host).config.user ?? {};
      expect(format && entryAt(text(levels), format, [])).toHaveProperty('problem');
    }),
    { numRuns: runs(10_000) },
  );
});
