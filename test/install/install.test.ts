/** Installations into a home folder: what is written for each host, what is left alone, and that all of it goes again. */
import { chmodSync, lstatSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diffLines, hostLines, refusalLines, secretValues } from '../../compiler/features/connect/run/install/print.ts';
import { readInstallable } from '../../compiler/features/connect/run/install/output.ts';
import type { InstallResult } from '../../compiler/features/connect/run/install/run.ts';
import type { Host } from '../../compiler/spec/hosts/host.ts';
import { HOSTS } from '../../compiler/spec/hosts/index.ts';
import { writeFiles } from '../support/folder.ts';
import { installBench } from '../support/install-bench.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const GOLDEN = join(import.meta.dirname, '../golden/hosts');
const URL_VALUE = '--env=LIBRARY_URL=http://127.0.0.1:9';
const isState = (path: string): boolean => /installs\.json|\.haft\/|haft-backup$/.test(path);

/** What an installation has put into a home folder, without Haft's own notes. */
function seen(tree: Record<string, string>): string {
  const files = Object.entries(tree).filter(([path]) => !isState(path));
  return files.map(([path, text]) => `=== ${path}\n${text}`).join('\n');
}

const happened = ({ plans }: InstallResult): object =>
  Object.assign({}, ...plans.map(({ entries }) => entries)) as object;

const SCOPED = HOSTS.flatMap((host) =>
  (['user', 'project'] as const).flatMap((scope) => (host.config[scope] ? [{ id: host.id, scope, host }] : [])),
);

test('at least 15 hosts say how they were verified', () => {
  expect(HOSTS.length).toBeGreaterThanOrEqual(15);
  for (const { verified } of HOSTS) expect(verified).toMatch(/^(?:ran \S+|docs$)/);
  expect(new Set(HOSTS.map(({ id }) => id)).size).toBe(HOSTS.length);
});

describe.skipIf(ON_WINDOWS).each(SCOPED)('$id, $scope', ({ id, scope, host }) => {
  test('writes what the golden file has; a second time nothing; and takes all of it out again', async () => {
    const bench = installBench();
    const before = bench.tree();
    const done = bench.install(`${id} --${scope} ${URL_VALUE}`);
    expect(happened(done)).toEqual({ library: 'added', notes: 'added', catalog: host.http ? 'added' : 'no remote' });
    const after = bench.tree();
    await expect(seen(after)).toMatchFileSnapshot(join(GOLDEN, `${id}-${scope}.txt`));
    const again = bench.install(`${id} --${scope} ${URL_VALUE}`);
    expect(Object.values(happened(again)).filter((one) => one !== 'unchanged' && one !== 'no remote')).toEqual([]);
    expect(bench.tree()).toEqual(after);
    bench.install(`${id} --${scope} --remove`);
    const rest = Object.entries(bench.tree()).filter(([path]) => !path.endsWith('.gitignore'));
    expect(Object.fromEntries(rest)).toEqual(before);
  });
});

const FIVE = 'claude-code codex gemini opencode goose';
const MINE = {
  '.claude.json': '{"numStartups":1}',
  '.codex/config.toml': '# mine\nmodel = "x"',
  '.gemini/settings.json': '// mine\r\n{\r\n\t"ui": {} // ui\r\n}\r\n',
  '.config/opencode/opencode.jsonc': '\ufeff{ /* mine */ "mcp": {}, }',
  '.config/goose/config.yaml': 'extensions:\n  dev: &a\n    enabled: true # yes\n',
};

test.skipIf(ON_WINDOWS)('files that were there have their bytes again, and are kept once as they were', () => {
  const bench = installBench(MINE);
  const before = bench.tree();
  bench.install(`${FIVE} --user ${URL_VALUE}`);
  const { '.claude.json.haft-backup': backup } = bench.tree();
  expect(backup).toBe(MINE['.claude.json']);
  bench.install(`${FIVE} --user --env=LIBRARY_URL=http://127.0.0.1:10`);
  expect(bench.tree()['.claude.json.haft-backup']).toBe(backup);
  expect(bench.tree()['.claude.json']).toContain('127.0.0.1:10');
  bench.install(`${FIVE} --user --remove`);
  const rest = Object.entries(bench.tree()).filter(([path]) => !path.endsWith('.haft-backup'));
  expect(Object.fromEntries(rest)).toEqual(before);
});

