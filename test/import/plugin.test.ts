/** Plugins of hosts: their skills and commands become skills, everything else is named, and no path or secret gets out. */
import * as fc from 'fast-check';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandSkill, isBelow, pluginsIn } from '../../compiler/features/import/plugins/plugin.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { runs } from '../support/runs.ts';

const SECRET = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: Reviews changes. Use when a change is ready.\n---\n\n# Review\n\n1. Read it.\n`;
const REVIEWS = {
  '.claude-plugin/plugin.json': JSON.stringify({
    name: 'reviews',
    commands: ['./extra/more.md', './commands'],
    lspServers: './servers.json',
    mcpServers: { inline: { command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/a.mjs', '--token', SECRET] } },
  }),
  '.mcp.json': JSON.stringify({
    mcpServers: { files: { command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/server.mjs'] } },
  }),
  'skills/review/SKILL.md': skill('review'),
  'skills/review/scripts/list.py': 'print(1)\n',
  'commands/audit.md':
    '---\ndescription: Audits a folder. Use when it is about to be published.\nargument-hint: "[path]"\nallowed-tools: Bash\n---\n# Audit\n\nLook at $ARGUMENTS.\n',
  'extra/more.md': '---\ndescription: Counts the words of a text.\nmodel: large\n---\nCount them.\n',
  'commands/deep/plain.md': '# Plain\n\nLists what is open. Then stop.\n',
  'commands/broken.md': '---\ndescription: [\n---\nText.\n',
  'commands/empty.md': '# Only a heading\n',
  'agents/reader.md': 'You are a reader.\n',
  'hooks/hooks.json': '{}',
};

function marketplace(plugins: readonly object[]): string {
  const files = Object.entries(REVIEWS).map(([path, text]) => [`market/plugins/reviews/${path}`, text]);
  return temporaryFolder({
    'project/package.json': '{}',
    'project/specs/.keep': '',
    'market/.claude-plugin/marketplace.json': JSON.stringify({ name: 'team', plugins }),
    ...Object.fromEntries(files),
  });
}

const PLUGINS = [
  { name: 'reviews', source: './plugins/reviews', description: 'Reviews.' },
  { name: 'far', source: { source: 'github', repo: 'team/far' } },
  { name: 'outside', source: '../project' },
];

test('a plugin of a marketplace is chosen by its name, and all of it is carried or named', () => {
  const top = marketplace(PLUGINS);
  const project = join(top, 'project');
  const add = (...args: readonly string[]) => haft(project, 'import', 'plugin', '../market', ...args);
  expect(add('--list')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/reviews +Reviews\.\n {2}far +\(elsewhere\)/),
  });
  expect(add()).toMatchObject({ code: 1, stdout: expect.stringContaining('Choose one with --plugin.') });
  expect(add('--plugin', 'far').stderr).toContain('names another place');
  expect(add('--plugin', 'outside').stderr).toContain('is outside of');
  expect(add('--plugin', 'none').stderr).toContain('has no plugin "none"');
  expect(existsSync(join(project, 'haft.imports.json'))).toBe(false);

  const { code, stdout, stderr } = add('--plugin', 'reviews');
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining('Imported 4 skills into specs/reviews'),
  });
  for (const said of [
    '"inline"',
    '"files"',
    'agents of the plugin',
    'hooks of the plugin',
    '"commands/broken.md"',
    '"commands/empty.md"',
    '$ARGUMENTS',
    'The key "lspServers"',
    'names the model that runs it',
  ])
    expect(stderr).toContain(said);
  expect(stdout + stderr).not.toContain(SECRET);
  expect(readFileSync(join(project, 'haft.imports.json'), 'utf8')).not.toContain(SECRET);
  expect(haft(project, 'check').code).toBe(0);
  expect(haft(project, 'import', '--update').stdout).toContain('has not changed');

  writeFiles(top, { 'market/plugins/reviews/skills/new/SKILL.md': skill('new') });
  rmSync(join(top, 'market/plugins/reviews/commands/deep'), { recursive: true });
  expect(haft(project, 'import', '--update').stdout).toContain('1 new, 1 removed');
});

test.skipIf(ON_WINDOWS).each(['../../project', '/etc', './out'])(
  'a command path that leads out of a plugin reads nothing: %s',
  (path) => {
    const top = marketplace(PLUGINS.slice(0, 1));
    writeFiles(top, {
      'market/plugins/reviews/.claude-plugin/plugin.json': JSON.stringify({ name: 'reviews', commands: path }),
    });
    symlinkSync(join(top, 'project'), join(top, 'market/plugins/reviews/out'));
    writeFiles(top, { 'project/secret.md': 'Tells a secret.\n' });
    const { stdout, stderr } = haft(join(top, 'project'), 'import', 'plugin', '../market');
    expect(stdout + stderr).not.toContain('secret');
    expect(stderr).toMatch(/outside of the plugin|is not there/);
  },
);

test('a marketplace may have a base for the paths of its plugins', () => {
  const plugins = [
    { name: 'a', source: 'one' },
    { name: 'b', source: './two' },
  ];
  expect(pluginsIn({ metadata: { pluginRoot: './plugins' }, plugins }).map(({ folder }) => folder)).toEqual([
    './plugins/one',
    './two',
  ]);
});

