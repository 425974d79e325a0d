/** Behavior `command`: arguments, environment, output, exit codes and the end of processes. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { CommandBehavior } from '../../runtime/descriptor/descriptor.ts';
import type { Schema } from '../../runtime/language/schema.ts';
import { environmentFor } from '../../runtime/behaviors/shared/environment-for.ts';
import { callTool, startTool, variable } from './support/call-tool.ts';
import type { Setting } from './support/call-tool.ts';
import { FAMILY } from './support/family.ts';
import { familyGate } from './support/family-gate.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth } from '../support/runs.ts';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'haft command ')));
afterAll(() => rmSync(folder, { recursive: true }));

const parameters: Record<string, Schema> = {
  q: { type: 'string' },
  n: { type: 'integer' },
  tags: { type: 'array', items: { type: 'string' } },
};

/** A tool that runs a script with node; what follows the script in `argv` are its arguments. */
function script(code: string, behavior: Partial<CommandBehavior> = {}, more: Partial<Setting> = {}): Setting {
  const { argv = [], ...rest } = behavior;
  // "{" and "}" of the script are literal.
  const literal = code.replaceAll(/[{}]/g, '$&$&');
  return {
    behavior: {
      kind: 'command',
      stdout: 'json',
      max_bytes: 100_000,
      ...rest,
      argv: [process.execPath, '-e', literal, ...argv],
    },
    parameters,
    ...more,
  };
}

const PRINT_ARGS = 'console.log(JSON.stringify({ args: process.argv.slice(1) }))';

describe('arguments', () => {
  test.each<[string, readonly string[], object, readonly string[]]>(
    everyNth(3, [
      [
        'one element each, whatever the value',
        ['{q}', 'n={n}'],
        { q: 'a; rm -rf "$HOME" `x`\n*', n: 5 },
        ['a; rm -rf "$HOME" `x`\n*', 'n=5'],
      ],
      ['absent elements are dropped', ['{q}', '--n={n}', 'end'], {}, ['end']],
      ['an empty text stays', ['{q}', 'end'], { q: '' }, ['', 'end']],
      ['a list repeats', ['--', '{tags}'], { tags: ['a', '-b'] }, ['a', '-b']],
      ['a dash is fine behind a literal', ['--', '--q={q}'], { q: '-x' }, ['--q=-x']],
      ['a dash is fine behind --', ['--', '{q}'], { q: '--help' }, ['--help']],
    ]),
  )('%s', async (_name, argv, args, expected) => {
    // Node keeps what follows the first "--" to itself.
    const own = argv[0] === '--' ? argv : ['--', ...argv];
    expect(await callTool(script(PRINT_ARGS, { argv: own }), args)).toMatchObject({ data: { args: expected } });
  });

  test.each<[readonly string[], object]>([
    [['{q}'], { q: '--eval=evil' }],
    [['{q}{n}'], { q: '', n: -1 }],
    [['{env.NONE|}{q}'], { q: '-x' }],
    [['{tags}', '--'], { tags: ['a', '-b'] }],
    [['{n}'], { n: -5 }],
    [['--', '{q}'], { q: 'a\0b' }],
  ])('%j with %j is rejected', async (argv, args) => {
    expect(await callTool(script(PRINT_ARGS, { argv }), args)).toMatchObject({
      success: false,
      code: 'invalid_arguments',
    });
  });

  test('standard input and the folder', async () => {
    const code = `let s = ''; process.stdin.on('data', (d) => (s += d)).on('end', () => console.log(JSON.stringify({ s, cwd: process.cwd() })))`;
    const outcome = await callTool(script(code, { stdin: 'Q: {q}', cwd: folder }), { q: 'ü\n' });
    expect(outcome.data).toEqual({ s: 'Q: ü\n', cwd: folder });
  });

  test('a program that does not read its input', async () => {
    const outcome = await callTool(script('console.log("{}")', { stdin: '{q}' }), { q: 'x'.repeat(1_000_000) });
    expect(outcome).toMatchObject({ success: true });
  });
});

