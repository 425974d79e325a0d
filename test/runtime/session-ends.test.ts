/** A session on a lasting connection, with any calls in any order: one answer each, progress before it, and an end that waits for all. */
import { array, assert, asyncProperty, constantFrom, integer, record, shuffledSubarray } from 'fast-check';
import { expect, test } from 'vitest';
import { assemble } from '../../runtime/server/assemble.ts';
import { handlerTools, progress } from '../../runtime/modules.ts';
import type { Handler } from '../../runtime/behaviors/shared/run.ts';
import { openSession } from '../../runtime/protocol/session.ts';
import { readLines } from '../../runtime/transport/read-lines.ts';
import { toolOf } from './support/call-tool.ts';
import { descriptorOf } from './support/descriptor.ts';
import { runs } from '../support/runs.ts';

interface Sent {
  readonly turn: number;
  readonly line: ReturnType<typeof JSON.parse>;
}

/** A session, the lines that it sends with the turn of each, and calls that end when they are let go. */
function open() {
  const doors: (() => void)[] = [];
  const parameters = { how: { type: 'string' }, steps: { type: 'integer' } } as const;
  const run: Handler = async ({ how, steps }, call) => {
    const report = (from: number): void => {
      for (let n = 0; n < Number(steps); n += 1) call.progress(from + n);
    };
    if (how === 'at once') return (report(1), {});
    report(1);
    await new Promise<void>((resolve) => doors.push(resolve));
    report(100);
    if (how === 'fails') throw new Error('inside');
    return {};
  };
  const tool = toolOf({ behavior: { kind: 'handler', export: 'run' }, parameters });
  const limits = { calls_per_minute: 1_000_000, concurrency: 100, timeout_ms: 60_000 };
  const modules = { ...handlerTools, ...progress };
  const { answer, allow } = assemble(descriptorOf({ limits, tools: [tool] }), { run }, {}, () => {}, modules);
  const sent: Sent[] = [];
  let turn = 0;
  let due: (() => void)[] = [];
  const nextTurn = (action: () => void): void => void due.push(action);
  const send = (line: string): void => void sent.push({ turn, line: JSON.parse(line) });
  const outlet = { send, isReady: () => true, whenReady: () => {}, nextTurn };
  const session = openSession(answer, { allowance: allow(), outlet, lasting: true });
  /** Lets everything run that one turn of the event loop does. */
  const pass = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    turn += 1;
    for (const act of due.splice(0)) act();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { session, sent, pass, doors };
}

const call = (id: number, how: string, steps: number): string => {
  const params = { name: 'get_thing', arguments: { how, steps }, _meta: { progressToken: id } };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
};

const CALLS = array(
  record({
    how: constantFrom('at once', 'waits', 'fails'),
    steps: integer({ min: 0, max: 3 }),
    cancelled: constantFrom(true, false, false, false),
  }),
  { maxLength: 6 },
);

test('each call has one answer, never in the turn of its progress, and the end waits for all of them', async () => {
  const order = shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 });
  await assert(
    asyncProperty(CALLS, order, array(integer({ min: 1, max: 80 })), async (calls, released, cuts) => {
      const { session, sent, pass, doors } = open();
      const lines = calls.map(({ how, steps }, id) => call(id, how, steps));
      // In pieces of any length, and without a line break at the end.
      const take = readLines(10_000, session.receive);
      let rest = Buffer.from(lines.join('\n'));
      for (const cut of cuts) {
        take(rest.subarray(0, cut));
        rest = rest.subarray(cut);
      }
      take(rest);
      take();
      calls.forEach(({ cancelled }, requestId) => {
        const params = { requestId };
        if (cancelled) session.receive(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
      });
      let ended = -1;
      session.whenIdle(() => (ended = sent.length));
      const waiting = calls.filter(({ how }) => how !== 'at once').length;
      for (const door of released) {
        await pass();
        doors[door]?.();
      }
      await pass();
      await pass();
      expect(doors).toHaveLength(waiting);
      const answers = sent.filter(({ line }) => 'result' in line || 'error' in line);
      const expected = calls.flatMap(({ cancelled }, id) => (cancelled ? [] : [id]));
      expect(answers.map(({ line }) => line.id).toSorted()).toEqual(expected);
      expect(ended).toBe(sent.length);
      for (const { turn, line } of answers) {
        const steps = sent.filter((one) => one.line.params?.progressToken === line.id);
        expect(steps).toHaveLength(Number(calls[line.id]?.steps) * (calls[line.id]?.how === 'at once' ? 1 : 2));
        for (const step of steps) expect(step.turn).toBeLessThan(turn);
      }
    }),
    { numRuns: runs(10_000) },
  );
}, 600_000);
