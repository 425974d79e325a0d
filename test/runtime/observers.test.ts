/** Metrics in the text of Prometheus, traces by OTLP, and pages elsewhere that may call a server. */
import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Asker } from '../../runtime/protocol/answer.ts';
import { createMetrics } from '../../runtime/transport/metrics.ts';
import { createSpans } from '../../runtime/transport/spans.ts';
import { redactOf } from '../../runtime/redaction/redact.ts';
import { redactFor } from '../../runtime/redaction/secret-search.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { runs } from '../support/runs.ts';
import { bundle } from './support/bundle.ts';
import { descriptorOf, tool } from './support/descriptor.ts';
import { legacy, send, startHttp } from './support/http-client.ts';
import { http } from './support/loopback.ts';
import { startServer } from './support/server-process.ts';
import { anyUnicode } from '../support/random-text.ts';

const file = await bundle('fixture-server.ts');

/** `promtool` of Debian's package prometheus, where its path is given. */
const PROMTOOL = process.env['HAFT_TEST_PROMTOOL'];

test('metrics count calls, wrong arguments, and hints that were followed and worked', async () => {
  const { url } = await startHttp(file, ['--http'], { HAFT_METRICS: '1' });
  for (const a of ['x', 'y', 1, 2]) await legacy(url, 'tools/call', { name: 'add_numbers', arguments: { a } });
  await legacy(url, 'tools/call', { name: 'no such "tool"', arguments: {} });
  const { status, headers, text } = await send(url.replace('/mcp', '/metrics'), 'GET', {});
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'haft_calls_total{tool="add_numbers",code="invalid_arguments"} 2',
      'haft_calls_total{tool="add_numbers",code="ok"} 2',
      'haft_calls_total{tool="unknown",code="-32602"} 1',
      'haft_call_duration_seconds_count{tool="add_numbers"} 4',
      // The second wrong call follows a hint and fails; the third one works; the fourth follows none.
      'haft_hints_followed_total{tool="add_numbers"} 2',
      'haft_hints_worked_total{tool="add_numbers"} 1',
      'haft_server_info{name="fixture",version="1.2.3"} 1',
    ]),
  );
  if (PROMTOOL) execFileSync(PROMTOOL, ['check', 'metrics'], { input: text, stdio: ['pipe', 'inherit', 'inherit'] });
});

test.each(['x-key=%', 'x-key=%zz'])('headers for a collector that are not encoded end the start: %s', (headers) => {
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://a.example', OTEL_EXPORTER_OTLP_HEADERS: headers };
  const start = (): unknown =>
    createSpans(descriptorOf(), variables, redactOf(descriptorOf(), {}, undefined), () => {});
  expect(start).toThrow(/^OTEL_EXPORTER_OTLP_HEADERS must be /);
});

test('metrics are off unless asked for, need a token of the server’s own, and never open to all', async () => {
  const off = await startHttp(file);
  expect((await send(off.url.replace('/mcp', '/metrics'), 'GET', {})).status).toBe(404);
  const token = 'a-token-of-16-chars';
  const on = await startHttp(file, ['--http'], { HAFT_METRICS: 'on', HAFT_TOKEN: token });
  const at = on.url.replace('/mcp', '/metrics');
  expect((await send(at, 'GET', {})).status).toBe(401);
  expect((await send(at, 'GET', { Authorization: `Bearer ${token}` })).status).toBe(200);
  expect(
    (await send(at, 'POST', { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, '{}')).status,
  ).toBe(405);
});

test('a secret of digits is redacted in labels, and numbers that have its digits by chance stay numbers', () => {
  const server = {
    ...descriptorOf(),
    version: '1.0.1234',
    env: { PIN: { description: '', secret: true, optional: false } },
  };
  const { end, text } = createMetrics(server, redactFor(server, { PIN: '1234' }));
  const asker = { allowance: () => 0 } as unknown as Asker;
  const call = { asker, tool: 'x', begin: 0, parent: undefined, trace: undefined, request: {} as never };
  for (const code of ['code 1234', 'code 12341234']) end({ ...call, code, ms: 1_234_000 });
  expect(text()).toMatch(/^haft_server_info\{.*version="1\.0\.\[redacted\]"\} 1$/m);
  expect(text()).toContain('haft_call_duration_seconds_sum{tool="unknown"} 2468');
  end({ ...call, code: 'ok', ms: -1_234_000 });
  expect(text()).toContain('haft_call_duration_seconds_sum{tool="unknown"} 1234');
  expect(text()).not.toMatch(/code="[^"]*1234/);
});

