/** How another server is spoken to over HTTP: streams cut anywhere, headers with any value, and the hello that it understands. */
import { array, assert, asyncProperty, boolean, dictionary, integer, nat, oneof, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { descriptorOf, tool } from './runtime/support/descriptor.ts';
import { messageChecks } from '../runtime/transport/post.ts';
import { agree } from '../runtime/upstream/session.ts';
import { eventsIn } from '../runtime/upstream/resume.ts';
import { argumentHeaders, headerFault } from '../runtime/upstream/mirror.ts';
import { readEvents } from '../runtime/upstream/resume.ts';
import type { Rpc } from '../runtime/upstream/rpc.ts';
import { RpcFailure } from '../runtime/upstream/rpc.ts';
import { NotReached, WireError } from '../runtime/upstream/wire.ts';
import { costlyRuns, runs } from './support/runs.ts';
import { anyUnicode } from './support/random-text.ts';

/** A response that arrives in these pieces, and then ends, or breaks off. */
function response(text: string, cuts: readonly number[], breaks = false): Response {
  let rest = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (rest.length === 0) return breaks ? controller.error(new TypeError('terminated')) : controller.close();
      const size = cuts[at] ?? rest.length;
      at += 1;
      controller.enqueue(rest.subarray(0, size));
      rest = rest.subarray(size);
    },
  });
  return new Response(body);
}

const CUTS = array(integer({ min: 1, max: 30 }), { maxLength: 12 });

async function all(text: string, cuts: readonly number[]): Promise<unknown[]> {
  const events = [];
  for await (const event of eventsIn(response(text, cuts), 1000)) events.push(event);
  return events;
}

test('events are the same however the bytes arrive', async () => {
  const line = oneof(
    string({ maxLength: 8 }),
    array(nat(3)).map((n) => ['data: x', 'id: 1', 'retry: 5', ''][n[0] ?? 0] ?? ''),
  );
  await assert(
    asyncProperty(array(line, { maxLength: 8 }), CUTS, async (lines, cuts) => {
      const text = lines.join('\n').replaceAll('\r', '');
      expect(await all(text, cuts)).toEqual(await all(text, []));
    }),
    { numRuns: runs(10_000) },
  );
}, 600_000);

