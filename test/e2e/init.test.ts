/** `haft init` as a new user meets it: it compiles, its server runs alone, its handlers type-check. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { connect } from '../support/official-client.ts';
import { installTypeScript } from '../support/with-typescript.ts';
import { ON_WINDOWS } from '../support/posix.ts';

beforeEach(() => {
  // As from a shell, also where npx has started the tests.
  vi.stubEnv('npm_config_user_agent', '');
  return () => void vi.unstubAllEnvs();
});

test('the example compiles, and its server answers at once', async () => {
  const folder = temporaryFolder();
  const { code, stdout } = haft(folder, 'init', 'my tools');
  expect(code).toBe(0);
  expect(stdout).toMatch(/cd "my tools"\n {2}npm install --save-dev .*\n {2}npx haft compile/);
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

test('the example type-checks strictly under its own tsconfig.json, and a handler of the wrong form does not', () => {
  const project = temporaryFolder();
  haft(project, 'init');
  installTypeScript(project);
  expect(haft(project, 'compile')).toMatchObject({ code: 0, stderr: '' });
  const tsc = (): string =>
    spawnSync(process.execPath, [join(project, 'node_modules/typescript/bin/tsc'), '-p', project], { encoding: 'utf8' })
      .stdout;
  expect(tsc()).toBe('');
  const handlers = join(project, 'specs/text-tools/handlers.ts');
  writeFileSync(handlers, readFileSync(handlers, 'utf8').replace('words: wordsOf(text).length,', 'words: "many",'));
  expect(tsc()).toContain('handlers.ts');
  expect(haft(project, 'compile')).toMatchObject({ code: 1, stderr: expect.stringContaining('handlers.ts:5:3 error') });
});

/** As from a shell, and npx finds no registry. */
const WITHOUT_NPM = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
  npm_config_userconfig: '/dev/null',
  npm_config_registry: 'http://127.0.0.1:9',
  npm_config_fetch_retries: '0',
  npm_config_update_notifier: 'false',
};

test.skipIf(ON_WINDOWS).each([
  ['an empty folder', {}],
  ['a package without Haft', { 'package.json': '{}' }],
])('the printed commands work as printed where no haft is installed: %s, with an odd name', (_name, files) => {
  const folder = temporaryFolder();
  const name = "it's $HOME";
  for (const [path, text] of Object.entries(files)) writeFiles(folder, { [`${name}/${path}`]: text });
  const programs = temporaryFolder();
  // In the place of npm, which would ask a registry: it installs what is named, as npm does with folders.
  const npm = `#!/bin/sh\n[ "$2" = --save-dev ] && mkdir -p node_modules/.bin && ln -s "$4/bin/haft.js" node_modules/.bin/haft\n`;
  writeFileSync(join(programs, 'npm'), npm, { mode: 0o755 });
  const { stdout } = haft(folder, 'init', name);
  const commands = [...stdout.matchAll(/^ {2}(\S.*)$/gm)].map(([, line]) => line).join('\n');
  expect(commands).toMatch(/^cd [^\n]*\nnpm install [^\n]*\nnpx haft compile [^\n]*\nnode generated/);
  const ran = spawnSync('sh', ['-ec', commands], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...WITHOUT_NPM, PATH: `${programs}:${process.env['PATH'] ?? ''}` },
  });
  expect(ran).toMatchObject({ status: 0, stderr: '' });
  expect(ran.stdout).toMatch(/^1 server with 2 tools, 1 skill compiled[^]*"name": "count_words"/);
  // What is there is not installed once more.
  expect(haft(join(folder, name), 'init', 'inner').stdout).not.toMatch(/^ {2}npm install/m);
});

test('users of pnpm see its commands', () => {
  vi.stubEnv('npm_config_user_agent', 'pnpm/9.0.0');
  expect(haft(temporaryFolder(), 'init').stdout).toContain('\n  pnpm exec haft compile ');
});

test('an existing project keeps its files; missing entries are added to its package.json', () => {
  const content = { name: 'mine', scripts: { watch: 'my-watch' }, version: '1.2.3' };
  const mine = { 'tsconfig.json': '{}', '.gitignore': 'secret', 'notes.md': '# Notes' };
  const folder = temporaryFolder({ ...mine, 'package.json': JSON.stringify(content, undefined, '\t') });
  const { code, stdout } = haft(folder, 'init');
  expect(code).toBe(0);
  expect(stdout).toContain('Added the scripts compile and watch to package.json.');
  const tree = treeOf(folder);
  expect(tree).toMatchObject(mine);
  expect(JSON.parse(tree['package.json'] ?? '')).toEqual({
    ...content,
    scripts: { compile: 'haft compile', watch: 'my-watch' },
  });
  expect(tree['package.json']).toMatch(/^\{\n\t"name": "mine",\n\t"scripts"[^]*[^\n]$/);
});

test.each([
  ['no JSON', '{ "name": '],
  ['another layout', '{"name": "mine",   "scripts": {}}\n'],
  ['Windows lines', '{\r\n  "name": "mine"\r\n}\r\n'],
  ['scripts of another form', '{\n  "scripts": []\n}\n'],
])('a package.json that could lose something is left as it is: %s', (_name, text) => {
  const folder = temporaryFolder({ 'package.json': text });
  expect(haft(folder, 'init')).toMatchObject({ code: 0, stderr: '' });
  expect(treeOf(folder)['package.json']).toBe(text);
});

test('no existing file is overwritten', () => {
  const folder = temporaryFolder({ 'specs/text-tools/skill.yaml': 'mine' });
  const { code, stderr } = haft(folder, 'init');
  expect(code).toBe(2);
  expect(stderr).toMatch(/specs\/text-tools\/skill\.yaml" already exists; nothing was written/);
  expect(treeOf(folder)).toEqual({ 'specs/text-tools/skill.yaml': 'mine' });
});

test('a project inside another one is a project of its own', () => {
  const outer = temporaryFolder({ 'haft.yaml': 'choices: []\n' });
  const { stdout } = haft(outer, 'init', 'inner');
  expect(stdout).toContain('haft.yaml');
  expect(haft(join(outer, 'inner'), 'compile').stdout).toMatch(/^1 server with 2 tools, 1 skill compiled/);
  expect(Object.keys(treeOf(outer)).filter((path) => path.startsWith('generated'))).toEqual([]);
});

test('the schema of the first line is in the package', () => {
  const folder = temporaryFolder();
  haft(folder, 'init');
  const specs = ['server.yaml', 'skill.yaml'].map((name) => join(folder, 'specs/text-tools', name));
  for (const spec of specs) {
    const [, path = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(readFileSync(spec, 'utf8')) ?? [];
    const inPackage = relative(join(folder, 'node_modules/haft'), join(dirname(spec), path));
    const { exports, files } = JSON.parse(readFileSync('compiler/package.json', 'utf8'));
    expect([files.includes(inPackage), exports[`./${inPackage}`]]).toEqual([true, `./${inPackage}`]);
  }
});
