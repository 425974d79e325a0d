/** Every call has exactly one answer, whatever a handler throws or returns. */
// In depth: every value that JavaScript has, in every place; handler-messages.test.ts and exact.test.ts have the usual ones.
import { array, assert, asyncProperty, constantFrom, record, string, tuple } from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { assemble } from '../../runtime/server/assemble.ts';
import { handlerTools } from '../../runtime/modules.ts';
import type { Handler } from '../../runtime/behaviors/shared/run.ts';
import type { HandlerCall as Call } from '../../runtime/behaviors/handler/call.ts';
import type { Schema } from '../../runtime/language/schema.ts';
import { openSession } from '../../runtime/protocol/session.ts';
import { unwanted } from '../../runtime/transport/serve-fetch.ts';
import { toolOf } from './support/call-tool.ts';
import { descriptorOf } from './support/descriptor.ts';
import { runs } from '../support/runs.ts';

type Line = ReturnType<typeof JSON.parse>;

/** The answers to one call of a handler and to a ping after it, once both are there and everything else has run. */
async function answersTo(run: Handler, returns: Schema = { type: 'object' }): Promise<readonly Line[]> {
  const tool = toolOf({ behavior: { kind: 'handler', export: 'run' }, returns, timeout_ms: 40 });
  const { answer, allow } = assemble(
    descriptorOf({ limits: { calls_per_minute: 10, concurrency: 1, timeout_ms: 40 }, tools: [tool] }),
    { run },
    {},
    () => {},
    handlerTools,
  );
  const lines: Line[] = [];
  let woken: () => void = () => {};
  const send = (line: string): void => {
    lines.push(JSON.parse(line));
    woken();
  };
  const session = openSession(answer, { allowance: allow(), outlet: { ...unwanted, send } });
  session.receive('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_thing"}}');
  while (!lines.some(({ id }) => id === 1)) await new Promise<void>((resolve) => (woken = resolve));
  // Its place is free again, and nothing more is said about it.
  session.receive('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_thing","arguments":{"x":1}}}');
  await new Promise((resolve) => setImmediate(resolve));
  return lines;
}

function checkAnswers([first, second, ...more]: readonly Line[]): void {
  expect(more).toEqual([]);
  expect(second).toMatchObject({ id: 2, result: { structuredContent: { code: 'invalid_arguments' } } });
  const { structuredContent: envelope, content, isError } = first.result;
  expect(content.length).toBeGreaterThanOrEqual(0);
  if (isError === true) {
    expect(envelope.success).toBe(false);
    for (const key of ['error', 'code', 'retry_hint']) expect(envelope[key]).toMatch(/./);
  } else expect(envelope).toMatchObject({ success: true, data: {} });
}

/** A value that goes on for ever ends here: it would take a processor from all tests after it. */
let isOver = false;
afterAll(() => {
  isOver = true;
});

const boom = (): never => {
  throw new Error('trap');
};
const traps = Object.fromEntries(Reflect.ownKeys(Reflect).map((name) => [name, boom]));
const resisting = (): object => new Proxy({}, traps);

function deep(levels: number): object {
  let value: object = {};
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
}

function cyclic(): object {
  const value: Record<string, unknown> = {};
  value['self'] = value;
  return value;
}

function errorThatResists(): Error {
  const error = new Error('x');
  for (const name of ['stack', 'message', 'cause', 'name']) Object.defineProperty(error, name, { get: boom });
  return error;
}

function circularCause(): Error {
  const error = new Error('x');
  error.cause = error;
  return error;
}

/** A promise with a property that is looked at on the way. */
const promiseWith = (name: string): Promise<object> => Object.defineProperty(Promise.resolve({}), name, { get: boom });

