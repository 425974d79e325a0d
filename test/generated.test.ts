/** What is committed is what the sources say, and the same sources give the same bytes everywhere. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VERSION } from '../compiler/base/version.ts';
import { temporaryFolder, treeOf, writeFiles } from './support/folder.ts';
import { haft } from './support/haft.ts';
import { COMMAND, serverSpec, toolItem } from './support/specs.ts';
import * as drivers from '../scripts/drivers.mjs';
import { TARGET, standaloneModule } from '../scripts/standalone.mjs';
import * as tryPage from '../scripts/try-page.mjs';
import { TARGET as PAGE, viewPageModule } from '../scripts/view-page.mjs';

const ROOT = join(import.meta.dirname, '..');
const readJson = (path: string): Record<string, unknown> => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

test('the pieces of the runtime are the runtime ("npm run fix" prints it)', async () => {
  expect(readFileSync(TARGET, 'utf8')).toBe(await standaloneModule());
  expect(readFileSync(PAGE, 'utf8')).toBe(await viewPageModule());
  expect(readFileSync(tryPage.TARGET, 'utf8')).toBe(await tryPage.tryPageModule());
});

test('the drivers of databases are those of the installed packages ("npm run fix" prints them)', async () => {
  expect(readFileSync(drivers.TARGET, 'utf8')).toBe(await drivers.driversModule());
});

test('versions go in step', () => {
  const versions = ['package.json', 'compiler/package.json', 'runtime/package.json'].map(
    (path) => readJson(path)['version'],
  );
  expect(new Set([...versions, VERSION]).size).toBe(1);
  expect(readJson('compiler/package.json')['dependencies']).toMatchObject({ '@haft/runtime': VERSION });
});

/** Of a bundle of megabytes nobody wants to read the difference. */
function hashesOf(folder: string): Record<string, string> {
  const texts = Object.entries(treeOf(folder));
  return Object.fromEntries(texts.map(([path, text]) => [path, createHash('sha256').update(text).digest('hex')]));
}

const HANDLERS = "export const listTrains = () => ({ text: 'none' });\n";

test('two people in different folders get the same bytes, whatever file holds what', () => {
  const alpha = serverSpec('alpha', 'Tells the time.', [toolItem('get_time', COMMAND)]);
  const beta = serverSpec('beta', 'Knows the trains.', [toolItem('list_trains', 'handler: handlers.ts')]);
  const one = temporaryFolder({ 'specs/b/beta.yaml': beta, 'specs/b/handlers.ts': HANDLERS, 'specs/a.yaml': alpha });
  const parent = temporaryFolder();
  const two = join(parent, 'ein anderer Ort', 'tief', 'unten');
  mkdirSync(two, { recursive: true });
  writeFiles(two, { 'specs/a.yaml': alpha, 'specs/b/beta.yaml': beta, 'specs/b/handlers.ts': HANDLERS });
  for (const folder of [one, two]) expect(haft(folder, 'compile')).toMatchObject({ code: 0, stderr: '' });
  expect(treeOf(join(two, 'generated'))).toEqual(treeOf(join(one, 'generated')));
  expect(JSON.stringify(treeOf(join(one, 'generated')))).not.toContain(one);
});

test(
  'generated/ is what specs/ say, also in a copy elsewhere and where packages are bundled',
  { timeout: 240_000 },
  () => {
    const folder = temporaryFolder();
    for (const part of ['specs', 'haft.yaml']) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    for (const name of ['unpdf', '@haft/runtime']) {
      cpSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), {
        recursive: true,
        dereference: true,
      });
    }
    expect(haft(folder, 'compile')).toMatchObject({ code: 0, stderr: '' });
    expect(hashesOf(join(folder, 'generated'))).toEqual(hashesOf(join(ROOT, 'generated')));
  },
);
