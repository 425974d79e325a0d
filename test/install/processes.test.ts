/** `haft install` as users run it: killed at every moment, run twice at once, in a folder that cannot be written. */
// In depth: a process for each moment; install.test.ts has what is written.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';
import { BIN } from '../support/haft.ts';
import { installBench } from '../support/install-bench.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth } from '../support/runs.ts';

const HOOK = pathToFileURL(join(import.meta.dirname, '../support/kill-at-write.mjs')).href;
const LINE = ['claude-code', 'codex', '--user', '--env', 'LIBRARY_URL=http://127.0.0.1:9'];
const MINE = { '.claude.json': '{"numStartups":1}\n', '.codex/config.toml': 'model = "x"\n' };

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function environment(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1' };
}

function run(home: string, args: readonly string[], killAt?: number): Ran {
  const hook = killAt === undefined ? [] : ['--import', HOOK];
  const env = { ...environment(home), HAFT_KILL_AT: String(killAt) };
  return spawnSync(process.execPath, [...hook, BIN, 'install', ...args], {
    cwd: join(home, 'my project'),
    env,
    encoding: 'utf8',
  });
}

/** Without the notes of Haft and the project. */
function others(home: string): Record<string, string> {
  const all = Object.entries(treeOf(home)).filter(([path]) => !/^(?:my project|\.local)\/|haft-backup$/.test(path));
  return Object.fromEntries(all.map(([path, text]) => [path, text.replaceAll(home, '~')]));
}

test.skipIf(ON_WINDOWS)(
  'killed before any change of the disk: each file is old or new, the next run finishes, and a removal leaves what was there',
  () => {
    const first = installBench(MINE).home;
    const before = others(first);
    const copyOf = (): string => {
      const home = join(temporaryFolder(), 'home');
      cpSync(first, home, { recursive: true });
      return home;
    };
    const done = copyOf();
    const changes = Number(/changes:(\d+)/.exec(run(done, LINE, 0).stderr)?.[1]);
    const after = others(done);
    expect(changes).toBeGreaterThan(15);
    for (const at of everyNth(4, range(1, changes, 2))) {
      const home = copyOf();
      run(home, LINE, at);
      for (const [path, text] of Object.entries(others(home)).filter(([name]) => !/\.haft-\d+-\d+\.tmp$/.test(name)))
        expect([before[path], after[path]]).toContain(text);
      expect(run(home, at % 4 === 1 ? LINE : [...LINE, '--remove']).status).toBe(0);
      expect(others(home)).toEqual(at % 4 === 1 ? after : before);
    }
  },
  240_000,
);

test.skipIf(ON_WINDOWS)('two at the same time: both are in every file', async () => {
  const { home } = installBench(MINE);
  const env = environment(home);
  const start = (name: string): Promise<number | null> => {
    const args = [BIN, 'install', ...LINE, '--only', name];
    const own = name === 'library' ? args : args.filter((arg) => arg !== '--env' && !arg.startsWith('LIBRARY_URL='));
    const child = spawn(process.execPath, own, { cwd: join(home, 'my project'), env, stdio: 'ignore' });
    return new Promise((resolve) => child.once('close', resolve));
  };
  const codes = await Promise.all(['library', 'notes', 'catalog', 'find-books'].map(start));
  expect(codes).toEqual([0, 0, 0, 0]);
  const tree = others(home);
  for (const path of Object.keys(MINE))
    for (const name of ['library', 'notes', 'catalog']) expect(tree[path]).toContain(name);
  expect(run(home, ['claude-code', 'codex', '--user', '--remove']).status).toBe(0);
  expect(others(home)).toEqual(MINE);
});

test.skipIf(ON_WINDOWS)('a removal from another folder removes nothing, and says where to run it', () => {
  const { home } = installBench(MINE);
  expect(run(home, LINE).status).toBe(0);
  const before = others(home);
  const cwd = temporaryFolder();
  const args = [BIN, 'install', 'claude-code', '--user', '--no-skills', '--remove'];
  const { stdout } = spawnSync(process.execPath, args, { cwd, env: environment(home), encoding: 'utf8' });
  expect(stdout).toContain(
    'nothing of this project is installed; run the command in the folder that it was installed from',
  );
  expect(others(home)).toEqual(before);
});

