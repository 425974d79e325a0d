/** `verify:`: after the work, reads that must find its effect; whatever fails there, the result says that the call was carried out. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import type { ProgramEnd, RunProgram } from '../../runtime/behaviors/command/process.ts';
import type { CommandStep } from '../../runtime/descriptor/descriptor.ts';
import { runs } from '../support/runs.ts';
import { type Setting, callTool } from './support/call-tool.ts';
import { get, http, strings } from './support/loopback.ts';

const WRITES = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };
const CARRIED_OUT = 'The call was carried out, but the check of its effect failed: ';
const LOOK = 'The call may have taken effect: check whether it did before calling again.';
const THERE = { error: 'The backup is still there.', retry_hint: 'Ask the user to delete it.' };

const ended = (exit: string, text = ''): ProgramEnd => ({
  kind: 'ended',
  exit,
  stdout: new TextEncoder().encode(text),
  stderr: new Uint8Array(),
});

const step = (name: string, more: Partial<CommandStep> = {}): CommandStep => ({
  argv: [name],
  stdout: 'text',
  max_bytes: 1000,
  ...more,
});

/** What each program ends with, by its name, and the names in the order in which they ran. */
function programs(ends: Readonly<Record<string, ProgramEnd>>): { readonly run: RunProgram; readonly ran: string[] } {
  const ran: string[] = [];
  const run: RunProgram = async ({ argv }) => {
    ran.push(argv.join(' '));
    return ends[argv[0] ?? ''] ?? ended('0');
  };
  return { run, ran };
}

const removing = (run: RunProgram, verify: readonly CommandStep[]): Setting => ({
  behavior: { kind: 'command', ...step('remove'), verify, result: { message: { value: 'Removed.' } } },
  annotations: WRITES,
  runProgram: run,
});

const LISTS = step('list', { fails_when: [{ pointer: '', contains: 'backup', ...THERE }] });

test('a read that finds the effect leaves the result as it is', async () => {
  const { run, ran } = programs({ list: ended('0', 'nothing') });
  expect(await callTool(removing(run, [LISTS]))).toMatchObject({ success: true, data: { message: 'Removed.' } });
  expect(ran).toEqual(['remove', 'list']);
});

test('words of the author are said after what happened', async () => {
  const { run } = programs({ list: ended('0', 'a backup') });
  expect(await callTool(removing(run, [LISTS]))).toMatchObject({
    success: false,
    code: 'tool_failed',
    error: `${CARRIED_OUT}${THERE.error}`,
    retry_hint: `${LOOK} ${THERE.retry_hint}`,
  });
});

test('a value of the result leads to what was made', async () => {
  const asked: string[] = [];
  const base = await http(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    if (method === 'POST') return void response.setHeader('Location', '/notes/7').end('{"id":7,"title":"x"}');
    response.statusCode = url === '/notes/7' ? 200 : 404;
    response.end('{"id":7}');
  });
  const made = (id: string): Setting => ({
    ...get(base, {
      method: 'POST',
      path: '/notes',
      json: { title: '{q}' },
      let: { made: id },
      verify: [{ connection: 'local', method: 'GET', path: '/notes/{made}' }],
      result: { title: '/title' },
    }),
    annotations: WRITES,
  });
  expect((await callTool(made('/id'), { q: 'x' })).data).toEqual({ title: 'x' });
  expect(asked).toEqual(['POST /notes', 'GET /notes/7']);
  expect(await callTool(made('/title'), { q: 'x' })).toMatchObject({ code: 'not_verified', retry_hint: LOOK });
  expect(await callTool(made('/uid'), { q: 'x' })).toMatchObject({
    code: 'not_verified',
    error: `${CARRIED_OUT}There is no "made", which the next step needs.`,
    retry_hint: LOOK,
  });
});

const end = fc.oneof(
  fc.constantFrom('0', '1', '9', 'SIGKILL').map((exit) => ended(exit, 'a backup')),
  fc.constantFrom<ProgramEnd>(ended('0'), { kind: 'too_large' }, { kind: 'not_started', code: 'ENOENT' }),
);
const check = fc.record(
  {
    fails_when: fc.constant([{ pointer: '', contains: 'backup', ...THERE }]),
    exit_codes: fc.constant({ 9: [THERE] }),
    let: fc.constant({ found: { pointer: '/0' } }),
    stdout: fc.constantFrom<CommandStep['stdout']>('text', 'json', 'lines'),
  },
  { requiredKeys: [] },
);

