/** `--inputs` and `--outputs`: with the listed files alone, in an empty folder, a compile does the same. */
import { cpSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';
import { CLOCK, COMMAND, serverSpec, toolItem } from '../support/specs.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const HANDLED = serverSpec('station', 'Knows the trains.', [toolItem('list_trains', 'handler: handlers.ts')]);
const SKILL = `kind: skill
name: plan-a-journey
version: 1.0.0
description:
  does: Plans a journey by rail.
  when: the user wants to travel
  triggers: [plan my journey, find me a train]
  not_for: [{ case: booking a flight }]
context: Trains are late.
steps: [Ask where the journey leads.]
never: [Invent a train]
references: [{ file: references/lines.md, when: the user names a line }]
evals:
  - { input: plan my journey to the coast, expected_behavior: [Asks for the day] }
  - { input: book me a flight, should_trigger: false }
`;

interface Case {
  readonly name: string;
  /** Relative to a workspace in whose folder `app` the project is. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly links?: Readonly<Record<string, string>>;
  /** What the list has to be; where it is long, the sandbox alone is the judge. */
  readonly inputs?: readonly string[];
  readonly code: number;
}

const CASES: readonly Case[] = [
  {
    name: 'skills and servers of other folders, and what is beside them',
    files: {
      'app/haft.yaml': 'specs: agents\nout: build/agents\n',
      'app/agents/clock.yaml': CLOCK,
      'app/agents/trip/skill.yaml': SKILL,
      'app/agents/trip/references/lines.md': 'The lines.\n',
      'app/agents/README.md': 'Not read.\n',
      'app/haft.baseline.json': '{ "baselineVersion": 2, "findings": [] }',
      'app/haft.evals.json': 'not read by compile',
    },
    inputs: [
      'agents/clock.yaml',
      'agents/trip/references/lines.md',
      'agents/trip/skill.yaml',
      'haft.baseline.json',
      'haft.yaml',
    ],
    code: 0,
  },
  {
    name: 'handlers, what they import, and what says how that is read',
    files: {
      'app/specs/station.yaml': HANDLED,
      'app/specs/handlers.ts':
        "import { text } from '../lib/text.js';\nimport { late } from '@acme/late';\nimport type { X } from './types.ts';\nclass C { declare x: X; y = 1 }\nexport const listTrains = () => ({ text: text + late + new C().y });\n",
      'app/lib/text.ts': "import data from './data.json';\nexport const text = data.text;\nexport const unused = 1;\n",
      'app/lib/data.json': '{ "text": "now" }',
      'app/specs/types.ts': 'export type X = string;\n',
      'app/tsconfig.json': '{ "extends": "../base.json" } // with a comment',
      'base.json': '{ "compilerOptions": { "useDefineForClassFields": false } }',
      'app/package.json': '{ "name": "app", "type": "module" }',
      'late/package.json': '{ "name": "@acme/late", "exports": "./source/index.js" }',
      'late/source/index.js': "import fast from 'fast';\nexport const late = fast;\n",
      'late/source/other.js': 'export {};\n',
      'node_modules/fast/package.json': '{ "name": "fast", "main": "lib/main" }',
      'node_modules/fast/lib/package.json': '{ "type": "commonjs" }',
      'node_modules/fast/lib/main.js': 'module.exports = "fast";\n',
    },
    links: { 'app/node_modules/@acme/late': '../../../late' },
    inputs: [
      '../base.json',
      '../late/package.json',
      '../late/source/index.js',
      '../node_modules/fast/lib/main.js',
      '../node_modules/fast/lib/package.json',
      '../node_modules/fast/package.json',
      'lib/data.json',
      'lib/text.ts',
      'node_modules/@acme/late',
      'package.json',
      'specs/handlers.ts',
      'specs/station.yaml',
      'tsconfig.json',
    ],
    code: 0,
  },
  {
    name: 'a spec folder and a spec that are links',
    files: {
      'app/shared/clock.yaml': CLOCK,
      'app/shared/deep/trains.yaml': HANDLED.replace('handler: handlers.ts', COMMAND),
    },
    links: { 'app/specs/clock.yaml': '../shared/clock.yaml', 'app/specs/deep': '../shared/deep' },
    inputs: ['shared/clock.yaml', 'shared/deep/trains.yaml', 'specs/clock.yaml', 'specs/deep'],
    code: 0,
  },
  {
    name: 'links that lead outside the project, to a spec, a folder and nothing',
    files: { 'app/specs/clock.yaml': CLOCK, 'shared/trains.yaml': HANDLED, 'shared/deep/more.yaml': CLOCK },
    links: {
      'app/specs/trains.yaml': '../../shared/trains.yaml',
      'app/specs/deep': '../../shared/deep',
      'app/specs/gone.yaml': '../../shared/gone.yaml',
    },
    inputs: ['specs/clock.yaml', 'specs/deep', 'specs/gone.yaml', 'specs/trains.yaml'],
    code: 1,
  },
  { name: 'a handler that has no file yet', files: { 'app/specs/station.yaml': HANDLED }, code: 0 },
  { name: 'a spec folder with nothing to read', files: { 'app/specs/README.md': '' }, inputs: ['specs'], code: 0 },
  {
    name: 'mistakes in specs, and a file that is no text',
    files: { 'app/specs/clock.yaml': CLOCK.replace('summary', 'sumary'), 'app/specs/odd.yaml': Uint8Array.of(255, 0) },
    inputs: ['specs/clock.yaml', 'specs/odd.yaml'],
    code: 1,
  },
  {
    name: 'a handler file that is not TypeScript',
    files: { 'app/specs/station.yaml': HANDLED, 'app/specs/handlers.ts': 'export const = 1;\n' },
    inputs: ['specs/handlers.ts', 'specs/station.yaml'],
    code: 1,
  },
  {
    name: 'an import that leads nowhere, beside one that leads somewhere',
    files: {
      'app/specs/station.yaml': HANDLED,
      'app/specs/handlers.ts':
        "import './there.ts';\nimport 'no-such-package';\nexport const listTrains = () => ({});\n",
      'app/specs/there.ts': 'export {};\n',
    },
    inputs: ['specs/handlers.ts', 'specs/station.yaml', 'specs/there.ts'],
    code: 2,
  },
];

function workspace({ files, links = {} }: Case): string {
  const folder = temporaryFolder(files);
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(target, join(folder, path));
  }
  return folder;
}