test.skipIf(ON_WINDOWS)(
  'the scope and the next step are said, --dry-run writes nothing, and haft hosts shows what is connected',
  () => {
    const { home } = installBench(MINE);
    const dry = run(home, [...LINE, '--dry-run']);
    expect([dry.status, dry.stderr]).toEqual([0, '']);
    expect(dry.stdout).toMatch(/^--- ~\/\.claude\.json\n/);
    expect(dry.stdout).toMatch(/\+ .*"library": ?\{/);
    expect(dry.stdout).toMatch(/Nothing was written\.\n$/);
    expect(others(home)).toEqual(MINE);
    const { stdout } = run(home, LINE);
    expect(stdout).toMatch(/^Claude Code \(user\): ~\/\.claude\.json\n {2}library: added\n/);
    expect(stdout).toMatch(/1 skill added: ~\/\.agents\/skills\n {2}next: Restart it\.\n$/);
    const hosts = spawnSync(process.execPath, [BIN, 'hosts', '--json'], {
      cwd: home,
      env: environment(home),
      encoding: 'utf8',
    });
    const { hosts: all } = JSON.parse(hosts.stdout) as { hosts: { id: string; found: boolean; files: object[] }[] };
    expect(all.find(({ id }) => id === 'codex')).toMatchObject({
      found: true,
      files: [
        {
          scope: 'user',
          servers: ['library', 'notes', 'catalog'].map((name) => ({ name, state: 'connected' })),
          skills: ['find-books'],
        },
        { scope: 'project', servers: [], approve: expect.stringContaining('trust the folder') },
      ],
    });
    const text = spawnSync(process.execPath, [BIN, 'hosts'], {
      cwd: home,
      env: environment(home),
      encoding: 'utf8',
    }).stdout;
    expect(text).toMatch(
      /^claude-code: Claude Code, found \(tried with 2\.1\.330\)\n {2}user: ~\/\.claude\.json\n {4}servers: library/,
    );
  },
);

test.skipIf(ON_WINDOWS).each<[string, readonly string[], RegExp]>([
  ['no host', [], /needs a host[^]*haft install claude-code/],
  ['an unknown host', ['frobnicate'], /Unknown host "frobnicate"[^]*Known hosts: claude-code, /],
  ['a part of the name of a host', ['claud'], /Unknown host "claud"[^]*Did you mean "claude-code"/],
  ['an unknown server', ['codex', '--only', 'libary'], /Did you mean "library"/],
  ['an unknown variable', ['codex', '--env', 'LIBRARY_URI=x'], /Did you mean LIBRARY_URL/],
  ['both scopes', ['codex', '--user', '--project'], /--user or --project, not both/],
  ['a scope that the host lacks', ['goose', '--project'], /Use --user/],
])('%s is a usage error', (_name, args, expected) => {
  const { status, stderr } = run(installBench().home, args);
  expect([status, stderr]).toEqual([2, expect.stringMatching(expected)]);
});

test.skipIf(ON_WINDOWS || process.getuid?.() === 0)('a folder that cannot be written changes nothing anywhere', () => {
  const { home } = installBench(MINE);
  chmodSync(join(home, '.codex'), 0o555);
  const { status, stderr } = run(home, LINE);
  chmodSync(join(home, '.codex'), 0o755);
  expect([status, stderr]).toEqual([2, expect.stringMatching(/Cannot write ".*config\.toml.*": permission is denied/)]);
  expect(others(home)).toEqual(MINE);
});

test.skipIf(ON_WINDOWS)('a full disk changes nothing anywhere', () => {
  const { home } = installBench(MINE);
  writeFiles(home, { '.local/state/haft/x': '' });
  const line = `ulimit -f 0; exec '${process.execPath}' '${BIN}' install ${LINE.join(' ')}`;
  const { status, stderr } = spawnSync('sh', ['-c', line], {
    cwd: join(home, 'my project'),
    env: environment(home),
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/haft: Cannot write/)]);
  expect(others(home)).toEqual(MINE);
});

/** From `first` to `last`, by `step`. */
function range(first: number, last: number, step: number): readonly number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_none, at) => first + at * step);
}