const VALUES: Readonly<Record<string, (call: Call) => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  nothing: () => {},
  symbol: () => Symbol('x'),
  bigint: () => 1n,
  'a bigint inside': () => ({ n: 1n }),
  function: () => boom,
  'a class': () => URL,
  'a proxy with throwing traps': resisting,
  'a proxy inside': () => ({ inside: resisting() }),
  'a revoked proxy': () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  'a proxy of a promise': () => new Proxy(Promise.resolve({}), {}),
  'a proxy that only has the prototype of a promise': () => new Proxy({}, { getPrototypeOf: () => Promise.prototype }),
  'an object without prototype': () => Object.create(null),
  'a getter that throws': () => Object.defineProperty({}, 'x', { get: boom, enumerable: true }),
  'a conversion that throws': () => ({ [Symbol.toPrimitive]: boom, toString: boom, valueOf: boom }),
  'toJSON that throws': () => ({ toJSON: boom }),
  'toJSON of nothing': () => ({ toJSON: () => undefined }),
  'toJSON of text': () => ({ toJSON: () => 'text' }),
  'toJSON of a list': () => ({ toJSON: () => [1] }),
  cyclic,
  deep: () => deep(100_000),
  'too long': () => ({ text: 'x'.repeat(129 * 1024 * 1024) }),
  'an error that resists': errorThatResists,
  'an error that is its own cause': circularCause,
  'a then that throws': () => ({ then: boom }),
  'a then that cannot be read': () => Object.defineProperty({}, 'then', { get: boom }),
  'a then that is no function': () => ({ then: 1 }),
  'a then that never settles': () => ({ then: () => {} }),
  'a then that settles twice': () => ({
    then: (resolve: (value: unknown) => void, reject: (reason: unknown) => void) => {
      resolve({ first: true });
      resolve({ second: true });
      reject(resisting());
      boom();
    },
  }),
  'a then that settles with itself': () => {
    const value = {
      then: (resolve: (value: unknown) => void) => void setImmediate(() => resolve(isOver ? undefined : value)),
    };
    return value;
  },
  'a promise of itself': () => {
    let settle: (value: unknown) => void = () => {};
    const value: Promise<unknown> = new Promise((resolve) => (settle = resolve));
    settle(value);
    // Where nobody follows it, nobody has to be told.
    value.catch(() => {});
    return value;
  },
  'a promise whose constructor cannot be read': () => promiseWith('constructor'),
  'a promise whose then cannot be read': () => promiseWith('then'),
  'a failure of nothing': (call) => call.fail(undefined as never, null as never, Symbol('code') as never),
  'a failure of what resists': (call) =>
    call.fail(resisting() as never, errorThatResists() as never, cyclic() as never),
  'a failure that cannot be read': (call) => Object.defineProperty({ ...call.fail('a', 'b') }, 'error', { get: boom }),
  'content without blocks': (call) => call.content(undefined as never),
  'content that is no list': (call) => call.content('text' as never),
  'content of what resists': (call) => call.content([resisting()] as never, resisting() as never),
  'content with blocks that become nothing': (call) => call.content({ toJSON: () => undefined } as never),
  'an aborted signal as reason': () => AbortSignal.abort(resisting()).reason,
};

describe.each(Object.entries(VALUES))('%s', (_name, make) => {
  test.each<[string, Handler]>([
    ['returned', (_args, call) => make(call)],
    ['resolved', async (_args, call) => make(call)],
    ['resolved later', (_args, call) => new Promise((resolve) => setImmediate(() => resolve(make(call))))],
    [
      'thrown',
      (_args, call) => {
        throw make(call);
      },
    ],
    ['rejected', (_args, call) => Promise.reject(make(call))],
    [
      'logged and told as progress',
      (_args, call) => {
        call.log(make(call) as never);
        call.progress(make(call) as never, make(call) as never, make(call) as never);
        return {};
      },
    ],
  ])('%s', async (_way, run) => {
    checkAnswers(await answersTo(run));
    // What is declared as nothing in particular is looked at less.
    checkAnswers(await answersTo(run, {} as Schema));
  });
});

test('any mix of them has exactly one answer', async () => {
  const names = Object.keys(VALUES).filter((name) => name !== 'too long');
  const mix = record({
    inside: array(tuple(string(), constantFrom(...names)), { maxLength: 3 }),
    way: constantFrom('return', 'resolve', 'throw', 'reject', 'then'),
  });
  await assert(
    asyncProperty(mix, async ({ inside, way }) => {
      const run: Handler = (_args, call) => {
        const value = Object.fromEntries(inside.map(([key, name]) => [key, VALUES[name]?.(call)]));
        if (way === 'throw') throw value;
        if (way === 'reject') return Promise.reject(value);
        if (way === 'then') return { then: (resolve: (value: unknown) => void) => resolve(value) };
        return way === 'resolve' ? Promise.resolve(value) : value;
      };
      checkAnswers(await answersTo(run));
    }),
    { numRuns: runs(200) },
  );
});
