/** W3C Trace Context: what a client names is passed on to services, other servers and log lines; what is not valid is not. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Behavior } from '../../runtime/descriptor/descriptor.ts';
import { traceIn } from '../../runtime/server/trace.ts';
import { runs } from '../support/runs.ts';
import { tool } from './support/descriptor.ts';
import { legacy, modern, startHttp } from './support/http-client.ts';
import { http } from './support/loopback.ts';
import { smallServer } from './support/small-server.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;
const tracestate = 'vendor=1';

/** A service, and another MCP server, which both give back the headers or the `_meta` that they got. */
async function traced(): Promise<string> {
  const base = await http((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      if (request.method === 'GET') return response.end(JSON.stringify(request.headers));
      const { id, method, params } = JSON.parse(body);
      const result =
        method === 'tools/call'
          ? { content: [], structuredContent: { ...params._meta } }
          : { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'other', version: '1' }, tools: [] };
      const isModern = method === 'server/discover';
      response.setHeader('content-type', 'application/json');
      const reply = isModern ? { error: { code: -32601, message: 'Unknown method.' } } : { result };
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
    });
  });
  const behaviors: Readonly<Record<string, Behavior>> = {
    ask_service: { kind: 'http', connection: 'local', method: 'GET', path: '/x' },
    ask_own: { kind: 'http', connection: 'own', method: 'GET', path: '/x' },
    ask_server: { kind: 'mcp', upstream: 'other', tool: 'x' },
    ask_by_hand: { kind: 'handler', export: 'run' },
  };
  const open = { type: 'object', properties: { data: { type: 'object', additionalProperties: true } } } as const;
  return smallServer(
    {
      transports: ['http'],
      connections: {
        local: { base_url: base },
        own: { base_url: base, headers: { traceparent: 'of-the-author' } },
      },
      upstreams: { other: { url: `${base}/mcp`, timeout_ms: 10_000, on_drift: 'log' } },
      tools: Object.entries(behaviors).map(([name, behavior]) => ({ ...tool, name, behavior, outputSchema: open })),
    },
    `async (args, call) => { call.log('by hand'); return (await call.request('local', { path: '/x' })).json; }`,
  );
}

test('a trace reaches services, other servers and log lines, from `_meta` before the header', async () => {
  const { url, logged } = await startHttp(await traced());
  const other = `00-${'1'.repeat(32)}-00f067aa0ba902b7-01`;
  const call = (name: string): object => ({ name, arguments: {}, _meta: { traceparent, tracestate } });
  for (const name of ['ask_service', 'ask_by_hand', 'ask_server']) {
    const { json } = await legacy(url, 'tools/call', call(name), { traceparent: other });
    expect(json.result.structuredContent, name).toMatchObject({ data: { traceparent, tracestate } });
  }
  await logged(new RegExp(`"message":"by hand","trace_id":"${TRACE}"`));
  const { json } = await modern(url, 'tools/call', { name: 'ask_service', arguments: {} }, { traceparent });
  expect(json.result.structuredContent).toMatchObject({ data: { traceparent } });
  const own = await legacy(url, 'tools/call', call('ask_own'));
  expect(own.json.result.structuredContent).toMatchObject({ data: { traceparent: 'of-the-author' } });
  const none = await legacy(url, 'tools/call', { name: 'ask_service', arguments: {} }, { traceparent: 'x' });
  expect(none.json.result.structuredContent.data).not.toHaveProperty('traceparent');
});

test('anything is read without an error, and only the form of the standard is taken', () => {
  const hex = (length: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
  const valid = fc
    .tuple(hex(32), hex(16), hex(2))
    .filter(([trace, parent]) => /[^0]/.test(trace) && /[^0]/.test(parent))
    .map((parts) => `00-${parts.join('-')}`);
  fc.assert(
    fc.property(fc.oneof(valid, fc.anything()), fc.anything(), (parent, state) => {
      const found = traceIn({ traceparent: parent, tracestate: state });
      expect(found?.traceparent).toBe(
        typeof parent === 'string' && /^00-.{32}-.{16}-..$/.test(parent) ? parent : undefined,
      );
      expect(/[^ -~]/.test(found?.tracestate ?? '')).toBe(false);
    }),
    { numRuns: runs(200) },
  );
  for (const bad of [`ff-${TRACE}-00f067aa0ba902b7-01`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `${traceparent}-x`])
    expect(traceIn({ traceparent: bad, tracestate: bad })).toBeUndefined();
});
