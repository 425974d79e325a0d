/**
 * What would be published, installed by the package managers that people use, from a registry of this machine: the first
 * command of a new user works with each. Only where HAFT_TEST_RELEASE is set: the package managers are installed for it.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/folder.ts';

const ROOT = join(import.meta.dirname, '..');

interface Manager {
  readonly name: string;
  /** What the folder has before; `REGISTRY` is the address of the registry. */
  readonly files: Readonly<Record<string, string>>;
  /** Programs and their arguments. */
  readonly steps: readonly (readonly string[])[];
}

const PACKAGE = { 'package.json': '{"private":true}\n' };
const YARN =
  'enableTelemetry: false\nnpmRegistryServer: "REGISTRY"\nunsafeHttpWhitelist: ["127.0.0.1"]\nnpmMinimalAgeGate: 0\n';

function through(manager: string, add: readonly string[], execute: readonly string[]): string[][] {
  const start = ['npx', '--yes', manager];
  const haft = [...start, ...execute, 'haft'];
  return [
    [...start, ...add, 'haft'],
    [...haft, 'init'],
    [...haft, 'compile'],
  ];
}

const MANAGERS: readonly Manager[] = [
  {
    name: 'npm',
    files: PACKAGE,
    steps: [
      ['npm', 'install', '--save-dev', 'haft'],
      ['npx', 'haft', 'init'],
      ['npm', 'run', 'compile'],
    ],
  },
  {
    name: 'npx',
    files: {},
    steps: [
      ['npx', '--yes', 'haft', 'init'],
      ['npm', 'install'],
      ['npm', 'run', 'compile'],
    ],
  },
  { name: 'pnpm', files: PACKAGE, steps: through('pnpm@10', ['add', '--save-dev'], ['exec']) },
  {
    name: 'yarn, plug and play',
    files: { ...PACKAGE, '.yarnrc.yml': `nodeLinker: pnp\n${YARN}`, 'yarn.lock': '' },
    steps: through('@yarnpkg/cli-dist@4', ['add', '--dev'], []),
  },
  {
    name: 'bun',
    files: { ...PACKAGE, 'bunfig.toml': '[install]\nregistry = "REGISTRY"\n' },
    steps: through('bun@1', ['add', '--dev'], ['x']),
  },
];

/** A clone in which a release was made, as its owner makes one: the tests of releases hold on that commit, from which it is published. */
function releasedClone(folder: string): string {
  const clone = join(folder, 'clone');
  const run = (program: string, ...args: readonly string[]): string =>
    execFileSync(program, args, { cwd: clone, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  const address = 'https://git.example.org/tools/haft';
  writeFileSync(
    join(clone, 'addresses.json'),
    `${JSON.stringify({ repository: address, homepage: address, bugs: `${address}/issues` }, undefined, 2)}\n`,
  );
  for (const [key, value] of [
    ['user.name', 'Owner'],
    ['user.email', 'owner@example.org'],
  ] as const)
    run('git', 'config', key, value);
  run('git', 'commit', '--quiet', '--all', '--message', 'Addresses');
  run('npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund');
  expect(run('npm', 'run', '--silent', 'release', '--', 'minor', '--write')).toContain('Committed and tagged');
  expect(run('git', 'status', '--porcelain')).toBe('');
  run('node', 'scripts/release.mjs', '--tagged', run('git', 'tag', '--points-at', 'HEAD').trim());
  run('npx', 'vitest', 'run', 'test/release.test.ts', 'test/release-gate.test.ts', 'test/generated.test.ts');
  return clone;
}

describe.skipIf(!process.env['HAFT_TEST_RELEASE'])('the packages, from a registry', () => {
  let child: ChildProcess;
  let registry = '';
  let home = '';
  const run = (cwd: string, [program = '', ...args]: readonly string[]) => {
    const env = {
      PATH: process.env['PATH'],
      // How this machine reaches the registry that the packages of others are from.
      NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
      HOME: home,
      npm_config_registry: registry,
      npm_config_cache: join(home, '.npm'),
      CI: 'true',
    };
    return spawnSync(program, args, { cwd, encoding: 'utf8', env, timeout: 240_000 });
  };

  beforeAll(async () => {
    home = temporaryFolder({}, afterAll);
    const clone = releasedClone(home);
    const archives = ['runtime', 'compiler'].map((room) => {
      const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', home];
      const out = execFileSync('npm', args, {
        cwd: join(clone, room),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return join(home, (JSON.parse(out) as [{ filename: string }])[0].filename);
    });
    const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
    child = spawn(process.execPath, [join(ROOT, 'test/doubles/registry/main.mjs'), upstream, ...archives], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [port] = (await once(child.stdout!, 'data')) as [Buffer];
    registry = `http://127.0.0.1:${String(port).trim()}/`;
  }, 900_000);

  afterAll(async () => {
    child.kill();
    await once(child, 'close');
  });

  test.each(MANAGERS)(
    '$name: init and compile',
    ({ files, steps }) => {
      const folder = temporaryFolder(
        Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replace('REGISTRY', registry)])),
      );
      for (const step of steps) {
        const { status, stdout, stderr } = run(folder, step);
        expect(status, `${step.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
      }
      const listed = run(folder, [process.execPath, 'generated/servers/text-tools/server.mjs', '--list']);
      expect(listed.stdout).toContain('count_words');
      expect(readdirSync(join(folder, 'generated'))).toContain('haft.manifest.json');
    },
    600_000,
  );

  test.each(['runtime', 'compiler'])(
    '%s: its types are found by every kind of import (attw)',
    (room) => {
      const args = [
        '--yes',
        '@arethetypeswrong/cli',
        '--pack',
        join(ROOT, room),
        '--profile',
        'esm-only',
        '--exclude-entrypoints',
        './spec.schema.json',
        './check.schema.json',
        './diff.schema.json',
        './package.json',
      ];
      const { status, stdout, stderr } = run(home, ['npx', ...args]);
      expect(status, `${stdout}\n${stderr}`).toBe(0);
    },
    300_000,
  );
});