test.skipIf(ON_WINDOWS)('one server at a time, in and out', () => {
  const bench = installBench(MINE);
  bench.install(`${FIVE} --user --only=library ${URL_VALUE}`);
  bench.install(`${FIVE} --user --only=notes`);
  bench.install(`${FIVE} --user --remove --only=library`);
  expect(bench.tree()['.codex/config.toml']).toMatch(/notes/);
  expect(bench.tree()['.codex/config.toml']).not.toMatch(/library/);
  bench.install(`${FIVE} --user --remove`);
  for (const [path, text] of Object.entries(MINE)) expect(bench.tree()[path]).toBe(text);
});

test.skipIf(ON_WINDOWS)('a link stays a link, a private file stays private, and so does its copy', () => {
  const bench = installBench({ 'dotfiles/claude.json': '{}\n' });
  chmodSync(join(bench.home, 'dotfiles/claude.json'), 0o600);
  symlinkSync('dotfiles/claude.json', join(bench.home, '.claude.json'));
  bench.install(`claude-code --user ${URL_VALUE}`);
  expect(lstatSync(join(bench.home, '.claude.json')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(bench.home, 'dotfiles/claude.json'), 'utf8')).toContain('"library"');
  for (const path of ['dotfiles/claude.json', '.claude.json.haft-backup'])
    expect(statSync(join(bench.home, path)).mode & 0o777).toBe(0o600);
  expect(statSync(join(bench.home, '.claude/skills/find-books/scripts/run.sh')).mode & 0o111).not.toBe(0);
});

describe.skipIf(ON_WINDOWS)('entries and files that Haft does not own', () => {
  test('an entry that was changed by hand is left alone, without --force', () => {
    const bench = installBench();
    bench.install(`claude-code --user ${URL_VALUE}`);
    const file = join(bench.home, '.claude.json');
    const edited = readFileSync(file, 'utf8').replace('/usr/bin/node', '/opt/node');
    writeFileSync(file, edited);
    expect(happened(bench.install(`claude-code --user --env=LIBRARY_URL=x`))).toMatchObject({ library: 'edited' });
    expect(happened(bench.install('claude-code --user --remove'))).toMatchObject({
      library: 'edited',
      notes: 'removed',
    });
    expect(readFileSync(file, 'utf8')).toContain('/opt/node');
    expect(happened(bench.install(`claude-code --user --force ${URL_VALUE}`))).toMatchObject({ library: 'changed' });
    expect(readFileSync(file, 'utf8')).not.toContain('/opt/node');
  });

  test('an entry of another owner with the same name is unchanged', () => {
    const bench = installBench({ '.cursor/mcp.json': '{ "mcpServers": { "library": { "url": "http://x" } } }\n' });
    expect(happened(bench.install(`cursor --user ${URL_VALUE}`))).toMatchObject({ library: 'foreign', notes: 'added' });
    expect(bench.tree()['.cursor/mcp.json']).toContain('"library": { "url": "http://x" }');
    bench.install('cursor --user --remove');
    expect(bench.tree()['.cursor/mcp.json']).toBe('{ "mcpServers": { "library": { "url": "http://x" } } }\n');
  });

  test('skill folders of other owners, and changed ones, stay', () => {
    const bench = installBench({ '.claude/skills/find-books/SKILL.md': 'mine' });
    expect(bench.install(`claude-code --user ${URL_VALUE}`).plans[0]?.skills).toEqual({ 'find-books': 'foreign' });
    bench.install(`codex --user ${URL_VALUE}`);
    writeFiles(bench.home, { '.agents/skills/find-books/SKILL.md': 'changed' });
    expect(bench.install('codex --user --remove').plans[0]?.skills).toEqual({ 'find-books': 'edited' });
    expect(bench.tree()).toMatchObject({
      '.claude/skills/find-books/SKILL.md': 'mine',
      '.agents/skills/find-books/SKILL.md': 'changed',
    });
  });

  test('a skill folder that two hosts read goes with the second', () => {
    const bench = installBench();
    bench.install(`codex gemini --user ${URL_VALUE}`);
    bench.install('codex --user --remove');
    expect(bench.tree()).toHaveProperty(['.agents/skills/find-books/SKILL.md']);
    bench.install('gemini --user --remove');
    expect(bench.tree()).toEqual({});
  });
});

