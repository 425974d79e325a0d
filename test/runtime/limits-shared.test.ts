/** The places of a server, shared by any clients in any order: none starves, and none has more than its share while another waits. */
import { array, assert, constantFrom, integer, nat, oneof, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { OpenCall } from '../../runtime/server/context.ts';
import type { RateLimiter } from '../../runtime/server/limits.ts';
import { createLimiter } from '../../runtime/server/limits.ts';
import { runs } from '../support/runs.ts';

type State = 'waiting' | 'running' | 'over' | 'told';

interface Call {
  readonly client: number;
  readonly open: OpenCall;
  state: State;
}

/** A limiter with its clients, and the calls that were made. */
function openPlaces(concurrency: number) {
  let time = 0;
  const limiter = createLimiter({ concurrency }, { now: () => time });
  const clients: RateLimiter[] = Array.from({ length: 12 }, () => () => 0);
  const calls: Call[] = [];
  const started: Call[] = [];
  const begin = (client: number): void => {
    const open = new OpenCall(() => {}, { allowance: () => 0 });
    const call: Call = { client, open, state: 'waiting' };
    calls.push(call);
    const work = (): void => {
      call.state = 'running';
      started.push(call);
    };
    void limiter.enter(open, clients[client] as RateLimiter, work, () => void (call.state = 'told'));
  };
  const of = (state: State, client?: number): Call[] =>
    calls.filter((one) => one.state === state && (client === undefined || one.client === client));
  const end = (call: Call | undefined): void => {
    if (call === undefined) return;
    call.state = 'over';
    call.open.close();
  };
  return { begin, of, end, calls, started, pass: (ms: number) => void (time += ms) };
}

const STEP = oneof(
  record({ kind: constantFrom('begin' as const), client: nat(3), times: integer({ min: 1, max: 40 }) }),
  record({ kind: constantFrom('begin' as const), client: nat(11), times: integer({ min: 1, max: 3 }) }),
  record({ kind: constantFrom('end' as const), which: nat(50), times: integer({ min: 1, max: 12 }) }),
  record({ kind: constantFrom('cancel' as const), which: nat(50), times: integer({ min: 1, max: 3 }) }),
  record({ kind: constantFrom('pass' as const), ms: constantFrom(1, 30_000, 61_000) }),
);

test('places are never exceeded, turns are taken, and every call is served or told', () => {
  assert(
    property(integer({ min: 1, max: 9 }), array(STEP, { maxLength: 30 }), (concurrency, steps) => {
      const { begin, of, end, calls, started, pass } = openPlaces(concurrency);
      const share = Math.ceil(concurrency / 2);
      const must = (holds: boolean, what: string): void => {
        if (!holds) throw new Error(what);
      };
      const check = (before: number, waited: ReadonlySet<number>): void => {
        const [running, waiting] = [of('running'), of('waiting')];
        const count = (calls: readonly Call[], client: number): number =>
          calls.filter((one) => one.client === client).length;
        must(running.length <= concurrency, 'more run than there are places');
        must(waiting.length <= 256, 'too many wait');
        must(waiting.length === 0 || running.length > 0, 'calls wait although none runs, whose end would start them');
        for (const { client } of started.slice(before)) {
          const others = [...waited].some((other) => other !== client && count(waiting, other) > 0);
          must(!others || count(running, client) <= share, 'a client has more than its share while another one waits');
        }
        for (const client of new Set(waiting.map((one) => one.client))) {
          must(count(waiting, client) <= 32, 'too many of one client wait');
          const isDeprived = count(running, client) < share && running.length < concurrency;
          must(!isDeprived, 'a client with less than its share waits although there is a place');
        }
      };
      for (const step of steps) {
        for (let n = 0; n < ('times' in step ? step.times : 1); n += 1) {
          const before = started.length;
          const waiting = new Set(of('waiting').map(({ client }) => client));
          if (step.kind === 'begin') begin(step.client);
          if (step.kind === 'pass') pass(step.ms);
          if (step.kind === 'end') end(of('running')[step.which % Math.max(1, of('running').length)]);
          if (step.kind === 'cancel') end(of('waiting')[step.which % Math.max(1, of('waiting').length)]);
          check(before, waiting);
        }
      }
      for (let next = of('running')[0]; next; next = of('running')[0]) end(next);
      must(of('waiting').length === 0, 'a call that waits is neither served nor told');
      // Each client's calls run in the order in which they came.
      const order = new Map(calls.map((one, at) => [one, at]));
      for (let client = 0; client < 12; client += 1) {
        const own = started.filter((one) => one.client === client).map((one) => order.get(one) ?? 0);
        must(
          own.every((at, n) => n === 0 || at > (own[n - 1] ?? 0)),
          'a call overtakes one of its own client',
        );
      }
    }),
    { numRuns: runs(10_000) },
  );
}, 600_000);

test('where clients wait for one place, they take turns', () => {
  assert(
    property(array(integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 5 }), (lines) => {
      const { begin, of, end, started } = openPlaces(1);
      lines.forEach((length, client) => {
        for (let n = 0; n < length; n += 1) begin(client);
      });
      while (of('running').length > 0) end(of('running')[0]);
      const turns = started.slice(1).map(({ client }) => client);
      expect(turns.length).toBe(lines.reduce((sum, length) => sum + length, 0) - 1);
      turns.forEach((client, at) => {
        const next = turns.indexOf(client, at + 1);
        const between = turns.slice(at + 1, next < 0 ? at + 1 : next);
        if (new Set(between).size < between.length) throw new Error('a client has two turns while another one waits');
      });
    }),
    { numRuns: runs(10_000) },
  );
}, 600_000);

test('a client that had to wait finds a place for a minute, however many slow calls another one has', () => {
  const { begin, of, end, pass } = openPlaces(8);
  for (let n = 0; n < 40; n += 1) begin(0);
  begin(1);
  expect([of('running', 0).length, of('running', 1).length, of('told').length]).toEqual([8, 0, 0]);
  end(of('running', 0)[0]);
  expect(of('running', 1).length).toBe(1);
  for (let n = 0; n < 3; n += 1) end(of('running', 0)[0]);
  expect(of('running', 0).length).toBe(4);
  // The one whose calls are slow has no place more, although nobody waits: the other one is served at once.
  end(of('running', 1)[0]);
  expect(of('running').length).toBe(4);
  begin(1);
  expect(of('running', 1).length).toBe(1);
  end(of('running', 1)[0]);
  pass(61_000);
  end(of('running', 0)[0]);
  expect(of('running', 0).length).toBe(8);
});
