/** What would be published: only what users need, and a library and a command that work from the packed files alone. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from './support/folder.ts';
import { ON_WINDOWS } from './support/posix.ts';
import { IS_WHOLE } from './support/runs.ts';

const ROOT = join(import.meta.dirname, '..');

interface Packed {
  readonly archive: string;
  readonly files: readonly string[];
  /** Bytes when it is installed. */
  readonly unpackedSize: number;
}

const ROOMS = ['compiler', 'runtime'] as const;

/** Where the packages of this repository are in its lock file. */
const DIRECTORY: Readonly<Record<string, string>> = { haft: 'compiler', '@haft/runtime': 'runtime' };
let packages: Readonly<Record<(typeof ROOMS)[number], Packed>>;

/** Each package once for all tests: npm takes seconds. */
beforeAll(() => {
  const folder = temporaryFolder({}, afterAll);
  const pack = (room: string): Packed => {
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const out = execFileSync('npm', args, {
      cwd: join(ROOT, room),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ files, filename, unpackedSize }] = JSON.parse(out) as [
      { filename: string; files: { path: string }[]; unpackedSize: number },
    ];
    return { archive: join(folder, filename), files: files.map(({ path }) => path), unpackedSize };
  };
  packages = { compiler: pack('compiler'), runtime: pack('runtime') };
});

describe.each(ROOMS)('%s', (room) => {
  test('is packed without sources, tests or leftovers', () => {
    const { files } = packages[room];
    expect(
      files.filter(
        (path) =>
          !/^(?:dist\/.+\.(?:js|d\.ts)|dist\/command-line\/(?:licenses\.txt|main\.cjs|ts-morph\.cjs)|bin\/(?:haft|load)\.js|\w+\.schema\.json|package\.json|README\.md|LICENSE)$/.test(
            path,
          ),
      ),
    ).toEqual([]);
    expect(files).toContain('LICENSE');
  });

  test('has nothing that publint objects to', async () => {
    const { buffer } = new Uint8Array(readFileSync(packages[room].archive));
    const { messages, pkg } = await publint({ strict: true, pack: { tarball: buffer } });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
  });
});

test('the packages and all that they depend on are at most 25 MB in 12 packages', () => {
  const { packages: locked } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dependencies?: Record<string, string>; os?: string[]; cpu?: string[] }>;
  };
  const installed = new Set<string>();
  const add = (name: string, folder: string): void => {
    if (installed.has(name)) return;
    installed.add(name);
    for (const one of Object.keys(locked[folder]?.dependencies ?? {}))
      add(one, DIRECTORY[one] ?? `node_modules/${one}`);
  };
  add('haft', 'compiler');
  expect([...installed].sort()).toEqual(['@haft/runtime', 'esbuild', 'haft']);
  // esbuild is one program, in a package of its own for each platform.
  expect(installed.size + 1).toBeLessThanOrEqual(12);
  const program = statSync(join(ROOT, 'node_modules/esbuild/bin/esbuild')).size;
  const bytes = packages.compiler.unpackedSize + packages.runtime.unpackedSize + program;
  expect(bytes / 1e6).toBeLessThanOrEqual(25);
});

/** In a folder that has both packages as npm would install them, after `haft init` and `haft compile`. */
function projectWithPackages(): { readonly folder: string; readonly compiled: string } {
  const folder = temporaryFolder();
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const [name, room] of [
    ['haft', 'compiler'],
    ['@haft/runtime', 'runtime'],
  ] as const) {
    mkdirSync(join(modules, name), { recursive: true });
    execFileSync('tar', ['-xzf', packages[room].archive, '-C', join(modules, name), '--strip-components=1']);
  }
  // The only dependency that is not one of them.
  for (const name of ['esbuild', '@esbuild']) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  const haft = (...args: string[]): string =>
    execFileSync(process.execPath, [join(modules, 'haft/bin/haft.js'), ...args], { cwd: folder, encoding: 'utf8' });
  haft('init');
  return { folder, compiled: haft('compile') };
}

test.skipIf(ON_WINDOWS)('packed and installed elsewhere, the command compiles and the library is called', () => {
  const { folder, compiled } = projectWithPackages();
  expect(compiled).toContain('1 server with 2 tools, 1 skill compiled into generated/');
  writeFiles(folder, {
    'package.json': '{ "type": "module" }',
    'use.mjs':
      "import { compile } from 'haft';\nprocess.stdout.write(String(compile([{ path: 'a.yaml', text: 'kind: skil' }]).diagnostics[0]?.hint));\n",
  });
  expect(execFileSync(process.execPath, ['use.mjs'], { cwd: folder, encoding: 'utf8' })).toBe('Did you mean "skill"?');
});

/** The compiler of TypeScript costs as much as all that is above. */
test.skipIf(ON_WINDOWS || !IS_WHOLE)('packed and installed elsewhere, the library is typed (HAFT_RUNS=1)', () => {
  const { folder } = projectWithPackages();
  writeFiles(folder, {
    'package.json': '{ "type": "module" }',
    'tsconfig.json':
      '{ "compilerOptions": { "strict": true, "module": "nodenext", "noEmit": true, "target": "es2023", "types": [], "allowImportingTsExtensions": true }, "include": ["*.ts", "generated", "specs"] }',
    'use.ts':
      "import { compile } from 'haft';\nconst { diagnostics } = compile([{ path: 'a.yaml', text: 'kind: skil' }]);\nexport const first: string | undefined = diagnostics[0]?.code;\n",
  });
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  expect(spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout).toBe('');
});