/** Nothing but these, as they are: links as links. */
function sandboxOf(folder: string, paths: readonly string[]): string {
  const sandbox = temporaryFolder({});
  mkdirSync(join(sandbox, 'app'));
  for (const path of paths) {
    const [from, to] = [join(folder, 'app', path), join(sandbox, 'app', path)];
    mkdirSync(dirname(to), { recursive: true });
    const stats = lstatSync(from);
    if (stats.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else if (stats.isDirectory()) mkdirSync(to);
    else cpSync(from, to);
  }
  return sandbox;
}

function lines({ code, stdout, stderr }: Ran): string[] {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.split('\n').filter((line) => line !== '');
}

describe.skipIf(ON_WINDOWS)('a compile with nothing but its inputs', () => {
  test.each(CASES)('$name', (one) => {
    const folder = workspace(one);
    const app = join(folder, 'app');
    const before = treeOf(folder);
    const inputs = lines(haft(app, 'compile', '--inputs'));
    expect(treeOf(folder)).toEqual(before);
    if (one.inputs) expect(inputs).toEqual(one.inputs);
    const sandbox = sandboxOf(folder, inputs);
    const [here, there] = [haft(app, 'compile'), haft(join(sandbox, 'app'), 'compile')];
    expect(there).toEqual(here);
    expect(here.code).toBe(one.code);
    const out = one.files['app/haft.yaml'] ? 'app/build/agents' : 'app/generated';
    const written = (root: string): Record<string, string> =>
      Object.fromEntries(Object.entries(treeOf(root)).filter(([path]) => path.startsWith(`${out}/`)));
    expect(written(sandbox)).toEqual(written(folder));
    if (one.code === 0)
      expect(lines(haft(app, 'compile', '--outputs'))).toEqual(
        Object.keys(written(folder)).map((path) => path.slice('app/'.length)),
      );
  });
});

test.skipIf(ON_WINDOWS)('the contract is an input: without it a breaking change would pass', () => {
  const folder = temporaryFolder({ 'app/specs/clock.yaml': CLOCK });
  const app = join(folder, 'app');
  expect(haft(app, 'release').code).toBe(0);
  writeFiles(app, { 'specs/clock.yaml': serverSpec('clock', 'Tells the time.', [toolItem('list_trains', COMMAND)]) });
  const inputs = lines(haft(app, 'compile', '--inputs'));
  expect(inputs).toEqual(['haft.contract.json', 'specs/clock.yaml']);
  const [here, there] = [haft(app, 'compile'), haft(join(sandboxOf(folder, inputs), 'app'), 'compile')];
  expect(here).toMatchObject({ code: 1, stderr: expect.stringContaining('version/') });
  expect(there).toEqual(here);
});

test.skipIf(ON_WINDOWS)('the baseline is an input: without it known findings would stop the compile', () => {
  const folder = temporaryFolder({ 'app/specs/clock.yaml': CLOCK.replace('name: get_time', 'name: time_get') });
  const app = join(folder, 'app');
  expect(haft(app, 'check', '--baseline').code).toBe(0);
  const inputs = lines(haft(app, 'compile', '--inputs'));
  expect(inputs).toEqual(['haft.baseline.json', 'specs/clock.yaml']);
  const [here, there] = [haft(app, 'compile'), haft(join(sandboxOf(folder, inputs), 'app'), 'compile')];
  expect(here.code).toBe(0);
  expect(there).toEqual(here);
});

describe('the command', () => {
  const project = (): string => temporaryFolder({ 'specs/clock.yaml': CLOCK });

  test('--format json gives the same lists', () => {
    const folder = project();
    for (const list of ['inputs', 'outputs']) {
      const { stdout } = haft(folder, 'compile', `--${list}`, '--format', 'json');
      expect(JSON.parse(stdout)).toEqual({ [list]: lines(haft(folder, 'compile', `--${list}`)) });
    }
    expect(Object.keys(treeOf(folder))).toEqual(['specs/clock.yaml']);
  });

  test('what is written is not known while something has to be corrected', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': CLOCK.replace('summary', 'sumary') });
    const ran = haft(folder, 'compile', '--outputs');
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Did you mean "summary"?') });
  });

  test('settings that cannot be read say where nothing is: no list', () => {
    const folder = temporaryFolder({ 'haft.yaml': 'spec: agents\n', 'specs/clock.yaml': CLOCK });
    expect(haft(folder, 'compile', '--inputs')).toMatchObject({ code: 1, stdout: '' });
  });

  test('two lists at once are rejected', () => {
    const ran = haft(project(), 'compile', '--inputs', '--outputs');
    expect(ran).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('`--inputs` and `--outputs` cannot be used together.'),
    });
  });
});
