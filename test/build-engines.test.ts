/**
 * docs/build-engines.md does what it says, file by file and command by command. The engines themselves are run with
 * HAFT_TEST_BUILD_ENGINES=1: they are large, and are installed from the package registry into a temporary folder.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, treeOf, writeFiles } from './support/folder.ts';
import { haft } from './support/haft.ts';
import { recipesOf } from './support/recipes.ts';
import type { Recipe } from './support/recipes.ts';

const ROOT = join(import.meta.dirname, '..');
const HAFT = join(ROOT, 'compiler/bin/haft.js');
const RECIPES = recipesOf(readFileSync(join(ROOT, 'docs/build-engines.md'), 'utf8'));
const AGENTS = 'packages/agents';

/** A workspace with the example in it and the files of the recipe laid over it. */
function workspace(recipe: Recipe | undefined): string {
  const folder = temporaryFolder();
  expect(haft(folder, 'init', AGENTS).code).toBe(0);
  writeFiles(folder, recipe?.files ?? {});
  return folder;
}

function listed(folder: string, list: 'inputs' | 'outputs'): string[] {
  const { code, stdout } = haft(join(folder, AGENTS), 'compile', `--${list}`);
  expect(code).toBe(0);
  return stdout.trim().split('\n');
}

function shell(folder: string, line: string, env: NodeJS.ProcessEnv = {}): string {
  const all = { ...process.env, NO_COLOR: '1', ...env };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8', env: all });
  expect(status, `${line}\n${stdout}${stderr}`).toBe(0);
  return stdout + stderr;
}

describe('Bazel, without Bazel', () => {
  const recipe = RECIPES['Bazel'];
  const rule = recipe?.files[`${AGENTS}/BUILD.bazel`] ?? '';

  test('the rule lists what a compile of the example writes', () => {
    const outs = /outs = \[([^\]]*)\]/.exec(rule)?.[1] ?? '';
    expect([...outs.matchAll(/"([^"]+)"/g)].map((match) => match[1])).toEqual(listed(workspace(recipe), 'outputs'));
  });

  test('its command makes the same bytes from links to its sources alone', () => {
    const folder = workspace(recipe);
    const sandbox = temporaryFolder({ 'bazel-out/bin/.keep': '' });
    for (const path of listed(folder, 'inputs')) {
      mkdirSync(dirname(join(sandbox, AGENTS, path)), { recursive: true });
      symlinkSync(join(folder, AGENTS, path), join(sandbox, AGENTS, path));
    }
    symlinkSync(HAFT, join(sandbox, 'haft'));
    const command = /cmd = """([^]*?)"""/.exec(rule)?.[1] ?? '';
    const made = command
      .replaceAll('$(execpath //:haft)', 'haft')
      .replaceAll('$(RULEDIR)', 'bazel-out/bin')
      .replaceAll('$$', '$');
    shell(sandbox, made);
    expect(haft(join(folder, AGENTS), 'compile').code).toBe(0);
    expect(treeOf(join(sandbox, 'bazel-out/bin/generated'))).toEqual(treeOf(join(folder, AGENTS, 'generated')));
  });
});

interface Engine {
  readonly name: string;
  readonly hit: RegExp;
  readonly miss: RegExp;
  /** A restored output stands beside files of another one, as the page says. */
  readonly leavesOthers: boolean;
}

const ENGINES: readonly Engine[] = [
  { name: 'Turborepo', hit: /cache hit, replaying logs/, miss: /cache miss, executing/, leavesOthers: true },
  { name: 'Nx', hit: /Nx read the output from the cache/, miss: /Cache: +0\/1 hit/, leavesOthers: false },
];

/** No daemon, no telemetry, no colors, and nothing from the network. */
const ALONE = {
  TURBO_DAEMON: 'false',
  TURBO_TELEMETRY_DISABLED: '1',
  NX_DAEMON: 'false',
  NX_NO_CLOUD: 'true',
  NX_TUI: 'false',
  DO_NOT_TRACK: '1',
  CI: '1',
  npm_config_offline: 'true',
  npm_config_registry: 'http://127.0.0.1:9',
};

test.each(ENGINES)('$name: the recipe has an installation and a run', ({ name }) => {
  expect(RECIPES[name]?.commands).toEqual([expect.stringContaining('npm install'), expect.stringMatching(/^npx /)]);
});

describe.runIf(process.env['HAFT_TEST_BUILD_ENGINES'] === '1').each(ENGINES)(
  '$name',
  ({ name, hit, miss, leavesOthers }) => {
    test('what was compiled before comes from the cache; every input counts', { timeout: 600_000 }, () => {
      const recipe = RECIPES[name];
      const folder = workspace(recipe);
      const project = join(folder, AGENTS);
      const [install = '', run = ''] = recipe?.commands ?? [];
      shell(folder, install);
      symlinkSync(HAFT, join(folder, 'node_modules/.bin/haft'));
      const runs = (): string => shell(folder, run, ALONE);
      const generated = (): Record<string, string> => treeOf(join(project, 'generated'));

      expect(runs()).toMatch(miss);
      const first = generated();
      expect(Object.keys(first).map((path) => `generated/${path}`)).toEqual(listed(folder, 'outputs'));
      expect(runs()).toMatch(hit);
      rmSync(join(project, 'generated'), { recursive: true });
      expect(runs()).toMatch(hit);
      expect(generated()).toEqual(first);

      for (const path of listed(folder, 'inputs')) {
        const file = join(project, path);
        const text = readFileSync(file, 'utf8');
        appendFileSync(file, path.endsWith('.yaml') ? '# more\n' : '\n');
        expect(runs(), path).toMatch(miss);
        writeFileSync(file, text);
        expect(runs(), path).toMatch(hit);
        expect(generated()).toEqual(first);
      }
      for (const path of ['haft.yaml', 'haft.contract.json', 'specs/another.yaml']) {
        appearing(join(project, path), project);
        expect(runs(), path).toMatch(miss);
        rmSync(join(project, path));
      }
      expect(runs()).toMatch(hit);
      expect('servers/reference-manager/server.mjs' in generated()).toBe(leavesOthers);
      expect(generated()).toMatchObject(first);
    });
  },
);

/** A file that was not there and that a compile reads. */
function appearing(file: string, project: string): void {
  if (file.endsWith('haft.contract.json')) expect(haft(project, 'release').code).toBe(0);
  else if (file.endsWith('haft.yaml')) writeFileSync(file, '# all as it is\n');
  else cpSync(join(ROOT, 'specs/reference-manager/server.yaml'), file);
}
