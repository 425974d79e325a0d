/** What printers print is committed, and a run that skips what is up to date prints the same as one that skips nothing. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PRINTERS, recorded } from '../scripts/print.mjs';
import type { Printer } from '../scripts/printer.ts';
import { changedFiles, recordFiles, runStale } from '../scripts/stale.mjs';
import type { StaleStep } from '../scripts/stale.mjs';
import { temporaryFolder, treeOf, writeFiles } from './support/folder.ts';
import { WHOLE_RUN, runs } from './support/runs.ts';

const ROOT = join(import.meta.dirname, '..');

const LOAD: Readonly<Record<string, () => Promise<{ readonly print: Printer }>>> = {
  'host-page': () => import('../scripts/host-page.ts'),
  'output-page': () => import('../scripts/output-page.ts'),
  'doctor-page': () => import('../scripts/doctor-page.ts'),
  'rule-pages': () => import('../scripts/rule-pages.ts'),
  guide: () => import('../scripts/guide.ts'),
  'shipped-figures': () => import('../scripts/shipped-figures.ts'),
  'spec-language': () => import('../scripts/spec-language.ts'),
};

test.each(PRINTERS)('%s prints what is committed ("npm run fix" prints it)', async (id) => {
  const { print } = (await LOAD[id]?.()) ?? { print: () => expect.unreachable(`${id} is not loaded here`) };
  const printed = await print(ROOT);
  for (const [path, text] of Object.entries(printed)) expect(readFileSync(join(ROOT, path), 'utf8'), path).toBe(text);
  const others =
    id === 'rule-pages' ? readdirSync(join(ROOT, 'docs/rules'), { recursive: true, encoding: 'utf8' }) : [];
  for (const name of others.filter((one) => one.endsWith('.md')))
    expect(printed, name).toHaveProperty([`docs/rules/${name.replaceAll('\\', '/')}`]);
});

test('what a printer reads is recorded: files, folders, and places where nothing is', async () => {
  const root = temporaryFolder({ 'in/a.txt': 'a', 'in/b.txt': 'b', 'node_modules/c.txt': 'c' });
  const { value, paths } = await recorded(root, () => {
    readdirSync(join(root, 'in'));
    return [existsSync(join(root, 'absent')), readFileSync(join(root, 'in/a.txt'), 'utf8')];
  });
  expect(value).toEqual([false, 'a']);
  readFileSync(join(root, 'in/b.txt'), 'utf8');
  await recorded(root, () => readFileSync(join(root, 'node_modules/c.txt'), 'utf8'));
  expect([...paths].sort()).toEqual(['absent', 'in', 'in/a.txt']);
});

const CACHE = 'cache/steps.json';

/** The first prints what is in a folder, the second what that says together with the names there and its own first line. */
function printedFrom(tree: Readonly<Record<string, string>>): Record<string, string> {
  const inside = Object.entries(tree).filter(([path]) => path.startsWith('in/'));
  const names = [...new Set(inside.map(([path]) => path.split('/')[1]))].sort();
  const first = JSON.stringify(inside);
  return { 'out/first.txt': first, 'page.txt': `${tree['page.txt']?.split('\n')[0]}\n${names.join()} ${first}` };
}

function stepsIn(root: string): StaleStep[] {
  const step = (id: string, inputs: readonly string[], output: string): StaleStep => ({
    id,
    run() {
      writeFiles(root, { [output]: printedFrom(treeOf(root))[output] ?? '' });
      return Promise.resolve({ inputs, outputs: [output] });
    },
  });
  return [step('first', ['in/'], 'out/first.txt'), step('second', ['in', 'out/first.txt', 'page.txt'], 'page.txt')];
}

