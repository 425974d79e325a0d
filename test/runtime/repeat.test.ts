/** After a call without a usable result a model is told to call again only where that cannot do the work twice. */
import { readFileSync, readdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noAnswer, statusFailure } from '../../runtime/behaviors/http/failures.ts';
import { RpcFailure } from '../../runtime/upstream/rpc.ts';
import type { UpstreamSession } from '../../runtime/upstream/session.ts';
import { WireError } from '../../runtime/upstream/wire.ts';
import { runs } from '../support/runs.ts';
import { callTool } from './support/call-tool.ts';
import type { Outcome } from './support/call-tool.ts';
import { quickClock } from './support/clock.ts';
import { get, http } from './support/loopback.ts';

/** What a tool says of its effects, and whether a second call is harmless. */
const EFFECTS = {
  read: [{ readOnlyHint: true }, true],
  idempotent: [{ readOnlyHint: false, destructiveHint: true, idempotentHint: true }, true],
  write: [{ readOnlyHint: false, destructiveHint: false, idempotentHint: false }, false],
  destroy: [{ readOnlyHint: false, destructiveHint: true, idempotentHint: false }, false],
  unknown: [{}, false],
} as const;
type Effects = keyof typeof EFFECTS;

const MAY_HAVE = /may have taken effect: check whether it did before calling again/;

/** `sent`: whether the call may have been carried out. */
function judge(outcome: Outcome, sent: boolean, effects: Effects): void {
  const [, isHarmless] = EFFECTS[effects];
  expect(outcome.success).toBe(false);
  const hint = outcome.retry_hint ?? '';
  if (sent && !isHarmless) {
    expect(hint).toMatch(MAY_HAVE);
    expect(hint).not.toMatch(/retry (?:once|later)/i);
  } else expect(hint).not.toMatch(MAY_HAVE);
}

const CUT: RequestListener = (_request, response) => {
  response.writeHead(200, { 'Content-Length': '900' }).write('{"ok":');
  response.on('close', () => {});
  setImmediate(() => response.socket?.destroy());
};
const status =
  (code: number): RequestListener =>
  (_request, response) =>
    response.writeHead(code, { Location: 'https://other.example/' }).end('no');

const FAULTS: Readonly<Record<string, readonly [sent: boolean, act: RequestListener]>> = {
  'the connection ends before a response': [true, ({ socket }) => socket.destroy()],
  'the connection ends in a response': [true, CUT],
  'the response is no JSON': [true, (_request, response) => response.end('no')],
  'the response is too large': [true, (_request, response) => response.end(`"${'x'.repeat(5000)}"`)],
  '500': [true, status(500)],
  '502': [true, status(502)],
  '504': [true, status(504)],
  'a redirect': [true, status(303)],
  '304': [false, status(304)],
  '503': [false, status(503)],
  '429': [false, status(429)],
  '400': [false, status(400)],
  '404': [false, status(404)],
};

const EACH = (Object.keys(EFFECTS) as Effects[]).map((effects) => [effects] as const);

describe.each(Object.entries(FAULTS))('http: %s', (_name, [sent, act]) => {
  test.each(EACH)('%s', async (effects) => {
    const base = await http(act);
    const more = { annotations: EFFECTS[effects][0], clock: quickClock().clock };
    judge(await callTool(get(base, { method: 'POST', max_bytes: 1000 }, more)), sent, effects);
  });
});

test.each(EACH)('http: nothing listens; %s', async (effects) => {
  const outcome = await callTool(get('http://127.0.0.1:9', { method: 'POST' }, { annotations: EFFECTS[effects][0] }));
  judge(outcome, false, effects);
});

test.each(EACH)('http: a read in a tool of any effects; %s', async (effects) => {
  const base = await http(({ socket }) => socket.destroy());
  const outcome = await callTool(get(base, {}, { annotations: EFFECTS[effects][0], clock: quickClock().clock }));
  expect(outcome.retry_hint).toMatch(/^Retry once/);
});

test('http: a job that was started stays started when its status cannot be read', async () => {
  const base = await http((request, response) => {
    if (request.method === 'POST') response.writeHead(202, { Location: '/job' }).end('{}');
    else response.socket?.destroy();
  });
  const { clock } = quickClock();
  const setting = get(base, { method: 'POST', poll: {} }, { annotations: EFFECTS.write[0], clock });
  expect((await callTool(setting)).retry_hint).toMatch(/^Do not start it again: /);
});