describe('environment', () => {
  const PRINT_ENV = 'console.log(JSON.stringify({ env: Object.keys(process.env).sort() }))';

  test('only what every program gets, and what is named', async () => {
    const declared = { KEY: variable(), OTHER: variable() };
    const outcome = await callTool(script(PRINT_ENV, { env: ['KEY'] }, { declared, source: { KEY: 'k', OTHER: 'o' } }));
    const passed = Object.keys(environmentFor(['KEY'], { KEY: 'k' })).toSorted();
    if (!ON_WINDOWS) return expect(outcome.data).toEqual({ env: passed });
    // Windows adds the names of its own folders and of the user by itself.
    expect(outcome.data?.['env']).toEqual(expect.arrayContaining(['KEY', 'PATH', 'SystemRoot']));
    expect(outcome.data?.['env']).not.toContain('OTHER');
  });

  test('fixed values, which replace those of the server', async () => {
    const print =
      'console.log(JSON.stringify({ all: process.env.LC_ALL, key: process.env.KEY, odd: process.env.ODD }))';
    const set_env = { LC_ALL: 'C.UTF-8', KEY: 'own', ODD: '{q}' };
    const setting = script(print, { env: ['KEY'], set_env }, { declared: { KEY: variable() }, source: { KEY: 'k' } });
    expect((await callTool(setting, { q: 'x' })).data).toEqual({ all: 'C.UTF-8', key: 'own', odd: '{q}' });
  });

  test('a named variable that must be there', async () => {
    const declared = { KEY: variable({ optional: false }) };
    expect(await callTool(script(PRINT_ENV, { env: ['KEY'] }, { declared }))).toMatchObject({ code: 'env_missing' });
  });
});

describe('output', () => {
  test.each<[CommandBehavior['stdout'], string, unknown]>(
    everyNth(2, [
      ['json', '{"a":1}\n', { a: 1 }],
      ['text', 'one\ntwo\n', { text: 'one\ntwo' }],
      ['lines', 'one\r\ntwo\n', { lines: ['one', 'two'] }],
      ['lines', '', { lines: [] }],
    ]),
  )('%s of %j', async (stdout, printed, data) => {
    expect(await callTool(script(`process.stdout.write(${JSON.stringify(printed)})`, { stdout }))).toMatchObject({
      data,
    });
  });

  test('a result table', async () => {
    const result = {
      answer: '/answer',
      ids: { each: '/refs', fields: { id: '/source_id' } },
      asked: { argument: 'q' },
    };
    const code = 'console.log(JSON.stringify({ answer: "42", refs: [{ source_id: "s" }] }))';
    const outcome = await callTool(script(code, { result, argv: ['--', '{q}'] }), { q: 'why' });
    expect(outcome.data).toEqual({ answer: '42', ids: [{ id: 's' }], asked: 'why' });
  });

  test('a text by pointer and its length', async () => {
    const setting = script('console.log("hello")', { stdout: 'text', result: { text: '', size: { length: '' } } });
    expect((await callTool(setting)).data).toEqual({ text: 'hello', size: 5 });
  });

  test.each<[printed: string, data: object]>([
    ['[1]', { items: [1] }],
    ['[]', { items: [] }],
    ['7', { value: 7 }],
    ['null', {}],
  ])('JSON that is no object has a name: %s', async (printed, data) => {
    expect(await callTool(script(`process.stdout.write('${printed}')`))).toMatchObject({ success: true, data });
  });

  test('what stands for empty output may be a list', async () => {
    expect((await callTool(script('', { empty: [] }))).data).toEqual({ items: [] });
  });

  test.each(['', 'no json'])('%j where JSON is promised', async (printed) => {
    expect(await callTool(script(`process.stdout.write('${printed}')`))).toMatchObject({ code: 'bad_response' });
  });

  test('more than allowed', async () => {
    const endless = 'for (;;) require("node:fs").writeSync(1, "x".repeat(65536))';
    expect(await callTool(script(endless))).toMatchObject({
      code: 'bad_response',
      error: expect.stringContaining('exceeds `max_bytes`'),
    });
  });
});

describe('endings', () => {
  const exit_codes = {
    1: [
      { contains: 'AUTH', error: 'Not logged in.', retry_hint: 'Log in.', code: 'auth' },
      { error: 'It failed.', retry_hint: 'Look.' },
    ],
    0: [{ contains: 'not valid', error: 'Not valid.', retry_hint: 'Log in.' }],
  };

  test.skipIf(ON_WINDOWS).each<[string, object]>([
    ['console.error("AUTH_ERROR"); process.exit(1)', { code: 'auth', error: 'Not logged in.' }],
    ['console.log("AUTH_ERROR"); process.exit(1)', { code: 'auth' }],
    ['process.exit(1)', { code: 'command_failed', error: 'It failed.' }],
    ['process.exit(3)', { code: 'command_failed', error: expect.stringContaining('exit code 3') }],
    ['process.kill(process.pid, "SIGTERM")', { error: expect.stringContaining('SIGTERM') }],
    ['console.log("login is not valid")', { error: 'Not valid.' }],
    ['console.log(JSON.stringify({ ok: true }))', { success: true, data: { ok: true } }],
  ])('%s', async (code, expected) => {
    expect(await callTool(script(code, { exit_codes }))).toMatchObject(expected);
  });

  test('a failure reported in JSON has priority over the exit code', async () => {
    const fails_when = [{ pointer: '/error', detail: '/message', error: 'Refused:', retry_hint: '-', code: 'told' }];
    const code = 'console.log(JSON.stringify({ error: true, message: "quota" })); process.exit(1)';
    expect(await callTool(script(code, { exit_codes, fails_when }))).toMatchObject({
      code: 'told',
      error: 'Refused: quota',
    });
  });

  test('standard error is for the log only, and without secrets', async () => {
    const declared = { KEY: variable({ secret: true }) };
    const outcome = await callTool(
      script('console.error("bad key secret-key"); process.exit(4)', {}, { declared, source: { KEY: 'secret-key' } }),
    );
    expect(JSON.stringify({ ...outcome, log: [] })).not.toContain('bad key');
    expect(outcome.log).toEqual(['get_thing: exit 4: bad key [redacted]']);
  });

  test('a program that is not there', async () => {
    const behavior: CommandBehavior = {
      kind: 'command',
      argv: ['haft-no-such-program'],
      stdout: 'text',
      max_bytes: 10,
      not_found: { error: 'Not installed.', retry_hint: 'Install it.', code: 'not_installed' },
    };
    expect(await callTool({ behavior })).toMatchObject({ code: 'not_installed', error: 'Not installed.' });
    const { not_found: _, ...plain } = behavior;
    expect(await callTool({ behavior: plain })).toMatchObject({ code: 'not_found' });
  });
});

