/** Importers are cells: each is one command with its documentation, and nothing else names its kind. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { importerOf, IMPORTERS } from '../../compiler/features/import/run/importers.ts';

const ROOT = join(import.meta.dirname, '../..');
const KINDS = Object.keys(IMPORTERS);
const textsIn = (folder: string, name: RegExp): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((one) => name.test(one))
    .map((one) => readFileSync(join(ROOT, folder, one), 'utf8'));

test.each(KINDS)('%s shows its own command, and is documented', async (kind) => {
  const { examples = [] } = (await importerOf(kind)) ?? {};
  expect(examples.length).toBeGreaterThan(0);
  expect(examples.filter(([line]) => !line.startsWith(`haft import ${kind} `))).toEqual([]);
  const row = readFileSync(join(ROOT, 'README.md'), 'utf8').match(/^\| `haft import .*$/m)?.[0];
  expect(row?.match(/`[a-z -]+`/g)?.map((word) => word.replaceAll(/`|haft import /g, ''))).toContain(kind);
  expect(textsIn('docs', /\.md$/).filter((text) => text.includes(`haft import ${kind} `))).not.toEqual([]);
});

test.each(KINDS)('%s without an argument is told what to write by an example that imports', async (kind) => {
  const { argument, examples: [[line] = ['']] = [] } = (await importerOf(kind)) ?? {};
  if (argument === undefined) return;
  const { code, stderr } = haft(temporaryFolder({ 'haft.yaml': '', 'specs/.keep': '' }), 'import', kind);
  expect(code).toBe(2);
  expect(stderr).toContain(`\`haft import ${kind}\` needs ${argument}.`);
  expect(stderr).toContain(`Write it after the command: \`${line}\`.`);
  expect(line).not.toMatch(/--(?:list|dry-run)/);
});

test.each([
  ['skills', 'skills'],
  ['plugin', 'plugin'],
])('%s of a folder whose name gives none are named "%s"', (kind, name) => {
  const root = temporaryFolder({
    'project/haft.yaml': '',
    'project/specs/.keep': '',
    '日本/skills/pdf/SKILL.md': '---\nname: pdf\ndescription: Reads PDF files.\n---\nRead it.\n',
  });
  const { code, stdout } = haft(join(root, 'project'), 'import', kind, '../日本');
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(`into specs/${name}`) });
});

test('no other code names a kind', () => {
  const named = new RegExp(`kind\\)? [!=]== '(?:${KINDS.join('|')})'`);
  const rooms = ['compiler/features/import', 'compiler/features/import/run'].flatMap((room) => textsIn(room, /\.ts$/));
  const texts = [...rooms, ...textsIn('compiler/cli/commands', /^import\.ts$/)];
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((text) => named.test(text))).toEqual([]);
});

test('a record of another version of Haft has no importer', async () => {
  for (const kind of ['har', 'constructor', '']) expect(await importerOf(kind)).toBeUndefined();
});