/** Where the other server fails, and how. */
const LOST: Readonly<Record<string, readonly [sent: boolean, place: 'pins' | 'call', thrown: () => Error]>> = {
  'no connection': [false, 'pins', () => new WireError('it could not be reached')],
  'its program ended in the call': [true, 'call', () => new WireError('its program ended (exit code 9)')],
  'an internal error': [true, 'call', () => new RpcFailure(-32603, 'boom')],
  'an error of its own': [true, 'call', () => new RpcFailure(-32000, 'boom')],
  'invalid parameters': [false, 'call', () => new RpcFailure(-32602, 'x')],
  'an unknown method': [false, 'call', () => new RpcFailure(-32601, 'x')],
};

describe.each(Object.entries(LOST))('mcp: %s', (_name, [sent, place, thrown]) => {
  test.each(EACH)('%s', async (effects) => {
    for (const authored of [undefined, { error: 'It is off.', retry_hint: 'Start it, then call again.' }]) {
      const outcome = await callTool({
        behavior: { kind: 'mcp', upstream: 'other', tool: 'act', pin: 'p' },
        annotations: EFFECTS[effects][0],
        session: sessionThat(place, thrown),
        ...(authored && { on_unreachable: authored }),
      });
      judge(outcome, sent, effects);
      if (authored && thrown() instanceof WireError) expect(outcome.retry_hint).toContain(authored.retry_hint);
    }
  });
});

test.each(EACH)('mcp: a result that is none; %s', async (effects) => {
  const session = { ...sessionThat('call', () => new Error('never')), call: async () => ({ content: 5 }) };
  const behavior = { kind: 'mcp', upstream: 'other', tool: 'act', pin: 'p' } as const;
  judge(await callTool({ behavior, annotations: EFFECTS[effects][0], session }), true, effects);
});

function sessionThat(place: 'pins' | 'call', thrown: () => Error): UpstreamSession {
  const fail = async (): Promise<never> => {
    throw thrown();
  };
  return {
    pins: place === 'pins' ? fail : async () => new Map([['act', 'p']]),
    call: fail,
    whyNot: () => undefined,
    request: fail,
    about: {},
    tools: fail,
    close: async () => {},
  };
}

test.each(EACH)('command: output that is not as expected; %s', async (effects) => {
  const argv = [process.execPath, '-e', 'console.log("no")'];
  const behavior = { kind: 'command', argv, stdout: 'json', max_bytes: 1000 } as const;
  judge(await callTool({ behavior, annotations: EFFECTS[effects][0] }), true, effects);
  const long = { ...behavior, argv: [process.execPath, '-e', 'console.log("x".repeat(5000))'] };
  judge(await callTool({ behavior: long, annotations: EFFECTS[effects][0] }), true, effects);
});

test.each(EACH)('handler: something is thrown; %s', async (effects) => {
  const handlers = {
    act: () => {
      throw new Error('boom');
    },
  };
  const outcome = await callTool({
    behavior: { kind: 'handler', export: 'act' },
    annotations: EFFECTS[effects][0],
    handlers,
  });
  judge(outcome, true, effects);
});

const CODES = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED'];
const LATE = [
  'UND_ERR_SOCKET',
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_BODY_TIMEOUT',
  'HPE_INVALID',
  'Z_DATA_ERROR',
  'unknown',
];

test('whatever went wrong, and whatever was sent before', () => {
  const name = fc.oneof(fc.constantFrom(...CODES, ...LATE), fc.string());
  const reach = fc.constantFrom('unsent' as const, 'sent' as const);
  const repeat = fc.constantFrom('harmless' as const, 'risky' as const);
  const authored = fc.option(fc.constant({ error: 'It is off.', retry_hint: 'Start it.' }), { nil: undefined });
  fc.assert(
    fc.property(
      name,
      reach,
      repeat,
      authored,
      fc.integer({ min: 300, max: 599 }),
      (code, before, again, own, answered) => {
        const connection = { base_url: 'https://a.example', ...(own && { on_unreachable: own }) };
        const failed = noAnswer(code, { connection, repeat: again, reach: before });
        if (again === 'harmless' || (before === 'unsent' && CODES.includes(code)))
          expect(failed.retry_hint).not.toMatch(MAY_HAVE);
        else if (before === 'sent' || LATE.includes(code)) expect(failed.retry_hint).toMatch(MAY_HAVE);
        const { retry_hint } = statusFailure(answered, '', new Headers(), again);
        const isRejected = (answered > 399 && answered < 500) || answered === 503 || answered === 304;
        expect(MAY_HAVE.test(retry_hint)).toBe(again === 'risky' && !isRejected);
      },
    ),
    { numRuns: runs(10_000) },
  );
});

test('the advice is written in one file', () => {
  const root = join(import.meta.dirname, '../../runtime');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/(?:^|\/)(?:dist|node_modules)\/|generated/.test(file.replaceAll('\\', '/')),
  );
  const having = files.filter((file) =>
    /Retry once\.|may have taken effect/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(having).toEqual(['server/failure.ts']);
});