test('whatever happens, each sample has a declared name and counts do not fall', () => {
  const code = fc.oneof(fc.constantFrom('ok', 'a "b"\n\\', 'busy'), fc.integer(), anyUnicode());
  const call = fc.record({
    tool: fc.constantFrom('get_x', 'x', undefined),
    code,
    ms: fc.double({ min: 0, max: 1e6, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
      const server = descriptorOf();
      const { end, text } = createMetrics(server, redactOf(server, {}, undefined));
      const asker = { allowance: () => 0 } as unknown as Asker;
      for (const one of calls)
        end({ ...one, asker, begin: 0, parent: undefined, trace: undefined, request: {} as never });
      const lines = text().trimEnd().split('\n');
      const names = new Set(lines.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []));
      for (const line of lines.filter((one) => !one.startsWith('#'))) {
        const [, name = ''] = /^([a-z_]+)(?:\{(?:[a-z]+="(?:[^"\\\n]|\\[\\"n])*",?)+\})? [\d.e+-]+$/.exec(line) ?? [];
        expect(names.has(name.replace(/_(?:bucket|sum|count)$/, '')) || names.has(name), line).toBe(true);
      }
      const counts = lines.flatMap((line) => /^haft_calls_total\{.*\} (\d+)$/.exec(line)?.[1] ?? []).map(Number);
      expect(counts.reduce((sum, one) => sum + one, 0)).toBe(calls.length);
      expect(new Set(lines).size).toBe(lines.length);
    }),
    { numRuns: runs(60), examples: [[[{ tool: 'x', code: 'a\tb\u0001"\\\n', ms: 1 }]]] },
  );
  expect(tool.name).toBe('get_x');
});

test.skipIf(ON_WINDOWS)(
  'each call is a span: a child of the trace of its request, and the parent of what it calls',
  async () => {
    const bodies: string[] = [];
    let arrive: () => void = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const collector = await http((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        bodies.push(`${request.url} ${request.headers['x-key']} ${body}`);
        response.end('{}');
        arrive();
      });
    });
    const server = await startHttp(file, ['--http'], {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
      OTEL_SERVICE_NAME: 'notes',
    });
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const call = (a: unknown, flags: string): object => ({
      name: 'add_numbers',
      arguments: { a },
      _meta: { traceparent: `00-${trace}-00f067aa0ba902b7-${flags}` },
    });
    await legacy(server.url, 'tools/call', call(4711, '01'));
    await legacy(server.url, 'tools/call', call('wrong', '01'));
    await legacy(server.url, 'tools/call', call(1, '00'));
    server.child.kill('SIGTERM');
    await arrived;
    await server.end();
    const [text = ''] = bodies;
    expect(text).toMatch(/^\/v1\/traces a b \{/);
    const { resource, scopeSpans } = JSON.parse(text.slice(text.indexOf('{'))).resourceSpans[0];
    expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'notes' } });
    const [fine, wrong, ...others] = scopeSpans[0].spans;
    expect(others).toEqual([]);
    expect(fine).toMatchObject({
      traceId: trace,
      parentSpanId: '00f067aa0ba902b7',
      kind: 2,
      name: 'tools/call add_numbers',
    });
    expect(fine.spanId).toMatch(/^[\da-f]{16}$/);
    expect(BigInt(fine.endTimeUnixNano) - BigInt(fine.startTimeUnixNano)).toBeGreaterThan(0n);
    expect(wrong).toMatchObject({ status: { code: 2 } });
    expect(wrong.attributes).toContainEqual({ key: 'error.type', value: { stringValue: 'tool_error' } });
    expect(text).not.toContain('4711');
  },
);

test('a collector that is not there costs no call, and a wrong address fails the start', async () => {
  const server = await startHttp(file, ['--http'], { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  expect((await legacy(server.url, 'tools/call', { name: 'add_numbers', arguments: { a: 1 } })).status).toBe(200);
  const { code, stderr } = await startServer(file, ['--http', '--port', '0'], {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'x',
  }).end();
  expect([code, stderr]).toEqual([2, expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT must be a URL')]);
});

test('pages of HAFT_ORIGINS may call the server, and no others', async () => {
  const { url } = await startHttp(file, ['--http'], { HAFT_ORIGINS: 'https://app.example, https://b.example:8443' });
  const preflight = { 'Access-Control-Request-Headers': 'authorization, mcp-param-x' };
  for (const Origin of ['https://app.example', 'https://b.example:8443']) {
    const asked = await send(url, 'OPTIONS', { Origin, ...preflight });
    expect(asked).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': Origin,
        'access-control-allow-headers': 'authorization, mcp-param-x',
        'access-control-max-age': '86400',
      },
    });
    const { headers } = await legacy(url, 'tools/list', {}, { Origin });
    expect(headers['access-control-expose-headers']).toBe('WWW-Authenticate, Mcp-Session-Id');
  }
  for (const Origin of ['https://b.example', 'http://app.example', 'null'])
    expect((await legacy(url, 'tools/list', {}, { Origin })).status).toBe(403);
  const { stderr } = await startServer(file, ['--http', '--port', '0'], { HAFT_ORIGINS: '*' }).end();
  expect(stderr).toContain('HAFT_ORIGINS must list origins such as https://app.example, got \\"*\\"');
});
