/** `kill -9` before every single change of the disk: the next compile repairs the tree, and nothing of anybody's is lost. */
// In depth: a process for each change of the disk; write.test.ts has the order of the changes.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { everyNth } from '../support/runs.ts';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';
import { BIN, haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';
import { wasKilled } from '../support/posix.ts';
import { COMMAND, serverSpec, toolItem } from '../support/specs.ts';

const SUPPORT = join(import.meta.dirname, '../support');
const HOOK = pathToFileURL(join(SUPPORT, 'kill-at-write.mjs')).href;
const compile = (folder: string): Ran => haft(folder, 'compile');

/** The process is killed before this change; 0 is none, and they are counted. */
function killedAt(folder: string, at: number): { killed: boolean; stderr: string } {
  const ended = spawnSync(process.execPath, ['--import', HOOK, BIN, 'compile'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, HAFT_KILL_AT: String(at) },
  });
  return { killed: wasKilled(ended), stderr: ended.stderr };
}

/** What a kill before these changes leaves, made by one process: a start for each would take a minute. */
function dieAt(deaths: readonly (readonly [folder: string, at: number])[]): void {
  const words = deaths.flat().map(String);
  const ran = spawnSync(process.execPath, [join(SUPPORT, 'die-at-write.mjs'), ...words], { encoding: 'utf8' });
  expect(wasKilled(ran), ran.stderr).toBe(true);
}

const TEMPORARY = /^\.haft-tmp\/\d+-(\d+)$/;

/** What a kill has left. Temporary files bear the number of their process and their own; here only their order counts. */
function leftIn(folder: string): object {
  const entries = Object.entries(treeOf(join(folder, 'generated')));
  const state = join(folder, '.haft');
  const temporary = entries.filter(([path]) => TEMPORARY.test(path));
  const numberOf = ([path]: readonly [string, string]): number => Number(TEMPORARY.exec(path)?.[1]);
  return {
    output: Object.fromEntries(entries.filter(([path]) => !TEMPORARY.test(path))),
    temporary: temporary.sort((a, b) => numberOf(a) - numberOf(b)).map(([, text]) => text),
    // It holds times; what it says is looked at by the next compile.
    state: existsSync(state) && Object.keys(treeOf(state)).map((path) => path.replaceAll(/\d+/g, '0')),
  };
}

/** The tool of each server is its own; `summary` is what changes. */
const server = (name: 'alpha' | 'beta' | 'gamma', summary: string): string => {
  return serverSpec(name, summary, [
    toolItem({ alpha: 'get_time', beta: 'list_trains', gamma: 'count_sheep' }[name], COMMAND),
  ]);
};

/** Three states of a project, each differing from the next in created, changed and removed files. */
const STATES: readonly Record<string, string>[] = [
  { 'specs/a.yaml': server('alpha', 'First.'), 'specs/b.yaml': server('beta', 'First.') },
  { 'specs/a.yaml': server('alpha', 'Second.'), 'specs/b.yaml': server('gamma', 'First.') },
  { 'specs/a.yaml': server('alpha', 'Third.'), 'specs/b.yaml': server('gamma', 'Third.') },
];

const MINE = { 'generated/servers/beta/mine.txt': 'mine', 'generated/notes.md': 'mine too' };

function clean(state: Record<string, string>): Record<string, string> {
  const folder = temporaryFolder({ ...state, ...MINE });
  expect(compile(folder).code).toBe(0);
  return treeOf(join(folder, 'generated'));
}

/** A compiled project whose specs have changed since. */
function changed(): string {
  const folder = temporaryFolder({ ...STATES[0], ...MINE });
  expect(compile(folder).code).toBe(0);
  writeFiles(folder, STATES[1] ?? {});
  return folder;
}

function copyOf(first: string): string {
  const folder = temporaryFolder();
  cpSync(first, folder, { recursive: true });
  return folder;
}

function expectRepaired(folder: string, wanted: Record<string, string> | undefined): void {
  expect(compile(folder)).toMatchObject({ code: 0, stderr: '' });
  expect(treeOf(join(folder, 'generated'))).toEqual(wanted);
}

/** Before these changes a process is killed as well, and has to leave the same. */
const REALLY: ReadonlySet<number> = new Set([1, 2, 4, 5, 9, 10, 14, 19, 20]);

test('a kill before every change leaves a tree that the next compile repairs, whatever the specs are by then', () => {
  const wanted = STATES.map(clean);
  const first = changed();
  const changes = Number(/changes:(\d+)/.exec(killedAt(copyOf(first), 0).stderr)?.[1]);
  expect(changes).toBeGreaterThan(20);
  const all = Array.from({ length: changes }, (_, index) => index + 1);
  const deaths = everyNth(5, all).map((at) => [copyOf(first), at] as const);
  dieAt(deaths);
  for (const [folder, at] of deaths) {
    if (REALLY.has(at) || at === changes) {
      const really = copyOf(first);
      expect(killedAt(really, at).killed).toBe(true);
      expect(leftIn(really)).toEqual(leftIn(folder));
      expectRepaired(really, wanted[1]);
    }
    const next = at % 2 === 0 ? 1 : 2;
    writeFiles(folder, STATES[next] ?? {});
    expectRepaired(folder, wanted[next]);
  }
});

test('two kills in a row, with the specs changed in between, are repaired as well', () => {
  const wanted = clean(STATES[2] ?? {});
  const first = changed();
  const pairs = [
    [4, 3],
    [9, 7],
    [14, 12],
    [20, 5],
    [7, 18],
  ] as const;
  const folders = pairs.map(() => copyOf(first));
  for (const kill of [0, 1]) {
    dieAt(folders.map((folder, index) => [folder, pairs[index]?.[kill] ?? 0]));
    for (const folder of folders) writeFiles(folder, STATES[2] ?? {});
  }
  const really = copyOf(first);
  for (const at of pairs[0]) {
    expect(killedAt(really, at).killed).toBe(true);
    writeFiles(really, STATES[2] ?? {});
  }
  for (const folder of [...folders, really]) expectRepaired(folder, wanted);
});
