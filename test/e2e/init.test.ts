/** `haft init` as a new user meets it: it compiles, its server runs alone, its handlers type-check. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as fc from 'fast-check';
import { withScripts } from '../../compiler/cli/commands/init.ts';
import { everyNth, runs } from '../support/runs.ts';
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

test.skipIf(ON_WINDOWS).each(
  everyNth(2, [
    ['an empty folder', {}],
    ['a package without Haft', { 'package.json': '{}' }],
  ]),
)('the printed commands work as printed where no haft is installed: %s, with an odd name', (_name, files) => {
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
  expect(stdout).toContain('\nAdded the script compile to package.json.\n');
  const tree = treeOf(folder);
  expect(tree).toMatchObject(mine);
  expect(JSON.parse(tree['package.json'] ?? '')).toEqual({
    ...content,
    scripts: { compile: 'haft compile', watch: 'my-watch' },
  });
  expect(tree['package.json']).toMatch(/^\{\n\t"name": "mine",\n\t"scripts"[^]*[^\n]$/);
});

test.each([
  ['no JSON', '{ "name": ', /which is not valid JSON: /],
  ['scripts of another form', '{\n  "scripts": []\n}\n', /which has `scripts` that are not an object\./],
  [
    'scripts with the same names',
    '{ "scripts": { "watch": "a", "compile": "b" } }',
    /which has scripts with the same names\./,
  ],
])('a package.json that gets no script is left as it is, and init says so: %s', (_name, text, says) => {
  const folder = temporaryFolder({ 'package.json': text });
  const { code, stdout, stderr } = haft(folder, 'init');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(new RegExp(`\nNo script was added to package\\.json, ${says.source}`));
  expect(stdout).not.toContain('Added the script');
  expect(treeOf(folder)['package.json']).toBe(text);
});

/** Any text of a JSON object: blanks of every kind, escapes, a byte order mark. */
const blank = fc.constantFrom('', ' ', '\n', '\r\n  ', '\t');

function textOf(value: unknown, pad: () => string): string {
  const parts = (open: string, list: readonly string[], close: string): string =>
    open + pad() + list.map((one) => pad() + one + pad()).join(',') + close;
  if (Array.isArray(value))
    return parts(
      '[',
      value.map((one) => textOf(one, pad)),
      ']',
    );
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}${pad()}:${pad()}${textOf(one, pad)}`,
  );
  return parts('{', members, '}');
}

const packages = fc
  .record(
    {
      name: fc.jsonValue(),
      scripts: fc.dictionary(fc.constantFrom('test', 'compile', 'watch', 'a b'), fc.string()),
      exports: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  .chain((value) =>
    fc.tuple(
      fc.constant(value),
      fc.infiniteStream(blank),
      fc.constantFrom('', '\uFEFF'),
      blank,
      fc.constantFrom(undefined, 2, '\t'),
    ),
  )
  .map(([value, blanks, mark, end, indent]) => ({
    value,
    text: `${mark}${indent === undefined ? textOf(value, () => String(blanks.next().value)) : JSON.stringify(value, undefined, indent)}${end}`,
  }));

test('any package.json that is a JSON object has the scripts afterwards, and its other text unchanged', () => {
  const scripts = { compile: 'haft compile', watch: 'haft watch' };
  fc.assert(
    fc.property(packages, ({ value, text }) => {
      const edited = withScripts(text, scripts);
      if ('problem' in edited) throw new Error(`${edited.problem}: ${text}`);
      expect(edited.added).toEqual(Object.keys(scripts).filter((name) => !Object.hasOwn(value.scripts ?? {}, name)));
      expect(JSON.parse(edited.text.replace(/^\uFEFF/, ''))).toEqual(
        JSON.parse(JSON.stringify({ ...value, scripts: { ...scripts, ...value.scripts } })),
      );
      expect(edited.text.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
      // What was added is one piece for each script: the rest of the text is there, in its order.
      expect(isWithin(text, edited.text)).toBe(true);
    }),
    { numRuns: runs(1_000) },
  );
});

/** Whether the characters of one text are in the other, in the same order. */
function isWithin(text: string, other: string): boolean {
  let at = 0;
  for (const character of other) if (text.startsWith(character, at)) at += character.length;
  return at === text.length;
}

test.each([
  ['on one line', '{"name":"x", "scripts": { "test": "a" }}'],
  ['with a byte order mark', '\uFEFF{\r\n  "name": "x"\r\n}\r\n'],
])('a package.json %s has the scripts that init names', (_name, text) => {
  const folder = temporaryFolder({ 'package.json': text });
  expect(haft(folder, 'init').stdout).toContain('\nAdded the scripts compile and watch to package.json.\n');
  const written = readFileSync(join(folder, 'package.json'), 'utf8').replace('\uFEFF', '');
  expect(JSON.parse(written)).toMatchObject({ name: 'x', scripts: { compile: 'haft compile', watch: 'haft watch' } });
});

test.each<[string, Record<string, string>, string[]]>(
  everyNth(3, [
    ['specs: of haft.yaml', { 'haft.yaml': 'specs: specs3\n' }, []],
    ['specs: and out: of haft.yaml, deeper', { 'haft.yaml': 'specs: a/b/specs\nout: build/tools\n' }, []],
    ['specs: of haft.yaml, the project itself', { 'haft.yaml': 'specs: .\n' }, []],
    ['--specs', {}, ['--specs', 'own']],
    ['--specs beside that of haft.yaml', { 'haft.yaml': 'specs: specs3\n' }, ['--specs', 'my own']],
  ]),
)('where a command finds no spec folder, the init that it names makes it work: %s', (_where, files, flags) => {
  const folder = temporaryFolder(files);
  const before = haft(folder, 'check', ...flags);
  if (before.code === 2) {
    const [, line = ''] = /hint: Run `haft (init.*?)` to create an example there/.exec(before.stderr) ?? [];
    const init = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    expect(haft(folder, ...init)).toMatchObject({ code: 0, stderr: '' });
  } else haft(folder, 'init', ...flags);
  expect(haft(folder, 'check', ...flags).code).toBe(0);
  expect(haft(folder, 'compile', ...flags)).toMatchObject({ code: 0, stderr: '' });
  const tree = treeOf(folder);
  const out = (files['haft.yaml'] ?? '').includes('out:') ? 'build/tools' : 'generated';
  expect(Object.keys(tree)).toContain(`${out}/servers/text-tools/server.mjs`);
  expect(JSON.parse(tree['tsconfig.json'] ?? '').include).toContain(out);
  expect(JSON.parse(tree['package.json'] ?? '').scripts.compile).toBe(
    flags.length === 0
      ? 'haft compile'
      : `haft compile --specs ${flags[1]?.includes(' ') ? `'${flags[1]}'` : flags[1]}`,
  );
  const handlers = Object.keys(tree).find((path) => path.endsWith('text-tools/handlers.ts')) ?? '';
  const [, types = ''] = /from '(\S+)'/.exec(tree[handlers] ?? '') ?? [];
  expect(Object.keys(tree)).toContain(join(dirname(handlers), types).split('\\').join('/'));
});

test('a haft.yaml with errors is reported, and nothing is written', () => {
  const folder = temporaryFolder({ 'haft.yaml': 'foo: [' });
  expect(haft(folder, 'init')).toMatchObject({ code: 1, stderr: expect.stringContaining('haft.yaml:1:') });
  expect(Object.keys(treeOf(folder))).toEqual(['haft.yaml']);
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
