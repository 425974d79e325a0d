/** The notebook double says what the program says: exit codes, error documents and shapes as its convention records them. */
// In depth: a process for each command of a double; notebook.test.ts calls what is used.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Ended } from '../support/run-program.ts';
import { runProgram } from '../support/run-program.ts';
import { commands, savePath } from './notebook/commands.ts';
import { NOTEBOOK, QUESTION, SOURCE, TASK, TITLE, WEB_PAGE } from './notebook/constants.ts';
import type { DownloadFailure, Failure } from './notebook/failures.ts';
import { startNotebook } from './notebook/start.ts';
import type { Profile } from './notebook/profiles.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const LIST = ['list', '--json'];
const ON = ['-n', NOTEBOOK];

function run(profile: Profile, argv: readonly string[]): Ended & { readonly json: unknown } {
  const { program, folder } = startNotebook(profile);
  const ended = runProgram(program, argv, folder);
  return { ...ended, json: ended.stdout.startsWith('{') && ended.status !== null ? tryJson(ended.stdout) : undefined };
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

test.skipIf(ON_WINDOWS).each<[string, readonly string[], object]>([
  ['list', LIST, { notebooks: [{ id: NOTEBOOK, title: TITLE, is_owner: true }, { is_owner: false }], count: 2 }],
  ['create', ['create', '--json', '--', TITLE], { notebook: { id: NOTEBOOK, title: TITLE } }],
  ['source list', ['source', 'list', ...ON, '--json'], { notebook_id: NOTEBOOK, notebook_title: TITLE, count: 3 }],
  ['source add', ['source', 'add', ...ON, '--json', '--', WEB_PAGE], { source: { type: 'web_page', url: WEB_PAGE } }],
  [
    'ask',
    ['ask', ...ON, '--json', '--', QUESTION],
    { turn_number: 1, is_follow_up: false, answer: expect.any(String) },
  ],
  ['generate', ['generate', 'slide-deck', ...ON, '--json', '--'], { task_id: TASK, status: 'pending' }],
  ['artifact poll', ['artifact', 'poll', ...ON, '--json', '--', TASK], { task_id: TASK, status: 'in_progress' }],
  ['auth check', ['auth', 'check', '--test', '--json'], { status: 'ok', checks: { token_fetch: true } }],
])('%s succeeds with its document', (_name, argv, document) => {
  expect(run({ sources: 3 }, argv)).toMatchObject({ status: 0, stderr: '', json: document });
});

test.skipIf(ON_WINDOWS)('sources and citations have every member that the program prints', () => {
  const listed = run({ sources: 49 }, ['source', 'list', ...ON, '--json']).json as { sources: object[] };
  expect(listed.sources).toHaveLength(49);
  const members = ['index', 'id', 'title', 'type', 'url', 'status', 'status_id', 'created_at'];
  for (const source of listed.sources) expect(Object.keys(source)).toEqual(members);
  const { references } = run({ sources: 3 }, ['ask', ...ON, '--json', '--', QUESTION]).json as { references: object[] };
  expect(references[0]).toMatchObject({ source_id: SOURCE, citation_number: 1, cited_text: expect.any(String) });
});

// The convention: 1 an expected failure, 2 an unexpected one, 130 an interruption; the document is on standard output.
test.skipIf(ON_WINDOWS).each<[Failure, number, string]>([
  ['loggedOut', 1, 'AUTH_REQUIRED'],
  ['expired', 1, 'AUTH_ERROR'],
  ['pageChanged', 1, 'AUTH_ERROR'],
  ['rateLimited', 1, 'RATE_LIMITED'],
  ['notebookLimit', 1, 'NOTEBOOK_LIMIT'],
  ['notFound', 1, 'NOT_FOUND'],
  ['notAccepted', 1, 'VALIDATION_ERROR'],
  ['offline', 1, 'NETWORK_ERROR'],
  ['misconfigured', 1, 'CONFIG_ERROR'],
  ['notGenerated', 1, 'GENERATION_FAILED'],
  ['rpcChanged', 1, 'NOTEBOOKLM_ERROR'],
  ['otherFailure', 1, 'NOTEBOOKLM_ERROR'],
  ['unparsable', 2, 'UNEXPECTED_ERROR'],
  ['interrupted', 130, 'CANCELLED'],
])('%s: exit code %i and code %s', (all, status, code) => {
  const ended = run({ all }, LIST);
  expect(ended).toMatchObject({ status, stderr: '', json: { error: true, code, message: expect.any(String) } });
  if (all === 'rateLimited') expect(ended.json).toMatchObject({ retry_after: 30 });
});

test.skipIf(ON_WINDOWS)('a wrong argument is a text on standard error only, with exit code 2', () => {
  expect(run({ all: 'outdated' }, LIST)).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Usage:/),
  });
});

