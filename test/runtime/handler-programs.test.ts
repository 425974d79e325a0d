/** The same attack through `command:` and through `call.run`: the same result. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunProgram } from '../../runtime/behaviors/command/process.ts';
import type { ArgvElement, CommandStep, HandlerProgram } from '../../runtime/descriptor/descriptor.ts';
import type { RunOptions } from '../../runtime/server/programs.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { runs } from '../support/runs.ts';
import { type Setting, callTool, startTool } from './support/call-tool.ts';
import { type AnyHandler, SECRET, VARIABLES, handled, shown } from './support/handled.ts';

interface Program {
  readonly program: HandlerProgram;
  readonly args: readonly ArgvElement[];
  readonly options?: RunOptions;
}

function asCommand({ program, args, options = {} }: Program, more: Partial<Setting> = {}): Setting {
  const step = { stdout: 'text', max_bytes: 1000, ...program, ...options } satisfies Partial<CommandStep>;
  const argv = [...program.argv, ...args];
  const source = { KEY: SECRET };
  return { ...VARIABLES, behavior: { kind: 'command', ...step, argv, result: { text: '' } }, source, ...more };
}

function asRun({ program, args, options }: Program, more: Partial<Setting> = {}): Setting {
  const run: AnyHandler = async (values, call) => {
    // The types reject arguments that are not written in the code; here they come from a table.
    const output = await call.run('it', args as never, { max_bytes: 1000, ...options, values } as never);
    return 'error' in output ? output : { text: output.json };
  };
  return { ...handled(run, {}, { programs: { it: program } }), ...more };
}

const PRINT: HandlerProgram = { argv: ['printf'] };
const FAILED = { error: 'No such book.', retry_hint: 'Search.' };

describe.skipIf(ON_WINDOWS)('command: and call.run', () => {
  test.each<readonly [name: string, program: Program, value: string | undefined, result: object]>([
    ['an option', { program: PRINT, args: ['{value}'] }, '-v', { code: 'invalid_arguments' }],
    ['an option in a group', { program: PRINT, args: ['%s', ['{value}']] }, '--x', { code: 'invalid_arguments' }],
    ['an option after "--"', { program: PRINT, args: ['--', '%s', '{value}'] }, '-v', { data: { text: '-v' } }],
    ['a line break', { program: PRINT, args: ['--', '%s', '{value}'] }, 'a\n-b', { data: { text: 'a\n-b' } }],
    ['a NUL', { program: PRINT, args: ['--', '%s', '{value}'] }, 'a\0b', { code: 'invalid_arguments' }],
    ['a shell', { program: PRINT, args: ['%s', '{value}'] }, '$(id);`id`', { data: { text: '$(id);`id`' } }],
    ['braces', { program: PRINT, args: ['%s', '{value}'] }, '{env.KEY}', { data: { text: '{env.KEY}' } }],
    ['a climb', { program: PRINT, args: ['/srv/{value}'] }, '../etc', { code: 'invalid_arguments' }],
    ['a hidden climb', { program: PRINT, args: ['/srv/{value}'] }, '%2e%2e', { code: 'invalid_arguments' }],
    ['no value', { program: PRINT, args: ['%s', 'x', '{value}'] }, undefined, { data: { text: 'x' } }],
    ['a secret', { program: PRINT, args: ['%s', '{env.KEY}'] }, undefined, { data: { text: '[redacted]' } }],
    ['a variable that is not set', { program: PRINT, args: ['{env.UNSET}'] }, undefined, { code: 'env_missing' }],
    [
      'more than the limit',
      { program: PRINT, args: ['%s', '{value}'], options: { max_bytes: 4 } },
      'twelve',
      { code: 'bad_response' },
    ],
    [
      'lines up to the limit',
      { program: PRINT, args: ['%s', '{value}'], options: { max_bytes: 4, on_more: 'truncate' } },
      'a\nbcdef',
      { data: { text: 'a' } },
    ],
    [
      'no JSON',
      { program: PRINT, args: ['%s', '{value}'], options: { stdout: 'json' } },
      'nothing',
      { code: 'bad_response' },
    ],
    ['an exit code', { program: { argv: ['false'] }, args: [] }, undefined, { code: 'command_failed' }],
    [
      'an exit code with a message',
      { program: { argv: ['false'], exit_codes: { 1: [FAILED] } }, args: [] },
      undefined,
      { error: FAILED.error },
    ],
    [
      'no program',
      { program: { argv: ['no-such-program-4711'], not_found: FAILED }, args: [] },
      undefined,
      { error: FAILED.error },
    ],
    [
      'input',
      { program: { argv: ['cat'] }, args: [], options: { stdin: '{value}' } },
      '-{a}',
      { data: { text: '-{a}' } },
    ],
    ['a folder', { program: { argv: ['pwd'], cwd: '/' }, args: [] }, undefined, { data: { text: '/' } }],
    ['the locale', { program: { argv: ['sh'] }, args: ['-c', 'echo ${LC_ALL:-${LC_CTYPE:-$LANG}}'] }, undefined, {}],
    [
      'the environment',
      { program: { argv: ['sh'] }, args: ['-c', 'echo $KEY$UNSET'] },
      undefined,
      { data: { text: '' } },
    ],
  ])('%s', async (_name, program, value, result) => {
    const args = value === undefined ? {} : { value };
    const [language, code] = await Promise.all([asCommand, asRun].map((way) => shown(callTool(way(program), args))));
    expect(code).toEqual(language);
    expect(code).toMatchObject(result);
  });

  const SLEEP: Program = { program: { argv: ['sleep'] }, args: ['60'] };

  test.each([asCommand, asRun])('%o ends with the call', async (way) => {
    expect(await callTool(way(SLEEP, { timeout_ms: 20 }))).toMatchObject({ code: 'timeout' });
    const { running, outcome } = startTool(way(SLEEP));
    running.open.abort('cancelled');
    expect(await outcome).toMatchObject({ code: 'cancelled' });
  });

  test('what is not in `runs` does not run', async () => {
    const run: AnyHandler = (_args, call) => call.run('git', ['log']) as never;
    const { code, log } = await callTool(handled(run, {}, { programs: { it: PRINT } }));
    expect([code, log.join()]).toEqual(['internal_error', expect.stringContaining('"git" is not in `runs`')]);
  });

  test('any arguments with any value start the same program, or fail in the same words', async () => {
    const echo: RunProgram = async ({ argv, env, cwd, stdin, maxBytes }) => {
      const stdout = Buffer.from(JSON.stringify({ argv, env: Object.keys(env), cwd, stdin, maxBytes }));
      return { kind: 'ended', exit: '0', stdout, stderr: new Uint8Array() };
    };
    const piece = fc.constantFrom(
      '{value}',
      '{value|a}',
      '{env.FOLDER|b}',
      '/',
      '-',
      '--',
      '..',
      '%2e',
      'a b',
      '\n',
      '=',
    );
    const text = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''));
    const value = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom('-', '.', '/', '\0', '\n', '%2e', 'a')).map((a) => a.join('')),
    );
    const options = fc.record({ stdin: text, max_bytes: fc.integer({ min: 500, max: 900 }) }, { requiredKeys: [] });
    const program = fc.record(
      { argv: fc.constant(['it']), cwd: text, env: fc.constant(['FOLDER']) },
      { requiredKeys: ['argv'] },
    );
    const args = fc.array(fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 2 })), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.record({ program, args, options }), value, async (one, given) => {
        const [language, code] = await Promise.all(
          [asCommand, asRun].map((way) => shown(callTool(way(one, { runProgram: echo }), { value: given }))),
        );
        expect(code).toEqual(language);
      }),
      { numRuns: runs(10_000) },
    );
  });
});
