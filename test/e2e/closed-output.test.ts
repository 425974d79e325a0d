/** Readers that leave and disks that are full, for every command there is: no crash, the work is done, the exit code tells. */
// In depth: a process for each command there is.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../compiler/cli/main.ts';
import { closedPipe, fullDisk } from '../support/closed-pipe.ts';
import { temporaryFolder, treeOf } from '../support/folder.ts';
import { BIN, haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth } from '../support/runs.ts';
import { CLOCK } from '../support/specs.ts';
import { startWatching } from '../support/watching.ts';

/** How each command is called; one that is not named here is called without anything. */
const ARGUMENTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  init: [['new']],
  compile: [[], ['--check', '--format', 'json'], ['--outputs']],
  dev: [['clock']],
  check: [['--cost'], ['--format', 'sarif'], ['--baseline'], ['--fix', '--dry-run']],
  bump: [['get_time', '--dry-run']],
  evals: [['record', 'results.json']],
  rules: [['--json']],
  explain: [['tool/verb-first'], ['no/such-rule']],
};
const CALLS: readonly (readonly string[])[] = [
  ...Object.keys(COMMANDS).flatMap((name) => (ARGUMENTS[name] ?? [[]]).map((args) => [name, ...args])),
  ['--help'],
  ['--version'],
];

const RESULT = { server: 'clock', tool: 'get_time', passed: 4, total: 5, model: 'm', date: '2026-11-20' };
const RELEASED = CLOCK.replace('    effects', '    parameters: { zone: { type: string, default: UTC } }\n    effects');

/** Released, and edited since: every command has something to say, and check something on standard error. */
function project(): string {
  released ??= release();
  return temporaryFolder({
    'specs/clock.yaml': RELEASED.replace('default: UTC', 'default: CET'),
    'results.json': JSON.stringify({ results: [RESULT] }),
    'haft.contract.json': released,
    'haft.yaml': 'pack: { name: clock }\n',
  });
}

let released: string | undefined;

function release(): string {
  const root = temporaryFolder({ 'specs/clock.yaml': RELEASED });
  haft(root, 'release', '--today', '2026-11-20');
  return readFileSync(join(root, 'haft.contract.json'), 'utf8');
}

function run(cwd: string, args: readonly string[], stdout: number | 'pipe', stderr: number | 'pipe'): Ran {
  const ran = spawnSync(process.execPath, [BIN, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', stdout, stderr],
  });
  return comparable({ code: ran.status, stdout: ran.stdout ?? '', stderr: ran.stderr ?? '' }, cwd);
}

/** Without times and the name of the folder. */
function comparable({ code, stdout, stderr }: Ran, cwd: string): Ran {
  const plain = (text: string): string => text.replaceAll(/[\d.]+ ms/g, '0 ms').replaceAll(basename(cwd), 'project');
  return { code, stdout: plain(stdout), stderr: plain(stderr) };
}

/** Without what only speeds up the next compile. */
function filesOf(root: string): Record<string, string> {
  return Object.fromEntries(Object.entries(treeOf(root)).filter(([path]) => !path.startsWith('.haft/')));
}

/** Every fault for every command. */
const ALL = process.env['HAFT_RUNS'] === '1';

const unread = (code: number | null): number | null => (code === 0 ? 141 : code);

describe.skipIf(ON_WINDOWS).each(
  everyNth(
    4,
    CALLS.filter(([name]) => name !== 'watch' && name !== 'try').map((args, at) => ({
      line: args.join(' '),
      args,
      at,
    })),
  ),
)('haft $line', ({ args, at }) => {
  test('does its work and exits without an error when the reader closes the output; a full disk is reported', () => {
    const whole = project();
    const usual = args[0] === 'dev' ? run(whole, args, 'pipe', 'pipe') : comparable(haft(whole, ...args), whole);
    const check = (stdout: number | 'pipe', stderr: number | 'pipe', ran: Partial<Ran>): void => {
      const root = project();
      expect(run(root, args, stdout, stderr)).toEqual({ ...usual, ...ran });
      expect(filesOf(root)).toEqual(filesOf(whole));
    };
    const [printed, told] = [usual.stdout !== '', usual.stderr !== ''];
    const faults = [
      () => check(closedPipe(), 'pipe', { stdout: '', code: printed ? unread(usual.code) : usual.code }),
      () => check(fullDisk(), 'pipe', { stdout: '', ...(printed && { code: 2, stderr: usual.stderr + FULL }) }),
      ...(told
        ? [
            () => check('pipe', closedPipe(), { stderr: '', code: unread(usual.code) }),
            () => check('pipe', fullDisk(), { stderr: '', code: 2 }),
          ]
        : []),
    ];
    // Each is a process: without HAFT_RUNS=1, a command has one of them, and the next command the next.
    for (const [index, fault] of faults.entries()) if (ALL || index === at % faults.length) fault();
  });
});

const FULL =
  'haft: Cannot write to standard output: the disk is full.\n  hint: The output is incomplete: send it to another place, and run the command again.\n';

test.skipIf(ON_WINDOWS)('haft try ends by itself when nobody can read its address', () => {
  expect(run(project(), ['try'], closedPipe(), 'pipe').code).toBe(141);
  expect(run(project(), ['try'], fullDisk(), 'pipe').code).toBe(2);
});

describe.skipIf(ON_WINDOWS)('haft watch', () => {
  test.each([
    ['standard output is closed', closedPipe, 141],
    ['the disk is full', fullDisk, 2],
  ])('ends by itself when %s', (_what, open, code) => {
    expect(run(project(), ['watch'], open(), 'pipe').code).toBe(code);
    expect(run(project(), ['watch'], 'pipe', open()).code).toBe(code);
  });

  test('ends with the next build when its reader closes the output later', async () => {
    const root = project();
    const watch = startWatching(root);
    await watch.until(({ ok }) => ok);
    watch.leave();
    writeFileSync(join(root, 'specs/clock.yaml'), CLOCK);
    expect(await watch.ended).toEqual([141, null]);
  });
});

test.skipIf(ON_WINDOWS)('a file that takes only the first bytes is reported like a full disk', () => {
  const folder = temporaryFolder();
  // No file may have more than 8 or 16 KB, as the shell counts; the catalogue is larger.
  const limited = `ulimit -f 16; exec '${process.execPath}' '${BIN}' rules --json > rules.json`;
  const { status, stderr } = spawnSync('sh', ['-c', limited], { cwd: folder, encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toMatch(/Cannot write to standard output: .*limit/);
  const file = openSync(join(folder, 'whole.json'), 'w');
  expect(run(folder, ['rules', '--json'], file, 'pipe').code).toBe(0);
  closeSync(file);
  expect(readFileSync(join(folder, 'whole.json'), 'utf8')).toBe(haft(folder, 'rules', '--json').stdout);
  expect(statSync(join(folder, 'rules.json')).size).toBeLessThan(statSync(join(folder, 'whole.json')).size);
});