test.skipIf(ON_WINDOWS).each<[string, string, string, RegExp]>([
  ['claude-code', '.claude.json', '{\n  // note\n  "a": 1\n}', /\.claude\.json:2:3: The file has a comment/],
  ['gemini', '.gemini/settings.json', '{\n  "a": 1,\n}', /settings\.json:\d:\d+: The file has a trailing comma/],
  ['gemini', '.gemini/settings.json', '\ufeff{}', /byte order mark/],
  ['opencode', '.config/opencode/opencode.json', '{\n  "mcp": 1\n}', /opencode\.json:2:10: "mcp" is not an object/],
  [
    'cursor',
    '.cursor/mcp.json',
    '{ "mcpServers": {}, "mcpServers": {} }',
    /mcp\.json:1:21: Duplicate key "mcpServers"/,
  ],
  ['cursor', '.cursor/mcp.json', '{ "a": ', /The file is not valid JSON/],
  [
    'codex',
    '.codex/config.toml',
    'a = 1\nmcp_servers = { x = { command = "y" } }',
    /config\.toml:2:1: "mcp_servers" is written on one line/,
  ],
  ['codex', '.codex/config.toml', 'a = 1\n[mcp_servers.x]\na = \n', /config\.toml:3:\d+: The file is not valid TOML/],
  ['codex', '.codex/config.toml', '[a]\n[a]\n', /is not valid TOML/],
  [
    'goose',
    '.config/goose/config.yaml',
    'a: 1\nextensions: { x: {} }\n',
    /config\.yaml:2:13: "extensions" is written on one line/,
  ],
  ['goose', '.config/goose/config.yaml', 'a: &a {}\nextensions: *a\n', /"extensions" is an alias/],
  ['goose', '.config/goose/config.yaml', 'a: [1\n', /is not valid YAML/],
  [
    'openclaw',
    '.openclaw/openclaw.json',
    "{\n  // JSON5\n  gateway: { mode: 'local' },\n}\n",
    /openclaw\.json:3:3: The file has JSON5 syntax/,
  ],
  ['cursor', '.cursor/mcp.json', `${'['.repeat(200_000)}`, /nested deeper than 200 levels|not valid JSON/],
])(
  '%s: what cannot be edited in %s is not, with its line and the text to paste, and no other file is written',
  (id, path, text, expected) => {
    const bench = installBench({ [path]: text });
    const done = bench.install(`${id} kiro --user ${URL_VALUE}`);
    const [plan] = done.plans;
    if (!plan) throw new Error('There is no plan.');
    const printed = refusalLines(plan.refusals, plan.target, []);
    expect(printed).toMatch(expected);
    expect(printed).toMatch(/To add it by hand to .*:\n\n[^]*library[^]*notes/);
    expect(bench.tree()).toEqual({ [path]: text });
  },
);