test('nothing after the work changes its data, hides that it was carried out, or asks to repeat it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(check, { maxLength: 2 }),
      fc.array(check, { minLength: 1, maxLength: 3 }),
      fc.array(end, { minLength: 6, maxLength: 6 }),
      async (before, verify, ends) => {
        const named = (kind: string, list: typeof before): CommandStep[] =>
          list.map((more, at) => step(`${kind}${at}`, more));
        const names = [...before.map((_, at) => `before${at}`), 'remove', ...verify.map((_, at) => `verify${at}`)];
        const { run, ran } = programs(Object.fromEntries(names.map((name, at) => [name, ends[at] ?? ended('0')])));
        const setting = removing(run, named('verify', verify));
        const behavior = { ...setting.behavior, before: named('before', before) } as Setting['behavior'];
        const whole = await callTool({ ...setting, behavior });
        const stopped = ran.at(-1) ?? '';
        expect(ran).toEqual(names.slice(0, ran.length));
        if (whole.success) expect([ran.length, whole.data]).toEqual([names.length, { message: 'Removed.' }]);
        else expect(whole.error?.startsWith(CARRIED_OUT)).toBe(stopped.startsWith('verify'));
        if (!whole.success && stopped.startsWith('verify')) expect(whole.retry_hint?.startsWith(LOOK)).toBe(true);
      },
    ),
    { numRuns: runs(10_000) },
  );
});

const findings = (command: string): string[] =>
  planSpecs([
    {
      path: 'a.yaml',
      text: `kind: server
name: backups
version: 1.0.0
summary: Keeps backups.
tools:
  - name: delete_backup
    description: { does: Deletes a backup., when: the user no longer needs it }
    effects: destroy
    parameters: { name: { type: string, description: Name of the backup. } }
    required: [name]
    command: ${command}
`,
    },
  ]).diagnostics.flatMap(({ code, severity, message }) => (severity === 'error' ? [`${code}: ${message}`] : []));

test.each([
  ['{ argv: [rm, --, "{name}"], stdout: text, verify: [{ argv: [ls, --, "{name}"], stdout: lines }] }', undefined],
  [
    '{ argv: [add, --, "{name}"], let: { id: /id }, verify: [{ argv: [show, "{id}"], let: { size: /size } }, { argv: [measure, "{size}"] }] }',
    undefined,
  ],
  ['{ argv: [add, "{id}"], let: { id: /id }, verify: [{ argv: [show, "{id}"] }] }', 'server/binding-complete'],
  ['{ argv: [add, --, "{name}"], verify: [{ argv: [show, "{id}"], let: { id: /id } }] }', 'server/binding-complete'],
  ['{ argv: [add, --, "{name}"], let: { id: /id } }', 'server/binding-complete'],
  ['{ argv: [add, --, "{name}"], let: { name: /id }, verify: [{ argv: [show] }] }', 'server/binding-complete'],
  [
    `{ argv: [rm, --, "{name}"], stdout: text, verify: [{ argv: [ls], stdout: lines, fails_when: [{ pointer: /text, error: It is there., retry_hint: Stop. }] }] }`,
    'tool/failure-detected',
  ],
  ['{ argv: [rm, --, "{name}"], verify: [{ argv: [ls, "-{name}"] }] }', 'tool/option-fixed'],
])('checks of %s', (command, code) => {
  const found = findings(command);
  expect(found.map((one) => one.split(': ')[0])).toEqual(code === undefined ? [] : [code]);
});

test('strings of a service are encoded in a read after the work, too', async () => {
  const asked: string[] = [];
  const base = await http(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    response.end('{"id":"../x y"}');
  });
  const setting = get(base, {
    method: 'POST',
    path: '/notes',
    let: { made: '/id' },
    verify: [{ connection: 'local', method: 'GET', path: '/notes', query: { id: '{made}' } }],
  });
  await callTool({ ...setting, parameters: strings('q') }, { q: 'x' });
  expect(asked).toEqual(['POST /notes', 'GET /notes?id=..%2Fx%20y']);
});