describe.skipIf(ON_WINDOWS)('no program outlives its call', () => {
  test('when the deadline comes', async () => {
    // A busy machine may need longer than the deadline to start them.
    for (let timeout_ms = 1500; ; timeout_ms *= 2) {
      const { port, arrived, gone } = await familyGate();
      const { outcome } = startTool(script(FAMILY, { argv: ['--', port] }, { timeout_ms }));
      const ran = await Promise.race([arrived.then(() => true), outcome.then(() => false)]);
      expect(await outcome).toMatchObject({ code: 'timeout' });
      if (ran) return gone;
    }
  });

  test('when the client cancels', async () => {
    const { port, arrived, gone } = await familyGate();
    const { running } = startTool(script(FAMILY, { argv: ['--', port] }));
    await arrived;
    running.open.abort('cancelled');
    await gone;
  });
});

describe('what is beyond the exit code', () => {
  const words = { error: 'It broke.', retry_hint: 'Stop.' };

  test('a failure quotes the end of the error output, redacted and cleaned', async () => {
    const code = 'console.error("first\\n\\u001b[31mbad\\u0000 key s3cr3t-key\\u001b[0m"); process.exit(4)';
    const setting = script(code, { exit_codes: { default: [{ ...words, detail: 'stderr' }] } });
    const declared = { KEY: variable({ secret: true }) };
    const outcome = await callTool({ ...setting, declared, source: { KEY: 's3cr3t-key' } });
    expect(outcome).toMatchObject({ code: 'command_failed', error: 'It broke. first bad key [redacted]' });
  });

  test('a failure reported in the output quotes it as well, with exit code 0', async () => {
    const code = 'console.log(JSON.stringify({ ok: false })); console.error("disk full")';
    const fails_when = [{ ...words, pointer: '/ok', finds: 'nothing' as const, detail: 'stderr', code: 'full' }];
    expect(await callTool(script(code, { fails_when }))).toMatchObject({ code: 'full', error: 'It broke. disk full' });
  });

  test('its own exit code comes before `default`, and 0 is never one', async () => {
    const exit_codes = { 4: [words], default: [{ ...words, error: 'Other.' }] };
    expect(await callTool(script('process.exit(4)', { exit_codes }))).toMatchObject({ error: 'It broke.' });
    expect(await callTool(script('process.exit(5)', { exit_codes }))).toMatchObject({ error: 'Other.' });
    expect(await callTool(script('console.log("{}")', { exit_codes }))).toMatchObject({ success: true });
  });

  const endless = 'const more = () => process.stdout.write("line\\n".repeat(100), more); more()';
  const result = { lines: { each: '', item: '' }, note: { note: 'More.' } };

  test('a program that prints without end is stopped, and its complete lines are the output', async () => {
    const outcome = await callTool(script(endless, { stdout: 'lines', max_bytes: 23, on_more: 'truncate', result }));
    expect(outcome.data).toEqual({ lines: ['line', 'line', 'line', 'line'], note: 'More.' });
  });

  test('without a complete line, and without on_more, it fails', async () => {
    const failed = { success: false, code: 'bad_response' };
    const short = script(endless, { stdout: 'lines', max_bytes: 3, on_more: 'truncate', result });
    expect(await callTool(short)).toMatchObject(failed);
    expect(await callTool(script(endless, { stdout: 'lines', max_bytes: 23, result }))).toMatchObject(failed);
  });
});