describe.skipIf(ON_WINDOWS)('variables', () => {
  const fileOf = (host: Host['id'], line: string, variables = {}): string => {
    const bench = installBench();
    bench.install(`${host} --user --only=library ${line}`, variables);
    return seen(bench.tree());
  };

  test('a required one without a value is asked for, and nothing is written', () => {
    const bench = installBench();
    const [plan] = bench.install('claude-code --user').plans;
    expect(plan?.refusals).toEqual([
      {
        message: 'Server "library" needs LIBRARY_URL: Where the library is.',
        hint: 'Add --env LIBRARY_URL=<value>, or --env-from-shell LIBRARY_URL if the host has it, or --allow-missing.',
      },
    ]);
    expect(bench.tree()).toEqual({});
  });

  test.each<[Host['id'], string, RegExp]>([
    ['claude-code', '--env-from-shell=LIBRARY_URL', /"LIBRARY_URL": "\$\{LIBRARY_URL\}"/],
    ['opencode', '--env-from-shell=LIBRARY_URL', /"LIBRARY_URL": "\{env:LIBRARY_URL\}"/],
    ['codex', '--env-from-shell=LIBRARY_URL', /env_vars = \["LIBRARY_URL", "LIBRARY_KEY"\]/],
    ['goose', '--env-from-shell=LIBRARY_URL', /env_keys:\n\s+- "?LIBRARY_URL/],
    ['claude-code', '--env=LIBRARY_URL=a="b"', /"LIBRARY_URL": "a=\\"b\\""/],
  ])('%s %s', (host, line, expected) => {
    expect(fileOf(host, line)).toMatch(expected);
  });

  test('the value of a secret is not written, though it is set here', () => {
    for (const host of ['claude-code', 'codex', 'opencode'])
      expect(fileOf(host, '', { LIBRARY_URL: 'u', LIBRARY_KEY: 'k3y-value' })).not.toMatch(/k3y-value/);
  });

  test('a secret that is to be written is not shown, neither the new one nor the old', () => {
    const bench = installBench();
    bench.install(`claude-code --user ${URL_VALUE} --env=LIBRARY_KEY=old-secret`);
    const line = `claude-code --user --dry-run ${URL_VALUE} --env=LIBRARY_KEY=new-secret`;
    const { plans, draft } = bench.install(line);
    const secrets = secretValues(plans, draft, readInstallable(join(bench.project, 'generated'), []), {
      LIBRARY_KEY: 'new-secret',
    });
    const machine = { platform: 'linux', home: bench.home, env: {} } as const;
    const shown = diffLines(draft, machine, secrets) + plans.map((plan) => hostLines(plan, machine, false)).join('\n');
    expect(shown).toMatch(/"LIBRARY_KEY": "<secret>"/);
    expect(shown).toMatch(/warning: the file has LIBRARY_KEY in plain text/);
    expect(shown).not.toMatch(/old-secret|new-secret/);
    expect(bench.tree()['.claude.json']).toContain('old-secret');
  });
});

test.skipIf(ON_WINDOWS)('--portable, --copy and --link', () => {
  const bench = installBench();
  bench.install(`claude-code --portable --only=library ${URL_VALUE}`);
  expect(bench.tree()['my project/.mcp.json']).toContain(
    '"${CLAUDE_PROJECT_DIR:-.}/generated/servers/library/server.mjs"',
  );
  bench.install(`claude-code --user --copy --link ${URL_VALUE}`);
  const copy = '.local/share/haft/servers/library/server.mjs';
  expect(bench.tree()['.claude.json']).toContain(`"~/${copy}"`);
  expect(bench.tree()).toHaveProperty([copy]);
  expect(bench.tree()['.claude/skills/find-books']).toBe('-> link');
  bench.install('claude-code --user --remove');
  expect(Object.keys(bench.tree()).filter((path) => !path.startsWith('my project/'))).toEqual([]);
});

test.skipIf(ON_WINDOWS)(
  'another project with a server of the same name does not take its place, unless that project is gone',
  () => {
    const bench = installBench();
    bench.install(`kiro --user ${URL_VALUE}`);
    const state = join(bench.home, '.local/state/haft/installs.json');
    writeFileSync(state, readFileSync(state, 'utf8').replaceAll('my project/generated', 'other/generated'));
    const again = (): object => happened(bench.install('kiro --user --env=LIBRARY_URL=changed'));
    writeFiles(bench.home, { 'other/generated/haft.manifest.json': '{}' });
    expect(again()).toMatchObject({ library: 'other project' });
    expect(happened(bench.install('kiro --user --remove'))).toMatchObject({ library: 'other project' });
    renameSync(join(bench.home, 'other'), join(bench.home, 'moved'));
    expect(again()).toMatchObject({ library: 'changed' });
    expect(bench.tree()['.kiro/settings/mcp.json']).toContain('"LIBRARY_URL": "changed"');
  },
);

test.skipIf(ON_WINDOWS)('of two files, the one that Copilot reads has the entries', () => {
  const mine = '{ "mcpServers": {} }\n';
  const bench = installBench({ 'my project/.mcp.json': mine, 'my project/.github/mcp.json': mine });
  bench.install(`copilot --project ${URL_VALUE}`);
  expect(bench.tree()['my project/.mcp.json']).toContain('library');
  expect(bench.tree()['my project/.github/mcp.json']).toBe(mine);
});

test.skipIf(ON_WINDOWS)('inside WSL, the file of a desktop program is on the other side', () => {
  const WSL = { WSL_DISTRO_NAME: 'Ubuntu' };
  const bench = installBench();
  expect(() => bench.install(`cursor --user ${URL_VALUE}`, WSL)).toThrow(/not on this side of WSL/);
  bench.install(`cursor --user --only=library --config-path=../mcp.json ${URL_VALUE}`, WSL);
  const script = expect.stringMatching(/server\.mjs$/) as string;
  expect(JSON.parse(bench.tree()['mcp.json'] ?? '')).toMatchObject({
    mcpServers: { library: { command: 'wsl.exe', args: ['-d', 'Ubuntu', '--', '/usr/bin/node', script] } },
  });
});