/** Steps of progress and the answer, as a server stores them. */
const stored = (steps: number): string[] =>
  [
    ...Array.from({ length: steps }, (_none, n) => ({ method: 'notifications/progress', params: { progress: n } })),
    { id: 7, result: {} },
  ].map((message, n) => `id: e${n}\nretry: 0\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);

test('a stream that ends anywhere is continued, and each message is received once', async () => {
  await assert(
    asyncProperty(nat(4), array(nat(400), { maxLength: 6 }), CUTS, boolean(), async (steps, ends, cuts, breaks) => {
      const events = ['id: start\nretry: 0\ndata: \n\n', ...stored(steps)];
      let opened = 0;
      const open = (from: number): Response => {
        const text = events.slice(from).join('');
        // Each connection brings one event at least: a server that brings none is given up.
        const least = events[from]?.length ?? 0;
        const end = opened < ends.length ? least + (ends[opened] ?? 0) : text.length;
        opened += 1;
        return response(text.slice(0, end), cuts, breaks && end < text.length);
      };
      const messages: unknown[] = [];
      await readEvents(open(0), {
        id: 7,
        onMessage: (message) => messages.push(message),
        signal: new AbortController().signal,
        reopen: (last) => Promise.resolve(open(events.findIndex((one) => one.startsWith(`id: ${last}\n`)) + 1)),
      });
      expect(messages).toHaveLength(steps + 1);
      expect(messages.at(-1)).toMatchObject({ id: 7 });
    }),
    { numRuns: runs(10_000) },
  );
}, 600_000);

test('a server that brings nothing more is given up', async () => {
  let opened = 0;
  const reading = {
    id: 7,
    onMessage: () => {},
    signal: new AbortController().signal,
    reopen: () => {
      opened += 1;
      return Promise.resolve(response('', []));
    },
  };
  await expect(readEvents(response('id: a\nretry: 0\ndata: \n\n', []), reading)).rejects.toThrow(
    'its response ended early',
  );
  expect(opened).toBe(3);
});

describe('headers that mirror arguments', () => {
  const schema = {
    type: 'object',
    properties: {
      text: { type: 'string', 'x-mcp-header': 'Text' },
      count: { type: 'integer', 'x-mcp-header': 'Count' },
      deep: { type: 'object', properties: { flag: { type: 'boolean', 'x-mcp-header': 'Flag' } } },
    },
  } as const;

  test('are those that a server holds against the body, whatever the values are', () => {
    const { checkArguments: check } = messageChecks(descriptorOf({ tools: [{ ...tool, inputSchema: schema }] }).tools);
    const args = dictionary(
      oneof(
        string(),
        string().map(() => 'text'),
      ),
      oneof(
        anyUnicode(),
        string().map((text) => ` ${text}`),
        string().map((text) => `=?base64?${text}?=`),
      ),
    );
    assert(
      property(args, integer(), boolean(), (texts, count, flag) => {
        const given = { ...texts, count, deep: { flag } };
        const sent = new Headers(argumentHeaders({ inputSchema: schema }, given));
        expect(check({ name: tool.name, arguments: given }, (name) => sent.get(name) ?? undefined)).toBeUndefined();
      }),
      { numRuns: costlyRuns(10_000) },
    );
  }, 600_000);

  test.each<[string, object, RegExp | undefined]>([
    ['none', {}, undefined],
    ['a text', { a: { type: 'string', 'x-mcp-header': 'A' } }, undefined],
    ['a property of that name', { 'x-mcp-header': { type: 'string' } }, undefined],
    ['a number', { a: { type: 'number', 'x-mcp-header': 'A' } }, /no header can hold/],
    ['no type', { a: { 'x-mcp-header': 'A' } }, /no header can hold/],
    ['an empty name', { a: { type: 'string', 'x-mcp-header': '' } }, /no name of a header/],
    ['a name with a colon', { a: { type: 'string', 'x-mcp-header': 'a:b' } }, /no name of a header/],
    ['a name that is no text', { a: { type: 'string', 'x-mcp-header': 5 } }, /no single argument/],
    ['in a list', { a: { type: 'array', items: { type: 'string', 'x-mcp-header': 'A' } } }, /no single argument/],
    ['twice', { a: { type: 'string', 'x-mcp-header': 'A' }, b: { type: 'string', 'x-mcp-header': 'a' } }, /twice/],
  ])('%s', (_name, properties, fault) => {
    const found = headerFault({ inputSchema: { type: 'object', properties } } as never);
    if (fault === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(fault);
  });
});

describe('the hello', () => {
  const DISCOVERED = { supportedVersions: ['2026-07-28'], capabilities: {}, serverInfo: { name: 's' } };
  const INITIALIZED = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 's' } };
  const unsupported = (...supported: string[]): Error => new RpcFailure(-32022, 'no', { supported });
  const unknown = new RpcFailure(-32601, 'no');

  /** Answers each method with the next of its results. */
  async function hello(answersAtOnce: boolean, answers: Readonly<Record<string, readonly unknown[]>>) {
    const asked: string[] = [];
    const left = new Map(Object.entries(answers).map(([method, results]) => [method, [...results]]));
    const rpc = {
      answersAtOnce,
      speak: () => {},
      notify: () => {},
      close: () => Promise.resolve(),
      request: (method: string) => {
        asked.push(method);
        const next = left.get(method)?.shift() ?? unknown;
        return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
      },
    } as unknown as Rpc;
    const found = await agree(rpc, { name: 'c', version: '1' }, new AbortController().signal).catch((error) => error);
    return { asked, found: found instanceof Error ? found.message : found.mirrors };
  }

  const [D, I] = ['server/discover', 'initialize'];

  test.each<[string, boolean, Readonly<Record<string, readonly unknown[]>>, readonly string[], unknown]>([
    ['newer, HTTP', true, { [D]: [DISCOVERED] }, [D], true],
    ['newer, and asks for another try', true, { [D]: [unsupported('2026-07-28'), DISCOVERED] }, [D, D], true],
    ['older, HTTP', true, { [I]: [INITIALIZED] }, [D, I], false],
    ['older, which names its revisions', true, { [D]: [unsupported('2025-11-25')], [I]: [INITIALIZED] }, [D, I], false],
    ['older, which answers anything', true, { [D]: [{}], [I]: [INITIALIZED] }, [D, I], false],
    ['older, which fails with a status', true, { [D]: [new WireError('x')], [I]: [INITIALIZED] }, [D, I], false],
    ['not there', true, { [D]: [new NotReached('gone')] }, [D], 'gone'],
    [
      'of a later revision',
      true,
      { [D]: [unsupported('2030-01-01')] },
      [D],
      'it uses another revision of MCP (2030-01-01)',
    ],
    ['older, program', false, { [I]: [INITIALIZED] }, [I], false],
    ['newer, program', false, { [I]: [unsupported('2026-07-28')], [D]: [DISCOVERED] }, [I, D], false],
    ['a program that ends', false, { [I]: [new WireError('its program ended')] }, [I], 'its program ended'],
    ['a program that rejects both', false, {}, [I, D], 'no'],
  ])('to a server that is %s', async (_name, atOnce, answers, asked, found) => {
    expect(await hello(atOnce, answers)).toEqual({ asked, found });
  });
});
