/** Checks before the work of a call: in order, and nothing after the first failure. */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CommandStep, HttpStep } from '../../runtime/descriptor/descriptor.ts';
import { callTool, startTool, variable } from './support/call-tool.ts';
import type { Outcome, Setting } from './support/call-tool.ts';
import { get, http } from './support/loopback.ts';
import { everyNth } from '../support/runs.ts';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'haft before ')));
afterAll(() => rmSync(folder, { recursive: true }));

const FULL = { pointer: '/books/2', error: 'The shelf is full.', retry_hint: 'Take another shelf.', code: 'full' };

/** A run that adds its name to the file of the test, then prints and ends as told. */
function step(file: string, name: string, printed: string, more: Partial<CommandStep> = {}): CommandStep {
  const code = `require('node:fs').appendFileSync(process.argv[1], '${name} '); ${printed}`;
  const argv = [process.execPath, '-e', code.replaceAll(/[{}]/g, '$&$&'), '--', path.join(folder, file)];
  return { stdout: 'json', max_bytes: 1000, ...more, argv: [...argv, ...(more.argv ?? [])] };
}

const PRINT = (value: unknown): string => `console.log(${JSON.stringify(JSON.stringify(value))})`;

function setting(file: string, before: readonly CommandStep[], more: Partial<Setting> = {}): Setting {
  return {
    behavior: { kind: 'command', before, ...step(file, 'work', PRINT({ done: true })) },
    parameters: { q: { type: 'string' } },
    ...more,
  };
}

function ran(file: string): string {
  const written = path.join(folder, file);
  return existsSync(written) ? readFileSync(written, 'utf8').trim() : '';
}

test('checks without a failure run before the work, in order', async () => {
  const first = step('order', 'first', PRINT({ books: [1, 2] }), { fails_when: [FULL] });
  const second = step('order', 'second', 'console.log("no JSON")');
  expect(await callTool(setting('order', [first, second]))).toMatchObject({ success: true, data: { done: true } });
  expect(ran('order')).toBe('first second work');
});

test.each<[string, string, Partial<CommandStep>, Partial<Outcome>]>(
  everyNth(2, [
    ['told', PRINT({ books: [1, 2, 3] }), { fails_when: [FULL] }, { code: 'full', error: 'The shelf is full.' }],
    [
      'told by a text of the answer, with its own words',
      PRINT({ books: [], why: 'inventory\n today' }),
      {
        fails_when: [
          { ...FULL, pointer: '', contains: 'moving' },
          { ...FULL, pointer: '', contains: 'inventory', detail: '/why' },
        ],
      },
      { error: 'The shelf is full. inventory today' },
    ],
    [
      'by exit code, with its own words',
      `${PRINT({ why: 'locked' })}; process.exitCode = 3`,
      { exit_codes: { 3: [{ error: 'Closed:', retry_hint: 'Wait.', detail: '/why' }] } },
      { code: 'command_failed', error: 'Closed: locked' },
    ],
    ['an exit code without words', 'process.exit(7)', {}, { code: 'command_failed' }],
    [
      'an answer without the list to look into',
      PRINT({ volumes: [] }),
      { fails_when: [FULL] },
      { code: 'bad_response' },
    ],
    ['an answer with null for the list', PRINT({ books: null }), { fails_when: [FULL] }, { code: 'bad_response' }],
    [
      'an answer in which nothing can be looked for',
      'console.log("{")',
      { fails_when: [FULL] },
      { code: 'bad_response' },
    ],
    ['too long an answer', 'console.log("x".repeat(5000))', {}, { code: 'bad_response' }],
  ]),
)('a failure ends the call: %s', async (name, printed, more, outcome) => {
  const checks = [step(name, 'check', printed, more), step(name, 'next', PRINT({}))];
  expect(await callTool(setting(name, checks))).toMatchObject({ success: false, ...outcome });
  expect(ran(name)).toBe('check');
});