test.skipIf(ON_WINDOWS).each<[DownloadFailure, RegExp]>([
  ['fileExists', /^File exists: /],
  ['notReady', /^No completed audio artifacts found$/],
  ['noArtifact', /^Artifact .* not found$/],
  ['notSaved', /No such file/],
])('a download that fails tells a text under "error": %s', (download, error) => {
  const profile = { download };
  const double = startNotebook(profile);
  const argv = ['download', 'audio', ...ON, '-a', TASK, '--no-clobber', '--json', '--', savePath(double.folder)];
  const { status, stdout } = runProgram(double.program, argv, double.folder);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ error: expect.stringMatching(error) });
});

test.skipIf(ON_WINDOWS).each<['none' | 'expired' | 'incomplete', object]>([
  ['none', { storage_exists: false, token_fetch: null }],
  ['expired', { storage_exists: true, token_fetch: false }],
  ['incomplete', { sid_cookie: false }],
])('a login that is %s: status error, exit code 1', (login, checks) => {
  const ended = run({ login }, ['auth', 'check', '--test', '--json']);
  expect(ended).toMatchObject({ status: 1, json: { status: 'error', checks } });
});

test.skipIf(ON_WINDOWS)('a generation that failed is reported with exit code 0', () => {
  const argv = ['artifact', 'poll', ...ON, '--json', '--', TASK];
  expect(run({ artifact: 'failed' }, argv)).toMatchObject({
    status: 0,
    json: { status: 'failed', error: expect.any(String) },
  });
});

test.skipIf(ON_WINDOWS)('broken JSON is broken, and a flood has no end', () => {
  expect(run({ all: 'brokenJson' }, LIST)).toMatchObject({ status: 0, json: undefined });
  const { program } = startNotebook({ all: 'flooding' });
  const { stdout, error } = spawnSync(program, LIST, { maxBuffer: 300_000, encoding: 'utf8' });
  expect(error).toMatchObject({ code: 'ENOBUFS' });
  expect(stdout.length).toBeGreaterThanOrEqual(300_000);
});

test.skipIf(ON_WINDOWS)('calls that were not recorded fail, and are listed', () => {
  const { program, folder, unknown, calls } = startNotebook();
  for (const argv of [['list'], [...LIST, '--limit', '1'], ['source', 'delete', 'x']]) {
    const ended = runProgram(program, argv, folder);
    expect(ended).toMatchObject({ status: 99, stdout: '', stderr: expect.stringContaining('UNKNOWN') });
  }
  expect(unknown()).toHaveLength(3);
  expect(calls()).toEqual([]);
});

test('no argument of a row is ambiguous: an id is always whole, and free text stands behind --', () => {
  for (const { argv } of commands('/home/ada')) {
    const end = argv.indexOf('--');
    const [options, rest] = end < 0 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)];
    expect(options).toContain('--json');
    expect(rest.length).toBeLessThanOrEqual(1);
    for (const id of argv.filter((_, at) => argv[at - 1] === '-n')) expect(id).toMatch(/^[\da-f-]{36}$/);
  }
});

test.skipIf(ON_WINDOWS)('a download writes its file once', () => {
  const { program, folder } = startNotebook();
  const argv = ['download', 'audio', ...ON, '-a', TASK, '--no-clobber', '--json', '--', savePath(folder)];
  expect(runProgram(program, argv, folder).status).toBe(0);
  expect(readFileSync(savePath(folder), 'utf8')).toBe('sound');
  expect(runProgram(program, argv, folder).status).not.toBe(0);
});

test.skipIf(ON_WINDOWS)('a program that hangs has a child, and both end with their group', async () => {
  const { program, folder } = startNotebook({ all: 'hanging' });
  const child = spawn(program, LIST, { detached: true, stdio: 'ignore' });
  const closed = new Promise((resolve) => child.on('close', resolve));
  await expect.poll(() => existsSync(join(folder, 'alive'))).toBe(true);
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  await closed;
});
