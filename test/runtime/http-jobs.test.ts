/** Retries that a tool declares, jobs, responses without a body, and whose failure applies. */
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { callTool } from './support/call-tool.ts';
import { quickClock } from './support/clock.ts';
import { get, http, inTurn, strings } from './support/loopback.ts';

const say =
  (status: number, body = '', headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

describe('declared retries', () => {
  test('wait twice as long each time, up to the maximum', async () => {
    const { base, seen } = await inTurn(say(500), say(500), say(500), say(500), say(200, '{}'));
    const { clock, slept } = quickClock();
    const retry = { attempts: 5, on: [500], backoff_ms: 100, max_backoff_ms: 300 };
    expect(await callTool(get(base, { method: 'PUT', retry }, { clock }))).toMatchObject({ success: true });
    expect(seen).toHaveLength(5);
    expect(slept).toEqual([100, 200, 300, 300]);
  });

  test('one attempt is one, and Retry-After has priority', async () => {
    const once = await inTurn(say(503));
    expect(await callTool(get(once.base, { retry: { attempts: 1 } }))).toMatchObject({ code: 'http_error' });
    expect(once.seen).toHaveLength(1);
    const later = await inTurn(say(503, '', { 'Retry-After': '4' }), say(200, '{}'));
    const { clock, slept } = quickClock();
    await callTool(get(later.base, { retry: { attempts: 2, backoff_ms: 1 } }, { clock }));
    expect(slept).toEqual([4000]);
  });
});

describe('jobs', () => {
  const running = say(202, '{"state":"running"}');
  const accepted = say(202, '', { Location: '/jobs/1' });

  test('the status is asked for until it is final, ever more slowly, with progress', async () => {
    const { base, seen } = await inTurn(accepted, running, running, say(200, '{"state":"done"}'));
    const { clock, slept } = quickClock();
    const poll = { interval_ms: 100, max_interval_ms: 180 };
    const outcome = await callTool(get(base, { method: 'POST', poll }, { clock }));
    expect(outcome).toMatchObject({ success: true, data: { state: 'done' } });
    expect(outcome.progress.map(({ progress }) => progress)).toEqual([1, 2, 3]);
    expect(slept).toEqual([100, 150, 180]);
    expect(seen).toEqual(['POST /things', 'GET /jobs/1', 'GET /jobs/1', 'GET /jobs/1']);
  });

  test('one that does not end in time is not started again', async () => {
    const { base, seen } = await inTurn(accepted, running);
    const setting = get(base, { method: 'POST', poll: { interval_ms: 400 } }, { ...quickClock(), timeout_ms: 1000 });
    expect(await callTool(setting)).toMatchObject({
      code: 'not_finished',
      retry_hint: expect.stringContaining('Do not start it again'),
    });
    expect(seen.filter((one) => one.startsWith('POST'))).toHaveLength(1);
  });

  /** How a request about the status fails; `expire` lets the time of the call or of the request pass. */
  const lost: Readonly<Record<string, (expire: () => void) => RequestListener>> = {
    'its answer does not come': (expire) => expire,
    'it is closed': () => (request) => void request.socket.destroy(),
    'it is rejected for now': () => say(503, '', { 'Retry-After': '1' }),
    'a pause is longer than the call': () => say(503, '', { Backoff: '9000' }),
    'it has an error': () => say(500),
    'it cannot be read': () => say(202, '{}', { 'Content-Encoding': 'unknown' }),
  };

  test.each(Object.entries(lost))('one whose status is lost is not started again: %s', async (_how, failing) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { base, seen } = await inTurn(
      accepted,
      failing(() => void vi.advanceTimersByTime(5000)),
    );
    const more = { ...quickClock(), timeout_ms: 5000, annotations: {} };
    const outcome = await callTool(get(base, { method: 'POST', poll: { interval_ms: 1 } }, more));
    expect(outcome.retry_hint).toContain('Do not start it again');
    expect(outcome.error).toContain('The service has accepted the request');
    expect(seen.filter((one) => one.startsWith('POST'))).toHaveLength(1);
  });

  test('a timeout once it was accepted is not_finished, or has the words of the author', async () => {
    const mine = { error: 'It takes long.', retry_hint: 'Look in an hour.', code: 'slow' };
    const poll = { interval_ms: 1 };
    for (const words of [{}, { on_timeout: mine }]) {
      const code = words.on_timeout?.code ?? 'not_finished';
      const limits: AbortController[] = [];
      const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
        const limit = new AbortController();
        limits.push(limit);
        return limit.signal;
      });
      const { base } = await inTurn(accepted, () => limits.at(-1)?.abort());
      const connection = { base_url: base, timeout_ms: 20 };
      const setting = { ...quickClock(), ...words, annotations: {}, connection };
      expect(await callTool(get(base, { method: 'POST', poll }, setting)), 'of the request').toMatchObject({ code });
      timeout.mockRestore();
      const slow = await inTurn(accepted, running);
      const short = { ...quickClock(), ...words, timeout_ms: 1000 };
      const late = { method: 'POST', poll: { interval_ms: 400 } } as const;
      expect(await callTool(get(slow.base, late, short)), 'of the call').toMatchObject({ code });
    }
  });

  test('the result is where the final status says', async () => {
    const { base, seen } = await inTurn(
      say(200, '{"id":"a/b","state":"running"}'),
      say(200, '{"state":"done","result":"/results/1"}'),
      say(200, '{"rows":3}'),
    );
    const until = { pointer: '/state', in: ['done', 'failed'] };
    const poll = { path: '/jobs/{response.id}', until, result: '/result', interval_ms: 1 };
    expect(await callTool(get(base, { method: 'POST', poll }))).toMatchObject({ data: { rows: 3 } });
    expect(seen).toEqual(['POST /things', 'GET /jobs/a%2Fb', 'GET /results/1']);
  });

  test.each(['https://evil.example/jobs/1', 'http://127.0.0.1:1/jobs/1'])('%s gets no request', async (place) => {
    const { base, seen } = await inTurn(say(202, '', { Location: place }));
    expect(await callTool(get(base, { method: 'POST', poll: {} }))).toMatchObject({
      code: 'bad_response',
      error: expect.stringContaining('another origin'),
    });
    expect(seen).toHaveLength(1);
  });
});

