/** `kill -9` before every single change of the disk: the next compile repairs the tree, and nothing of anybody's is lost. */
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';
import { COMMAND, serverSpec, toolItem } from '../support/specs.ts';

const ROOT = join(import.meta.dirname, '../..');
const HOOK = join(ROOT, 'test/support/kill-at-write.mjs');

function compile(folder: string, killAt?: number): { killed: boolean; status: number | null; stderr: string } {
  const hook = killAt === undefined ? [] : ['--import', HOOK];
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    [...hook, join(ROOT, 'compiler/bin/haft.js'), 'compile'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, HAFT_KILL_AT: String(killAt) },
    },
  );
  return { killed: signal === 'SIGKILL', status, stderr };
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
  expect(compile(folder).status).toBe(0);
  return treeOf(join(folder, 'generated'));
}

function countChanges(): number {
  const folder = temporaryFolder({ ...STATES[0], ...MINE });
  compile(folder);
  writeFiles(folder, STATES[1] ?? {});
  return Number(/changes:(\d+)/.exec(compile(folder, 0).stderr)?.[1]);
}

test('a kill before every change leaves a tree that the next compile repairs, whatever the specs are by then', () => {
  const wanted = STATES.map(clean);
  const changes = countChanges();
  expect(changes).toBeGreaterThan(20);
  const first = temporaryFolder({ ...STATES[0], ...MINE });
  compile(first);
  for (let at = 1; at <= changes; at += 1) {
    const folder = temporaryFolder();
    cpSync(first, folder, { recursive: true });
    writeFiles(folder, STATES[1] ?? {});
    expect(compile(folder, at).killed).toBe(true);
    const next = at % 2 === 0 ? 1 : 2;
    writeFiles(folder, STATES[next] ?? {});
    const repaired = compile(folder);
    expect(repaired.stderr).toBe('');
    expect(repaired.status).toBe(0);
    expect(treeOf(join(folder, 'generated'))).toEqual(wanted[next]);
  }
}, 240_000);

test('two kills in a row, with the specs changed in between, are repaired as well', () => {
  const wanted = clean(STATES[2] ?? {});
  for (const [first, second] of [
    [4, 3],
    [9, 7],
    [14, 12],
    [20, 5],
    [7, 18],
  ] as const) {
    const folder = temporaryFolder({ ...STATES[0], ...MINE });
    compile(folder);
    writeFiles(folder, STATES[1] ?? {});
    expect(compile(folder, first).killed).toBe(true);
    writeFiles(folder, STATES[2] ?? {});
    expect(compile(folder, second).killed).toBe(true);
    expect(compile(folder).status).toBe(0);
    expect(treeOf(join(folder, 'generated'))).toEqual(wanted);
  }
}, 120_000);
