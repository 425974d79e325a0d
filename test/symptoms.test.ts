/** docs/symptoms.md against the tree: every answer is one that the spec gives, and that the named test expects. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RULES } from '../compiler/check/rules/index.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const rows = read('docs/symptoms.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| symptom'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** Every text below a folder of specs, handlers included. */
function textsBelow(folder: string): string {
  const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => /\.(?:yaml|ts)$/.test(path))
    .map((path) => read(`${folder}/${path}`))
    .join('\n');
}

test.each(
  rows.map(([, symptom = '', , answer = '', spec = '', named = '']) => [symptom, answer, spec, named] as const),
)('%s: %s', (_symptom, answer, spec, named) => {
  const codes = [...answer.matchAll(/`([a-z]+_[a-z_]+|[a-z]+\/[a-z-]+)`/g)].map(([, code]) => code ?? '');
  const [rules, own] = [codes.filter((code) => code.includes('/')), codes.filter((code) => !code.includes('/'))];
  expect(rules.filter((id) => !RULES.some((rule) => rule.id === id))).toEqual([]);
  expect(own.filter((code) => !textsBelow(spec).includes(code))).toEqual([]);
  expect(own.filter((code) => !read(named).includes(code))).toEqual([]);
  expect(own.length > 0).toBe(spec !== '–');
});

test('every symptom of EXT §7 has a row', () => {
  expect(new Set(rows.map(([, symptom]) => symptom)).size).toBe(8);
});