describe('without a body', () => {
  const returns = {
    type: 'object',
    properties: { items: { type: 'array' }, name: { type: 'string' } },
    required: ['items'],
  } as const;

  test.each([200, 201, 202, 204, 205])('%i is a success, and required lists are empty', async (status) => {
    const base = await http(say(status, status < 204 ? ' \r\n' : ''));
    expect(await callTool(get(base))).toMatchObject({ success: true, data: {} });
    expect(await callTool(get(base, {}, { returns }))).toMatchObject({ data: { items: [] } });
    const result = { items: { each: '', fields: {} } };
    expect(await callTool(get(base, { result }, { returns }))).toMatchObject({ data: { items: [] } });
  });

  /** What the page about `http:` says of an empty body: the third column, by the name in the first. */
  const page = readFileSync(join(import.meta.dirname, '../../docs/http-tools.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)`(?: \(default\))? \| .* \| `(\{[^|]*\})` \|$/gm)];
  const said = new Map(rows.map(([, name = '', text = '']) => [name, JSON.parse(text) as object]));

  test.each(['json', 'text', 'lines', 'bytes', 'none'] as const)('as %s, as the page says', async (response) => {
    const mode = response === 'json' ? {} : { response };
    const { success, data } = await callTool(get(await http(say(200)), mode));
    expect({ success, data }).toEqual({ success: true, data: said.get(response) });
  });
});

describe('at the root', () => {
  test.each([
    ['[1]', { items: [1] }],
    ['"x"', { value: 'x' }],
    ['0', { value: 0 }],
    ['null', {}],
  ])('%s', async (body, data) => {
    expect(await callTool(get(await http(say(200, body))))).toMatchObject({ success: true, data });
  });
});

describe('failures', () => {
  const hint = (error: string) => [{ error, retry_hint: 'Wait.' }];

  test.each([
    [404, 'tool 404'],
    [403, 'connection 403'],
    [410, 'tool 4xx'],
    [501, 'connection 5xx'],
    [304, 'tool default'],
  ])('%i: the most specific case applies', async (status, error) => {
    const base = await http(say(status));
    const own = { 404: hint('tool 404'), '4xx': hint('tool 4xx'), default: hint('tool default') };
    const common = { 403: hint('connection 403'), '5xx': hint('connection 5xx'), default: hint('connection default') };
    const setting = get(
      base,
      { errors: own, retry: { attempts: 1 } },
      { connection: { base_url: base, errors: common } },
    );
    expect(await callTool(setting)).toMatchObject({ error });
  });

  test('arguments and details are cleaned where they are filled in', async () => {
    const base = await http(say(422, JSON.stringify({ why: `no\u202e\nway${'!'.repeat(400)}` })));
    const errors = { 422: [{ error: '{{{q}}}: {detail}', retry_hint: 'Not {q} again.', detail: '/why' }] };
    const outcome = await callTool(get(base, { errors }, { parameters: strings('q') }), { q: 'a\u0007b' });
    expect(outcome.error).toMatch(/^\{a b\}: no way!{293,}…$/);
    expect(outcome.retry_hint).toBe('Not a b again.');
  });
});
