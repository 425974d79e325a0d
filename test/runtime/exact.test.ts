/** Numbers that a double cannot hold are never changed in silence: rejected from the model, digits in a string from a service. */
import { assert, asyncProperty, bigInt, constantFrom, oneof, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assemble } from '../../runtime/server/assemble.ts';
import { asking, coercion, handlerTools } from '../../runtime/modules.ts';
import * as adapters from '../../runtime/in-process/adapters.ts';
import { open } from '../../runtime/in-process/open.ts';
import type { AnyTools, OpenTool } from '../../runtime/in-process/shapes.ts';
import { runs } from '../support/runs.ts';
import type { Handler } from '../../runtime/behaviors/shared/run.ts';
import { inexactNumber, parseExact } from '../../runtime/language/plain.ts';
import type { Schema } from '../../runtime/language/schema.ts';
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

  test.each(['string', 'integer', undefined] as const)('read as a number, where the schema has %s', async (type) => {
    const priced = await http((_request, response) => response.end(`{"id":"12,345,678,901,234,567,890 EUR"}`));
    const result = { id: { pointer: '/id', as: { number: { unit: 'EUR' } } } };
    const returns: Schema = { type: 'object', ...(type && { properties: { id: { type } } }) };
    const outcome = await callTool(get(priced, { result }, { returns }));
    if (type === 'integer') expect(outcome).toMatchObject({ success: false, code: 'bad_result' });
    else expect(outcome.data).toEqual({ id: BIG });
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

/** Each way in which arguments arrive as values; `asText` of those that take text as well. */
const ENTRIES: Readonly<Record<string, (tools: AnyTools, args: object, asText: string) => unknown>> = {
  call: (tools, args) => (tools['get_thing'] as OpenTool).call(args as never),
  toFunctions: (tools, args) => {
    const functions = adapters.toFunctions(tools) as unknown as Record<string, (args: object) => Promise<object>>;
    return functions['get_thing']?.(args).catch((thrown: Error) => thrown.message);
  },
  toAiSdk: (tools, args) => (adapters.toAiSdk(tools)['get_thing'] as AnyAiTool).execute(args as never, {}),
  toAnthropic: (tools, args) => adapters.toAnthropic(tools).run({ id: '1', name: 'get_thing', input: args }),
  toGemini: (tools, args) => adapters.toGemini(tools).run({ name: 'get_thing', args: { ...args } }),
  toOpenAi: (tools, _args, text) =>
    adapters.toOpenAi(tools, { strict: false }).run({ call_id: '1', name: 'get_thing', arguments: text }),
  toOpenAiChat: (tools, _args, text) =>
    adapters
      .toOpenAiChat(tools, { strict: false })
      .run({ id: '1', type: 'function', function: { name: 'get_thing', arguments: text } }),
  toOpenAiAgents: (tools, args) =>
    adapters
      .toOpenAiAgents(tools)
      .find(({ name }) => name === 'get_thing')
      ?.execute(args, undefined),
  ask: (tools) => (tools['ask_thing'] as OpenTool).call({} as never),
};

type AnyAiTool = ReturnType<typeof adapters.toAiSdk>[string];

describe('in the process of the caller', () => {
  const parameters = { n: { type: 'number' }, any: { type: 'object' } } as const;
  const own = { behavior: { kind: 'handler', export: 'run' }, parameters } as const;
  const tools = [toolOf(own), { ...toolOf(own), name: 'ask_thing', ask: ['n'] }];

  /** The numbers that the handler got, and what the caller of the tool did. */
  async function passed(entry: string, text: string): Promise<{ readonly got: unknown[]; readonly shown: string }> {
    const got: unknown[] = [];
    const args = JSON.parse(text);
    const run: Handler = (value) => (got.push(value), {});
    const ask = () => Promise.resolve({ action: 'accept' as const, content: args });
    const opened = await open(descriptorOf({ tools }), { run }, [handlerTools, asking], { ask });
    return { got, shown: JSON.stringify(await ENTRIES[entry]?.(opened.tools, args, text)) };
  }

  test('an integer reaches the handler as it was sent, or the call fails in words, whatever the entry', async () => {
    const integers = oneof(
      bigInt(),
      bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
      bigInt(2n ** 53n, 10n ** 25n),
    );
    const cases = [constantFrom(...Object.keys(ENTRIES)), integers] as const;
    await assert(
      asyncProperty(...cases, async (entry, integer) => {
        const { got, shown } = await passed(entry, `{"n":${integer}}`);
        const exact = got.map((args) => BigInt((args as { n: number }).n));
        if (/cannot be represented exactly|may have been rounded/.test(shown)) expect(exact).toEqual([]);
        else expect([shown, exact]).toEqual([shown, [integer]]);
      }),
      { numRuns: runs(400, 200) },
    );
  });

  test.each(Object.keys(ENTRIES))(
    '%s takes integers up to the greatest that is exact, and fractions',
    async (entry) => {
      for (const n of [0, -7, 2 ** 53 - 1, 1 - 2 ** 53, 0.1234567890123456])
        expect((await passed(entry, JSON.stringify({ n }))).got).toEqual([{ n }]);
    },
  );

  test('an integer inside other values, and one that holds itself', async () => {
    const { tools: opened } = await open(descriptorOf({ tools }), { run: () => ({}) }, [handlerTools, asking]);
    const call = async (args: object) => (opened['get_thing'] as OpenTool).call(args as never);
    expect(await call({ any: { deep: [2 ** 60] } })).toMatchObject({ code: 'invalid_arguments' });
    const any: { self?: object } = {};
    any.self = any;
    expect(await call({ any })).toEqual({ success: true, data: {} });
  });
});
