/** `haft init` as a new user meets it: it compiles, its server runs alone, its handlers type-check. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, treeOf } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { connect } from '../support/official-client.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the example compiles, and its server answers at once', async () => {
  const folder = temporaryFolder();
  const { code, stdout } = haft(folder, 'init', 'my tools');
  expect(code).toBe(0);
  expect(stdout).toMatch(/cd "my tools"\n {2}haft compile/);
  const project = join(folder, 'my tools');
  const written = treeOf(project);
  expect(haft(project, 'compile')).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^1 server with 2 tools, 1 skill compiled/),
  });
  expect(Object.keys(treeOf(project)).filter((path) => !/^(?:generated|\.haft)\//.test(path))).toEqual(
    Object.keys(written),
  );
  expect(haft(project, 'compile').stdout).toContain('0 files written');
  const client = await connect('auto', join(project, 'generated/servers/text-tools/server.mjs'));
  const counted = await client.callTool({ name: 'count_words', arguments: { text: 'Ein kurzer Satz. Noch einer!' } });
  expect(counted.structuredContent).toEqual({ success: true, data: { words: 5, sentences: 2, characters: 28 } });
  const ranked = await client.callTool({ name: 'rank_words', arguments: { text: 'a b a' } });
  expect(ranked.structuredContent).toMatchObject({
    data: {
      words: [
        { word: 'a', count: 2 },
        { word: 'b', count: 1 },
      ],
    },
  });
});

test('the example type-checks strictly, and a handler of the wrong form does not', () => {
  const project = temporaryFolder();
  haft(project, 'init');
  haft(project, 'compile');
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(join(ROOT, 'node_modules/@haft'), join(project, 'node_modules/@haft'));
  symlinkSync(join(ROOT, 'node_modules/@types'), join(project, 'node_modules/@types'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: { customConditions: [] },
      include: ['specs', 'generated'],
    }),
  );
  const tsc = (): string =>
    spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project], { encoding: 'utf8' })
      .stdout;
  expect(tsc()).toBe('');
  const handlers = join(project, 'specs/text-tools/handlers.ts');
  writeFileSync(handlers, readFileSync(handlers, 'utf8').replace('words: wordsOf(text).length,', 'words: "many",'));
  expect(tsc()).toContain('handlers.ts');
});

test('nothing that is there is overwritten', () => {
  const folder = temporaryFolder({ 'specs/text-tools/skill.yaml': 'mine' });
  const { code, stderr } = haft(folder, 'init');
  expect(code).toBe(2);
  expect(stderr).toMatch(/specs\/text-tools\/skill\.yaml" already exists; nothing was written/);
  expect(treeOf(folder)).toEqual({ 'specs/text-tools/skill.yaml': 'mine' });
});
