/** What would be published: only what users need, and a library and a command that work from the packed files alone. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from './support/folder.ts';
import { ON_WINDOWS } from './support/posix.ts';

const ROOT = join(import.meta.dirname, '..');

function packed(room: string): string[] {
  const out = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: join(ROOT, room),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [pack] = JSON.parse(out) as [{ files: { path: string }[] }];
  return pack.files.map(({ path }) => path);
}

describe.each(['compiler', 'runtime'])('%s', (room) => {
  test('is packed without sources, tests or leftovers', () => {
    const files = packed(room);
    expect(
      files.filter(
        (path) =>
          !/^(?:dist\/.+\.(?:js|d\.ts)|dist\/command-line\/licenses\.txt|bin\/haft\.js|\w+\.schema\.json|package\.json|README\.md|LICENSE)$/.test(
            path,
          ),
      ),
    ).toEqual([]);
    expect(files).toContain('LICENSE');
    expect(files.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(10);
  });

  test('has nothing that publint objects to', async () => {
    const { messages, pkg } = await publint({ pkgDir: join(ROOT, room), strict: true, pack: 'npm' });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
  });
});

test.skipIf(ON_WINDOWS)('packed and installed elsewhere, the command compiles and the library is typed', () => {
  const folder = temporaryFolder();
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const room of ['compiler', 'runtime']) {
    execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
      cwd: join(ROOT, room),
      stdio: 'ignore',
    });
  }
  for (const [name, pattern] of [
    ['haft', /^haft-\d/],
    ['@haft/runtime', /^haft-runtime-/],
  ] as const) {
    const archive = readdirSync(folder).find((file) => pattern.test(file)) ?? '';
    mkdirSync(join(modules, name), { recursive: true });
    execFileSync('tar', ['-xzf', join(folder, archive), '-C', join(modules, name), '--strip-components=1']);
  }
  // The dependencies of the packages, as an installer would lay them beside them.
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (!['haft', '@haft', '.bin'].includes(name)) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  const haft = (...args: string[]): string =>
    execFileSync(process.execPath, [join(modules, 'haft/bin/haft.js'), ...args], { cwd: folder, encoding: 'utf8' });
  haft('init');
  expect(haft('compile')).toContain('1 server with 2 tools, 1 skill compiled into generated/');
  writeFiles(folder, {
    'package.json': '{ "type": "module" }',
    'tsconfig.json':
      '{ "compilerOptions": { "strict": true, "module": "nodenext", "noEmit": true, "target": "es2023", "types": [], "allowImportingTsExtensions": true }, "include": ["*.ts", "generated", "specs"] }',
    'use.ts':
      "import { compile } from 'haft';\nconst { diagnostics } = compile([{ path: 'a.yaml', text: 'kind: skil' }]);\nexport const first: string | undefined = diagnostics[0]?.code;\n",
    'use.mjs':
      "import { compile } from 'haft';\nprocess.stdout.write(String(compile([{ path: 'a.yaml', text: 'kind: skil' }]).diagnostics[0]?.hint));\n",
  });
  expect(execFileSync(process.execPath, ['use.mjs'], { cwd: folder, encoding: 'utf8' })).toBe('Did you mean "skill"?');
  expect(
    spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' })
      .stdout,
  ).toBe('');
});