const START = { 'in/a.txt': 'a', 'in/deep/b.txt': 'b', 'page.txt': 'page\n' };
const PATHS = [...Object.keys(START), 'in/c.txt', 'in/deep/d.txt', 'out/first.txt'];
const edit = fc.oneof(
  { weight: 3, arbitrary: fc.record({ path: fc.constantFrom(...PATHS), text: fc.constantFrom('', 'a', 'b\n', 'ab') }) },
  fc.record({ path: fc.constantFrom('in/a.txt', 'in/c.txt', 'in/deep/b.txt', 'out/first.txt') }),
  fc.record({ cut: fc.nat(600), put: fc.constantFrom('', '0', '"', ']', 'in/', '{}') }),
);
type Edit = { readonly path: string; readonly text?: string } | { readonly cut: number; readonly put: string };

function apply(root: string, one: Edit): void {
  if ('path' in one) {
    if (one.text === undefined) rmSync(join(root, one.path), { force: true });
    else writeFiles(root, { [one.path]: one.text });
    return;
  }
  const cache = readFileSync(join(root, CACHE), 'utf8');
  writeFileSync(join(root, CACHE), cache.slice(0, one.cut) + one.put + cache.slice(one.cut + 1));
}

describe('a run that skips what is up to date', () => {
  test(
    'gives what a whole run gives after any edits of sources, output and cache',
    { timeout: WHOLE_RUN },
    async () => {
      const root = temporaryFolder();
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(edit, { maxLength: 3 }), { minLength: 1, maxLength: 2 }), async (rounds) => {
          for (const name of Object.keys(treeOf(root))) rmSync(join(root, name));
          writeFiles(root, START);
          await runStale(root, CACHE, stepsIn(root));
          for (const edits of rounds) {
            for (const one of edits) apply(root, one);
            const before = treeOf(root);
            await runStale(root, CACHE, stepsIn(root));
            expect({ ...treeOf(root), [CACHE]: '' }).toEqual({ ...before, ...printedFrom(before), [CACHE]: '' });
          }
        }),
        { numRuns: runs(10_000) },
      );
    },
  );

  test('runs what reads or wrote the file that changed, and nothing else', async () => {
    const root = temporaryFolder(START);
    const again = (): Promise<string[]> => runStale(root, CACHE, stepsIn(root));
    expect(await again()).toEqual(['first', 'second']);
    await expect.poll(again).toEqual([]);
    writeFiles(root, { 'page.txt': 'new\n' });
    expect(await again()).toEqual(['second']);
    await expect.poll(again).toEqual([]);
    writeFiles(root, { 'in/deep/b.txt': 'c' });
    expect(await again()).toEqual(['first', 'second']);
  });

  test('runs a step again that gives nothing or fails', async () => {
    const root = temporaryFolder();
    const steps: StaleStep[] = [{ id: 'findings', run: () => Promise.resolve(undefined) }];
    for (let n = 0; n < 2; n += 1) expect(await runStale(root, CACHE, steps)).toEqual(['findings']);
    const failing: StaleStep[] = [{ id: 'failing', run: () => Promise.reject(new Error('no')) }];
    for (let n = 0; n < 2; n += 1) await expect(runStale(root, CACHE, failing)).rejects.toThrow('no');
  });

  test('looks at files that changed since they were recorded, and at all with other settings', () => {
    const root = temporaryFolder({ 'a.ts': 'a', 'b.ts': 'b', settings: '1' });
    const changed = (): string[] => changedFiles(root, CACHE, ['a.ts', 'b.ts'], ['settings']);
    expect(changed()).toEqual(['a.ts', 'b.ts']);
    recordFiles(root, CACHE, ['a.ts', 'b.ts'], ['settings']);
    expect(changed()).toEqual([]);
    writeFiles(root, { 'b.ts': 'c' });
    expect(changed()).toEqual(['b.ts']);
    writeFiles(root, { settings: '2' });
    expect(changed()).toEqual(['a.ts', 'b.ts']);
    mkdirSync(dirname(join(root, CACHE)), { recursive: true });
    writeFileSync(join(root, CACHE), 'null');
    expect(changed()).toEqual(['a.ts', 'b.ts']);
  });
});