test('a check whose program is not there', async () => {
  const not_found = { error: 'Not installed.', retry_hint: 'Install it.', code: 'not_installed' };
  const check = { ...step('absent', 'check', ''), argv: ['haft-no-such-program'], not_found };
  expect(await callTool(setting('absent', [check]))).toMatchObject({ code: 'not_installed' });
  expect(ran('absent')).toBe('');
});

test('nothing runs before everything can: arguments and variables of the work count first', async () => {
  const check = step('ready', 'check', PRINT({}));
  const behavior = setting('ready', [check]).behavior;
  if (behavior.kind !== 'command') throw new Error('a command is expected');
  const declared = { KEY: variable({ optional: false }) };
  expect(
    await callTool(setting('ready', [check], { behavior: { ...behavior, env: ['KEY'] }, declared })),
  ).toMatchObject({ code: 'env_missing' });
  const argv = [process.execPath, '{q}'];
  const refused = await callTool(setting('ready', [check], { behavior: { ...behavior, argv } }), { q: '--eval=1' });
  expect(refused).toMatchObject({ code: 'invalid_arguments' });
  expect(ran('ready')).toBe('');
});

test('a check shares the deadline of the call, and ends with it', async () => {
  const check = step('deadline', 'check', 'setInterval(() => {}, 1e6)');
  const outcome = await callTool(setting('deadline', [check], { timeout_ms: 700 }));
  expect(outcome).toMatchObject({ code: 'timeout' });
  expect(ran('deadline')).not.toContain('work');
});

test('a cancelled call does not go on to its work', async () => {
  let reached: () => void = () => {};
  const arrived = new Promise<void>((resolve) => (reached = resolve));
  let paths = '';
  const base = await http(({ url = '' }) => {
    paths += url;
    reached();
  });
  const { running, outcome } = startTool(
    get(base, { before: [{ connection: 'local', method: 'GET', path: '/check' }] }),
  );
  await arrived;
  running.open.abort('cancelled');
  expect(await outcome).toMatchObject({ code: 'cancelled' });
  expect(paths).toBe('/check');
});

test.each<[string, Partial<HttpStep>, number, string, object]>([
  ['no failure', { fails_when: [FULL] }, 200, '{"books":[1]}', { success: true }],
  ['an empty answer', { fails_when: [{ ...FULL, pointer: '/error' }] }, 204, '', { success: true }],
  ['told', { fails_when: [FULL] }, 200, '{"books":[1,2,3]}', { code: 'full' }],
  ['not JSON', { fails_when: [FULL] }, 200, 'books', { code: 'bad_response' }],
  ['another answer', { fails_when: [FULL] }, 200, '{"volumes":[]}', { code: 'bad_response' }],
  ['no place needed', { fails_when: [{ ...FULL, pointer: '/error' }] }, 200, '{}', { success: true }],
  ['a status in the words of the check', { errors: { 409: [FULL] } }, 409, '', { code: 'full' }],
  ['a status in the words of the connection', {}, 403, '{"why":"no card"}', { code: 'shut', error: 'Shut: no card' }],
  ['a status without words', {}, 404, '', { code: 'http_error' }],
])('a request before a request: %s', async (_name, check, status, text, outcome) => {
  const paths: string[] = [];
  const base = await http(({ url = '' }, response) => {
    paths.push(url);
    response.statusCode = url === '/check/a%20b' ? status : 200;
    response.end(url === '/check/a%20b' ? text : '{"done":true}');
  });
  const errors = { 403: [{ error: 'Shut:', retry_hint: 'Ask for a card.', code: 'shut', detail: '/why' }] };
  const before = [{ connection: 'local', method: 'GET' as const, path: '/check/{q}', ...check }];
  const tool = get(base, { before }, { parameters: { q: { type: 'string' } }, connection: { base_url: base, errors } });
  const result = await callTool(tool, { q: 'a b' });
  expect(result).toMatchObject(outcome);
  expect(paths.slice(1)).toHaveLength(result.success ? 1 : 0);
});