test('the printed command imports the server from the file, with the folder of the plugin in place of its name', () => {
  const top = marketplace(PLUGINS.slice(0, 1));
  const server = join(top, 'market/plugins/reviews/server.mjs');
  writeFiles(top, {
    'market/plugins/reviews/server.mjs': `process.stdin.on('data', (text) => {
      for (const line of String(text).trim().split('\\n')) {
        const { id, method } = JSON.parse(line);
        const tools = [{ name: 'list_files', description: process.argv[1], inputSchema: { type: 'object' } }];
        const result = method === 'initialize' ? { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'files', version: '1' } } : { tools };
        if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
      }
    });`,
  });
  const project = join(top, 'project');
  const config = '../market/plugins/reviews/.mcp.json#files';
  const done = haft(project, 'import', 'mcp', '--name', 'files', '--config', config, '--run');
  expect({ code: done.code, err: done.stderr }).toMatchObject({ code: 0 });
  expect(readFileSync(join(project, 'specs/files/tools.yaml'), 'utf8')).toContain('server.mjs');
  expect(existsSync(server)).toBe(true);
});

test('the skills that a marketplace names are all of a plugin that shares its folder with others', () => {
  const top = temporaryFolder({
    'project/package.json': '{}',
    'project/specs/.keep': '',
    'market/.github/plugin/marketplace.json': JSON.stringify({
      plugins: [
        { name: 'first', source: './', strict: false, skills: ['./skills/one'] },
        { name: 'second', source: './', strict: false, skills: './skills/one-more/' },
        { name: 'none', source: './', skills: ['../project', './skill'] },
      ],
    }),
    'market/skills/one/SKILL.md': `${skill('one')}\nRun ${'${CLAUDE_PLUGIN_ROOT}'}/x.\n`,
    'market/skills/one/a.txt': 'a',
    'market/skills/one-more/SKILL.md': skill('one-more'),
  });
  const add = (name: string) => haft(join(top, 'project'), 'import', 'plugin', '../market', '--plugin', name);
  const first = add('first');
  expect(first.stdout).toContain('Imported 1 skill into specs/first (3 files)');
  expect(first.stderr).toContain('The text names the folder of the plugin');
  expect(add('second')).toMatchObject({
    stdout: expect.stringContaining('Imported 1 skill into specs/second (2 files)'),
  });
  expect(add('none').stderr).toContain('There is no skill and no command');
});

test('a command that cannot be read is named with the line and what is there', () => {
  const read = (hint: string) =>
    commandSkill('commands/a.md', `---\ndescription: D.\nargument-hint: ${hint}\n---\nDo.\n`);
  const [brackets, colon] = [read('[file] [other]'), read('a: b')].map(({ losses: [first] }) => first);
  expect(brackets?.message).toBe('"commands/a.md" is not imported. Line 3: Unexpected content: "[".');
  expect(colon?.message).toMatch(/^"commands\/a\.md" is not imported\. Line 3: The value on this line/);
  expect(colon?.hint).not.toBe(brackets?.hint);
});

test.skipIf(ON_WINDOWS)('links out of a plugin are not followed, and what is no plugin is refused', () => {
  const top = marketplace(PLUGINS.slice(0, 1));
  const project = join(top, 'project');
  writeFiles(top, { 'secret.md': '---\ndescription: Secret.\n---\n' });
  symlinkSync(join(top, 'secret.md'), join(top, 'market/plugins/reviews/commands/leak.md'));
  expect(haft(project, 'import', 'plugin', '../market').stdout).toContain('Imported 4 skills');
  writeFiles(top, { 'none/a.txt': 'a', 'bad/plugin.json': '{', 'bare/plugin.json': '{"name":"bare"}' });
  for (const [folder, says] of [
    ['none', /is neither a plugin nor a marketplace/],
    ['bad', /is not valid JSON/],
    ['bare', /There is no skill and no command/],
    ['absent', /There is no folder/],
  ] as const)
    expect(haft(project, 'import', 'plugin', `../${folder}`)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(says),
    });
});

test('a path is below each folder around it, however that is written, and below no other', () => {
  const names = fc.array(fc.stringMatching(/^[a-c-]{1,3}$/), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(
      names,
      fc.nat(),
      fc.constantFrom('', './', './/'),
      fc.constantFrom('', '/'),
      (parts, at, start, end) => {
        const around = parts.slice(0, at % (parts.length + 1));
        expect(isBelow(parts.join('/'), [`${start}${around.join('/')}${end}`])).toBe(true);
        expect(isBelow(parts.join('/'), [`${start}${[...around, 'x'].join('/')}${end}`, '../a'])).toBe(false);
        const longer = [...parts.slice(0, -1), `${parts.at(-1) ?? ''}x`];
        expect(isBelow(longer.join('/'), [parts.join('/')])).toBe(false);
      },
    ),
    { numRuns: runs(10_000) },
  );
});

test('any marketplace and any command is read without an exception', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('---\n', '---\na: [\n---\n', '---\ndescription: x\n---\n$1'));
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.array(text).map((parts) => parts.join('')),
      (json, markdown) => {
        for (const one of [json, { plugins: json }, { plugins: [json, { name: 'a', source: json }] }])
          for (const { name } of pluginsIn(one)) expect(typeof name).toBe('string');
        const { file, losses } = commandSkill('commands/a.md', markdown);
        expect(file !== undefined || losses.length > 0).toBe(true);
      },
    ),
    { numRuns: runs(10_000) },
  );
});
