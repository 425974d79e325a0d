/** What a handler file exports, read without its syntax tree, is what the tree says. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exportNames } from '../compiler/edge/handlers/export-names.ts';
import { parsedFile } from '../compiler/edge/handlers/parse-handler.ts';
import { everyNth, runs } from './support/runs.ts';

const ROOT = join(import.meta.dirname, '..');

/** True where the text alone was enough. */
async function isSameAsTree(path: string, text: string): Promise<boolean> {
  const exports = await exportNames(path, text);
  if (!exports) return false;
  const { problem, ...file } = parsedFile(path, text);
  // An error inside a type, which esbuild removes unread, is TypeScript's to report.
  if (!problem) expect(file, text).toEqual({ path, exports, open: false });
  return true;
}

test('the sources of this repository need no tree', async () => {
  const sources = ['compiler', 'runtime', 'specs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  );
  const modules = sources.filter((path) => path.endsWith('.ts') && !/generated|node_modules|dist/.test(path)).sort();
  for (const path of everyNth(25, modules))
    expect(await isSameAsTree(path.replaceAll('\\', '/'), readFileSync(join(ROOT, path), 'utf8')), path).toBe(true);
});

test.each<[what: string, text: string, names: string]>([
  ['nothing', '', ''],
  ['constants', 'export const a = 1; export let b: string, c; export var d', ''],
  ['one constant in each statement', 'export const a = 1; export let b: string\nexport var d', 'a b d'],
  ['functions', 'export async function* a() {}\nexport function b(c: 1): 2;\nexport function b() {}', 'a b b'],
  ['classes', 'export class A {}\nexport abstract class B { export = 1 }', 'A B'],
  ['a list', 'const a = 1, b = 2; type T = 1; export { a, b as c, type T, }', 'a c'],
  ['a default', 'export default () => 1; export const a = 1', 'a'],
  ['a listed default', 'const a = 1; export { a as default }', 'default'],
  ['names of another file', "export { a, default as b } from './x.ts'; export type { T } from './y.ts'", 'a b'],
  ['types', 'export type A = 1; export interface B {} export const c = 1 as A', 'c'],
  [
    'texts that look like exports',
    'export const a = `export const b = ${`}`} export const c = 1` // export { d }',
    'a',
  ],
  ['patterns', 'export const a = (x) => { if (x) /"/.test(x); return /`[/"]/ }; export const b = a / 2 / a', 'a b'],
])('%s is read from the text where that says it, and from the tree otherwise', async (_what, text, names) => {
  const isSure = await isSameAsTree('handlers.ts', text);
  expect(isSure).toBe(names !== '' || text === '');
  const exports = isSure ? await exportNames('handlers.ts', text) : [];
  expect(exports?.map(({ name }) => name).join(' ')).toBe(names);
});

test.each([
  ['a syntax error', 'export const a = = 1'],
  ['all names of another file', "export * from './x.ts'"],
  ['a pattern of names', 'export const { a } = b'],
  ['an enum', 'export enum A { B }'],
  ['a namespace', 'export namespace A { export const b = 1 }'],
  ['a declaration', 'export declare const a: number'],
  ['a name of a type in a list', 'interface A {} export { A }'],
  ['a name as a text', 'const a = 1; export { a as "b c" }'],
  ['a name with an escape', String.raw`export const \u0061 = 1`],
  ['a slash behind a block', 'export const a = 1; {} /"/.test("")'],
])('%s is left to the tree', async (_what, text) => {
  expect(await exportNames('handlers.ts', text)).toBeUndefined();
});

test.each(['handlers.tsx', 'handlers.cts', 'handlers'])('%s is left to the tree', async (path) => {
  expect(await exportNames(path, 'export const a = 1')).toBeUndefined();
});

const PIECES =
  String.raw`export const|export function|export async function|export class|export default|export {|export type|a|b|c|as|type|from|
'x'|"}"|${'`'}|${'`a`'}|\${|}|{|(|)|[|]|;|;|;|,|=|=>|: T|: T<U>|/|/|/"/|/[/]/g|// c|/* } */|!|.|if (a)|return|typeof|await|1|"export const"|() => {}|{ a }|= 1;|() {}`
    .replaceAll('\n', '')
    .split('|');

test('random modules are read as the tree reads them', async () => {
  const piece = fc.oneof(
    fc.constantFrom(...PIECES, '\n'),
    fc.constantFrom('a', 'b', 'c').map((name) => `export const ${name} = 1;\n`),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      await isSameAsTree('handlers.ts', pieces.join(' '));
    }),
    { numRuns: runs(10_000) },
  );
});

test('modules with random edits are read as the tree reads them', async () => {
  const text = readFileSync(join(ROOT, 'compiler/edge/handlers/lost.ts'), 'utf8');
  const place = fc.nat(text.length);
  const edits = fc.array(fc.tuple(place, fc.nat(3), fc.constantFrom('', ...PIECES)), { minLength: 1, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(edits, async (all) => {
      const edited = all.reduce((now, [at, cut, put]) => now.slice(0, at) + put + now.slice(at + cut), text);
      await isSameAsTree('handlers.ts', edited);
    }),
    { numRuns: runs(10_000) },
  );
});
