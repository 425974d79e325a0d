/** Numbers that a double cannot hold are never changed in silence: rejected from the model, digits in a string from a service. */
import { assert, bigInt, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assemble } from '../../runtime/server/assemble.ts';
import { coercion, handlerTools } from '../../runtime/modules.ts';
import type { Handler } from '../../runtime/behaviors/shared/run.ts';
import { inexactNumber, parseExact } from '../../runtime/language/plain.ts';
import { openSession } from '../../runtime/protocol/session.ts';
import { unwanted } from '../../runtime/transport/serve-fetch.ts';
import { callTool } from './support/call-tool.ts';
import { get, http } from './support/loopback.ts';
import { toolOf } from './support/call-tool.ts';
import { descriptorOf } from './support/descriptor.ts';

const BIG = '12345678901234567890';

test.each([
  ['{"id":12345678901234567890}', { id: BIG }],
  ['[9007199254740993,-9007199254740993]', ['9007199254740993', '-9007199254740993']],
  ['[9007199254740992,1000000000000000000000]', [9007199254740992, 1e21]],
  ['{"a":{"b":[{"c":99999999999999999}]}}', { a: { b: [{ c: '99999999999999999' }] } }],
  ['[1e400,-1E+999,1e308]', ['1e400', '-1E+999', 1e308]],
  ['["12345678901234567890","\\"12345678901234567890",0.1234567890123456]', [BIG, `"${BIG}`, 0.1234567890123456]],
  [BIG, BIG],
])('%s', (text, expected) => {
  expect(parseExact(text)).toEqual(expected);
});

test('every integer comes through with its digits', () => {
  assert(property(bigInt(), (integer) => BigInt(String(parseExact(` [${integer}] `))) === integer));
});

test('what is no JSON stays none', () => {
  for (const text of [
    '[01234567890123456789]',
    '{"a":12345678901234567890',
    '12345678901234567890 x',
    '"12345678901234567890',
  ]) {
    expect(() => parseExact(text)).toThrow();
  }
});

test('a value of a hundred thousand levels', () => {
  const text = `${'['.repeat(100_000)}${BIG}${']'.repeat(100_000)}`;
  expect(inexactNumber(text, JSON.parse(text))).toBe(BIG);
});

describe('from a service', () => {
  const base = (): Promise<string> =>
    http((_request, response) => response.end(`{"id":${BIG},"list":[{"id":${BIG}}]}`));

  test('exact where the schema has a string or says nothing', async () => {
    const result = { id: '/id', list: '/list' };
    const properties = { id: { type: 'string' } } as const;
    const outcome = await callTool(get(await base(), { result }, { returns: { type: 'object', properties } }));
    expect(outcome.data).toEqual({ id: BIG, list: [{ id: BIG }] });
  });

  test('rejected where the schema has an integer', async () => {
    const properties = { id: { type: 'integer' } } as const;
    const outcome = await callTool(
      get(await base(), { result: { id: '/id' } }, { returns: { type: 'object', properties } }),
    );
    expect(outcome).toMatchObject({ success: false, code: 'bad_result' });
    expect(outcome.log.join()).toContain(BIG);
  });
});

describe('from the model', () => {
  function answersTo(text: string): readonly string[] {
    const free = { type: 'object' } as const;
    const parameters = { n: { type: 'integer' }, text: { type: 'string' }, any: free } as const;
    const tool = toolOf({ behavior: { kind: 'handler', export: 'run' }, parameters });
    const run: Handler = (args) => args;
    const server = descriptorOf({ coerce: true, tools: [tool] });
    const { answer, allow } = assemble(server, { run }, {}, () => {}, { ...handlerTools, ...coercion });
    const lines: string[] = [];
    openSession(answer, { allowance: allow(), outlet: { ...unwanted, send: (line) => void lines.push(line) } }).receive(
      text,
    );
    return lines;
  }

  const call = (args: string, more = ''): string =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_thing","arguments":${args}${more}}}`;

  test.each([`{"n":${BIG}}`, `{"text":${BIG}}`, `{"any":{"deep":[${BIG}]}}`, '{"any":{"deep":9007199254740993}}'])(
    '%s is rejected in clear words',
    (args) => {
      const [line = ''] = answersTo(call(args));
      const { error, code, retry_hint } = JSON.parse(line).result.structuredContent;
      expect(code).toBe('invalid_arguments');
      expect(error).toMatch(/^The number \d+ cannot be represented exactly/);
      expect(error).toContain(/\d{16,}/.exec(args)?.[0]);
      expect(retry_hint).toContain('as a string');
    },
  );

  test('as a string, and where it is exact, it passes', () => {
    for (const args of [`{"text":"${BIG}"}`, '{"any":{"n":9007199254740992,"text":"1e999"}}']) {
      expect(JSON.parse(answersTo(call(args))[0] ?? '').result.structuredContent.data).toEqual(JSON.parse(args));
    }
  });

  test('a number outside the arguments is not checked', () => {
    const [line = ''] = answersTo(call('{"n":1}', `,"_meta":{"time":${BIG},"progressToken":${BIG}}`));
    expect(JSON.parse(line).result.structuredContent.data).toEqual({ n: 1 });
  });

  test('as the id of a request it could not be answered', () => {
    const [line = ''] = answersTo(`{"jsonrpc":"2.0","id":${BIG},"method":"ping"}`);
    expect(JSON.parse(line)).toMatchObject({
      id: null,
      error: { code: -32600, message: expect.stringContaining('"id"') },
    });
  });
});
