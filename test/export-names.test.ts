/** What a handler file exports, read without its syntax tree, is what the tree says. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stop } from 'esbuild';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { parsedFile } from '../compiler/edge/handlers/parse-handler.ts';
import { exportedValues } from '../compiler/edge/handlers/read-code.ts';
import { WHOLE_RUN, everyNth, runs } from './support/runs.ts';

const ROOT = join(import.meta.dirname, '..');

afterAll(() => stop());

/** True where the tree is not needed. */
async function isSameAsTree(text: string): Promise<boolean> {
  const values = await exportedValues('handlers.ts', text);
  if (!values) return false;
  const { problem, exports, open } = parsedFile('handlers.ts', text);
  // An error inside a type, which esbuild removes unread, is TypeScript's to report.
  if (problem || open) return true;
  const names = new Set(exports.map(({ name }) => name));
  // A list may name a type, and only the default of a list has a name in the tree: what is expected is neither.
  const more = [...values].filter((name) => !names.has(name) && name !== 'default');
  expect(more, text).toEqual([]);
  return true;
}

test('most sources of this repository need no tree', { timeout: WHOLE_RUN }, async () => {
  const sources = ['compiler', 'runtime', 'specs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  );
  const modules = sources.filter((path) => path.endsWith('.ts') && !/generated|node_modules|dist/.test(path)).sort();
  const sampled = everyNth(50, modules);
  let needed = 0;
  for (const path of sampled) if (!(await isSameAsTree(readFileSync(join(ROOT, path), 'utf8')))) needed += 1;
  // A word such as "enum" or "module" in a comment is enough to ask the tree.
  expect(needed).toBeLessThan(sampled.length / 2);
});

test.each<[what: string, text: string, names: string]>([
  ['nothing', '', ''],
  ['constants', 'export const a = 1, b = 2; export let c: string; export var d', 'a b c d'],
  ['functions', 'export async function* a() {}\nexport function b(c: 1): 2;\nexport function b() {}', 'a b'],
  ['a list', 'const a = 1, b = 2; type T = 1; export { a, b as c, type T, }', 'a c'],
  ['a pattern', 'export const { a, b: [c] } = d', 'a c'],
  ['names of another file', "export { a, default as b } from './x.ts'; export type { T } from './y.ts'", 'a b'],
  ['types', 'export type A = 1; export interface B {} export const c = 1 as A', 'c'],
  ['texts that look like exports', 'export const a = `export const b = ${`}`}` // export { d }', 'a'],
])('%s', async (_what, text, names) => {
  expect(await isSameAsTree(text)).toBe(true);
  expect([...((await exportedValues('handlers.ts', text)) ?? [])].sort().join(' ')).toBe(names);
});

test.each([
  ['a syntax error', 'handlers.ts', 'export const a = = 1'],
  ['an enum', 'handlers.ts', 'export enum A { B }'],
  ['a namespace', 'handlers.ts', 'export namespace A { export const b = 1 }'],
  ['another name of an import', 'handlers.ts', 'export import a = b.c'],
  ['a name with an escape', 'handlers.ts', String.raw`export const \u0061 = 1`],
  ['a file of another kind', 'handlers.tsx', 'export const a = 1'],
])('%s is left to the tree', async (_what, path, text) => {
  expect(await exportedValues(path, text)).toBeUndefined();
});

const PIECES =
  String.raw`export const|export function|export async function|export class|export default|export {|export type|a|b|c|as|type|from|
'x'|"}"|${'`'}|${'`a`'}|\${|}|{|(|)|[|]|;|;|;|,|=|=>|: T|: T<U>|/|/|/"/|/[/]/g|// c|/* } */|!|.|if (a)|return|typeof|await|1|"export const"|() => {}|{ a }|= 1;|() {}`
    .replaceAll('\n', '')
    .split('|');

test('random modules are read as the tree reads them', { timeout: WHOLE_RUN }, async () => {
  const piece = fc.oneof(
    fc.constantFrom(...PIECES, '\n'),
    fc.constantFrom('a', 'b', 'c').map((name) => `export const ${name} = 1;\n`),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      await isSameAsTree(pieces.join(' '));
    }),
    { numRuns: runs(3_000) },
  );
});

test('modules with random edits are read as the tree reads them', { timeout: WHOLE_RUN }, async () => {
  const text = readFileSync(join(ROOT, 'compiler/edge/handlers/lost.ts'), 'utf8');
  const place = fc.nat(text.length);
  const edits = fc.array(fc.tuple(place, fc.nat(3), fc.constantFrom('', ...PIECES)), { minLength: 1, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(edits, async (all) => {
      const edited = all.reduce((now, [at, cut, put]) => now.slice(0, at) + put + now.slice(at + cut), text);
      await isSameAsTree(edited);
    }),
    { numRuns: runs(3_000) },
  );
});
