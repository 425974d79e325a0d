/** What a front makes of the answers of another server: numbers of any size, lines of any size, and what is no answer. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { assert, bigInt, constantFrom, dictionary, letrec, array, property, string, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UpstreamDescriptor } from '../runtime/descriptor/descriptor.ts';
import { parseExact } from '../runtime/language/plain.ts';
import { parseMarked, withNumbers } from '../runtime/redaction/exact-numbers.ts';
import { createRedact } from '../runtime/redaction/secret-search.ts';
import { readLines } from '../runtime/transport/read-lines.ts';
import { idOfRequest, idOfResponse } from '../runtime/upstream/too-large.ts';
import { rawSealing } from '../runtime/server/raw-results.ts';
import { upstreamError } from '../runtime/upstream/pass-through/messages.ts';
import { RpcFailure } from '../runtime/upstream/rpc.ts';
import { listen } from './runtime/support/loopback.ts';
import { frontOf } from './support/front-of.ts';
import { runs } from './support/runs.ts';

const redact = createRedact({}, {});
const PROGRAM = [process.execPath, join(import.meta.dirname, 'doubles/upstream/raw.mjs')];
const BIG = '12345678901234567890';

const program = (raw?: boolean, env: Readonly<Record<string, string>> = {}) =>
  frontOf({ command: PROGRAM, env: Object.keys(env) }, raw, env);

describe('integers', () => {
  const { json } = letrec<{ json: string }>((tie) => ({
    json: constantFrom('array', 'object', 'integer', 'text').chain((kind) =>
      kind === 'integer'
        ? bigInt().map(String)
        : kind === 'text'
          ? string().map((text) => JSON.stringify(text))
          : kind === 'array'
            ? array(tie('json'), { maxLength: 3 }).map((items) => `[${items.join()}]`)
            : array(tuple(string(), tie('json')), { maxLength: 3 }).map(
                (pairs) => `{${[...new Map(pairs)].map(([key, one]) => `${JSON.stringify(key)}:${one}`).join()}}`,
              ),
    ),
  }));

  test('have the digits that were received, wherever they are', () => {
    assert(
      property(json, (text) => {
        const written = withNumbers(redact).json(parseMarked(text));
        expect(parseExact(written)).toEqual(parseExact(text));
        // Not as the texts of their digits.
        expect(JSON.parse(written)).toEqual(JSON.parse(text));
      }),
      { numRuns: runs(2000) },
    );
  });

  test('a text is none, whatever it is', () => {
    parseMarked(BIG);
    assert(
      property(dictionary(string(), string()), (texts) => {
        expect(withNumbers(redact).json(parseMarked(JSON.stringify(texts)))).toBe(JSON.stringify(texts));
      }),
      { numRuns: runs(1000) },
    );
  });

  const structured = `{"id":${BIG},"list":[{"id":-${BIG}}]}`;
  const result = `{"content":[{"type":"text","text":${JSON.stringify(structured)}}],"structuredContent":${structured}}`;

  const http = async (type: string, wrap: (text: string) => string): Promise<Partial<UpstreamDescriptor>> => {
    const url = await listen(
      createServer(async (request, response) => {
        let body = '';
        for await (const chunk of request) body += String(chunk);
        const { id, method } = JSON.parse(body === '' ? '{}' : body) as { id?: number; method?: string };
        const hello = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
        if (method === 'server/discover') return response.writeHead(400).end();
        if (id === undefined) return response.writeHead(202).end();
        const answer = method === 'initialize' ? JSON.stringify(hello) : result;
        return response
          .writeHead(200, { 'content-type': type })
          .end(wrap(`{"jsonrpc":"2.0","id":${id},"result":${answer}}`));
      }),
    );
    return { url: `${url}/mcp` };
  };
  const WIRES: Readonly<Record<string, () => Promise<Partial<UpstreamDescriptor>>>> = {
    stdio: () => Promise.resolve({ command: PROGRAM }),
    json: () => http('application/json', (text) => text),
    'json in capitals': () => http('Application/JSON ; charset=utf-8', (text) => text),
    events: () => http('text/event-stream', (text) => `data: ${text}\n\n`),
    'events in capitals': () => http('Text/Event-Stream', (text) => `data: ${text}\n\n`),
  };

  test.each(Object.keys(WIRES))('over %s', async (wire) => {
    const args = { text: `{"jsonrpc":"2.0","id":<id>,"result":${result}}` };
    const upstream = (await WIRES[wire]?.()) ?? {};
    const raw = await frontOf(upstream).call('text', args);
    expect(rawSealing(true).success(raw, redact)).toBe(result.slice(1, -1));
    const picked = await frontOf(upstream, false).call('text', args, { result: { id: '/id' } });
    expect(picked).toEqual({ id: BIG });
  });
});

describe('a message larger than 10 MiB', () => {
  const TOO_LARGE =
    'The server behind this tool sent a response that cannot be used: it sent a message larger than 10 MiB';
  test.each([
    ['the id is first', '{"jsonrpc":"2.0","id":<id>,"result":{"content":[{"type":"text","text":"<filler>"}]}}', '.'],
    ['the id is last', '{"result":{"a":[{"id":7}],"b":"<filler>"},"jsonrpc":"2.0","id":<id>}', '.'],
  ])('fails the request that it answers, and no other: %s', async (_name, text, end) => {
    const { call, log } = program();
    const other = call('wait');
    expect(await call('text', { text })).toMatchObject({ code: 'bad_response', error: `${TOO_LARGE}${end}` });
    expect(rawSealing(false).success(await call('release'), redact)).toContain('"text":"3"');
    expect(rawSealing(false).success(await other, redact)).toContain('"text":"3"');
    expect(log).toEqual([]);
  });

  test('fails all requests where it may answer any', async () => {
    const { call } = program();
    const other = call('wait');
    const text = '{"result":{"id":<id>,"b":"<filler>"},"x":0}';
    const error = `${TOO_LARGE}, which may be the response to this request.`;
    expect(await call('text', { text })).toMatchObject({ error });
    expect(await other).toMatchObject({ error });
    expect(rawSealing(false).success(await call('release'), redact)).toContain('"text":"3"');
  });

  test('that is no response fails none', async () => {
    const { call } = program();
    const line = '{"method":"notifications/message","params":{"level":"info","data":"<filler>"},"jsonrpc":"2.0"}';
    const text = `${line}\nwith <filler>\n{"jsonrpc":"2.0","id":<id>,"result":{"content":[]}}`;
    expect(rawSealing(false).success(await call('text', { text }), redact)).toBe('"content":[]');
  });

  test.each(['"big"', '12'])('that is a request of the other server gets an error: %s', async (id) => {
    const text = `{"jsonrpc":"2.0","id":${id},"method":"elicitation/create","params":{"message":"<filler>"}}`;
    const answer = await program().call('huge', { text });
    expect(rawSealing(false).success(answer, redact)).toContain(JSON.stringify(`[${id},-32600]`));
  });

  test('that is a request has its id in any order of members, and no notification has one', () => {
    const members = {
      jsonrpc: '"2.0"',
      method: '"a/b"',
      id: '"5"',
      params: `{"id":7,"x":"${'x'.repeat(60)}","y":{"id":8}}`,
    };
    const text = (names: readonly (keyof typeof members)[]): string =>
      `{${names.map((name) => `"${name}":${members[name]}`).join()}}`;
    const ends = (whole: string) => ({ start: whole.slice(0, 60), end: whole.slice(-40) });
    expect(idOfRequest(ends(text(['jsonrpc', 'id', 'method', 'params'])))).toBe('"5"');
    expect(idOfRequest(ends(text(['method', 'id', 'params', 'jsonrpc'])))).toBe('"5"');
    expect(idOfRequest(ends(text(['jsonrpc', 'method', 'params', 'id'])))).toBe('"5"');
    expect(idOfRequest(ends(text(['method', 'params', 'id', 'jsonrpc'])))).toBe('"5"');
    expect(idOfRequest(ends(text(['method', 'params', 'jsonrpc'])))).toBeUndefined();
    expect(idOfRequest(ends(text(['jsonrpc', 'method', 'params'])))).toBeUndefined();
  });

  test('names its request in any order of members, and never another', () => {
    const members = { jsonrpc: '"2.0"', id: '5', result: '{"id":7,"jsonrpc":"2.0","x":["\\"id\\":7}",{"id":7}]}' };
    const orders = [
      ['jsonrpc', 'id', 'result'],
      ['jsonrpc', 'result', 'id'],
      ['id', 'jsonrpc', 'result'],
      ['id', 'result', 'jsonrpc'],
      ['result', 'id', 'jsonrpc'],
      ['result', 'jsonrpc', 'id'],
    ] as const;
    for (const order of orders)
      for (const blank of ['', ' ']) {
        const text = `{${order.map((name) => `"${name}"${blank}:${blank}${members[name]}`).join(`${blank},${blank}`)}}`;
        expect(idOfResponse({ start: text.slice(0, 60), end: text.slice(-60) }), text).toBe(5);
      }
  });
});

test('a line of any size is cut into the same lines, with both ends of those that are too long', () => {
  const parts = array(constantFrom('a', 'b', 'é', '\n', '\nab', 'xxxxxxxx'));
  assert(
    property(parts, (chunks) => {
      const [lines, huge]: [string[], string[]] = [[], []];
      let known = 0;
      const take = readLines(
        10,
        (line) => lines.push(line),
        () => void (known += 1),
        ({ start, end }) => huge.push(start, end),
      );
      for (const chunk of chunks) take(Buffer.from(chunk));
      take();
      const all = chunks.join('').split('\n');
      const isHuge = (line: string): boolean => Buffer.byteLength(line) > 10;
      expect(lines).toEqual(all.filter((line) => line !== '' && !isHuge(line)));
      expect([known, huge.length]).toEqual([all.filter(isHuge).length, all.filter(isHuge).length * 2]);
      for (const [at, line] of all.filter(isHuge).entries()) {
        expect(line.startsWith(huge[at * 2]?.slice(0, 5) ?? '?')).toBe(true);
        expect(line.endsWith(huge[at * 2 + 1] ?? '?')).toBe(true);
      }
    }),
    { numRuns: runs(1000) },
  );
});

describe('what is no answer comes from a server that runs', () => {
  test.each([
    ['{"jsonrpc":"2.0","id":<id>,"result":null}'],
    ['{"jsonrpc":"2.0","id":<id>,"error":"boom"}'],
    ['{"jsonrpc":"2.0","id":<id>}'],
    [`{"jsonrpc":"2.0","id":<id>,"result":${BIG}}`],
  ])('%s', async (text) => {
    expect(await program().call('text', { text })).toMatchObject({
      code: 'bad_response',
      error: 'The server behind this tool sent a response that cannot be used: it sent a response without a result.',
    });
  });

  test('a revision that is not known', async () => {
    expect(await program(true, { PROTOCOL: '2099-01-01' }).call('wait')).toMatchObject({
      code: 'bad_response',
      error:
        'The server behind this tool sent a response that cannot be used: it uses another revision of MCP (2099-01-01).',
      retry_hint:
        'Do not retry. Tell the user that the server behind this tool has to support another revision of MCP.',
    });
  });
});

describe('an error of the other server', () => {
  const passed = (name: string, code: number, data?: unknown) =>
    upstreamError(new RpcFailure(code, 'No', data), { name, words: undefined, redact, call: { log: () => {} } }).error;
  const uri = 'x://none';

  test.each([
    ['resources/read', -32002, { uri }, -32002, { uri }],
    // MCP 2026-07-28.
    ['resources/read', -32602, { uri }, -32002, { uri }],
    ['resources/read', -32602, undefined, -32602, undefined],
    ['prompts/get', -32602, { uri }, -32602, { uri }],
    ['prompts/get', -32602, { n: parseMarked(BIG) }, -32602, { n: BIG }],
    ['prompts/get', -32602, 'x'.repeat(3000), -32602, undefined],
    // What it means is for its own client.
    ['resources/read', -32042, { elicitations: [] }, -32603, undefined],
  ])('%s %i %j', (name, code, data, expected, kept) => {
    expect(passed(name, code, data)).toMatchObject({ code: expected, ...(kept !== undefined && { data: kept }) });
    if (kept === undefined) expect(passed(name, code, data)).not.toHaveProperty('data');
  });
});
