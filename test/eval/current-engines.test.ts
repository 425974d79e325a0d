/** What current services reject, decline and break, over the wire: a double in a process of its own answers in the form of each interface. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Conversation } from '../../compiler/features/evals/online/conversation.ts';
import type { Engine, EngineAnswer } from '../../compiler/features/evals/online/engine.ts';
import { ENGINES } from '../../compiler/features/evals/online/engines/index.ts';
import { judge } from '../../compiler/features/evals/judge/judge.ts';
import { ask } from '../../compiler/features/evals/run/ask.ts';
import { runs } from '../support/runs.ts';

const double = spawn(process.execPath, [join(import.meta.dirname, '../doubles/current-engine.mjs')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
let url = '';
beforeAll(async () => {
  const [port] = (await once(createInterface({ input: double.stdout }), 'line')) as [string];
  url = `http://127.0.0.1:${port}/v1`;
});
afterAll(() => void double.kill());

const CITY = { type: 'string' } as const;
const TIME = {
  name: 'get_time',
  description: 'Reads the clock of a city.',
  inputSchema: { type: 'object', properties: { city: CITY }, required: ['city'], additionalProperties: false },
} as const;
const CONVERSATION: Conversation = { system: 'Tools.', tools: [TIME], after: [], request: 'what time is it in Oslo' };

/** How the double behaves: the name of its model. */
interface Behavior {
  readonly what?: string;
  readonly rejects?: readonly string[];
  readonly style?: string;
  readonly status?: number;
  /** Members of the response. */
  readonly more?: object;
}

const bodyFor = (engine: Engine, behavior: Behavior): object =>
  engine.body(CONVERSATION, { model: JSON.stringify(behavior), seed: 1, temperature: 0.2, maxTokens: 512 });

const NO_METER = { send: () => undefined, uncounted: () => undefined };

function asked(engine: Engine, behavior: Behavior, rejected: string[] = []): Promise<EngineAnswer> {
  const times = { timeoutMs: 60_000, retryMs: 1, patienceMs: 20, wasReached: () => true };
  const endpoint = { engine, url, key: undefined, keyEnv: undefined, rejected, ...times };
  return ask(endpoint, bodyFor(engine, behavior), new AbortController().signal, NO_METER);
}

describe.each<readonly [string, Engine]>(ENGINES.map((engine) => [engine.id, engine]))('%s', (_id, engine) => {
  test('counts a call, broken arguments and a refusal each as what it is', async () => {
    const expected = { query: 'x', expect: 'get_time', arguments: { city: 'Oslo' } } as const;
    const outcome = async (what: string): Promise<unknown> => judge(expected, await asked(engine, { what }), [TIME]);
    const tokens = { input: 100, output: 10, cached: 75 };
    expect(await asked(engine, { what: 'call' })).toEqual({
      kind: 'call',
      name: 'get_time',
      arguments: { city: 'Oslo' },
      later: [],
      tokens,
    });
    expect(await outcome('call')).toMatchObject({ right: true, arguments: { wrong: [] } });
    expect(await outcome('broken')).toMatchObject({ right: true, arguments: { wrong: ['city'], unreadable: true } });
    expect(await outcome('text')).toEqual({ kind: 'judged', right: false, called: undefined });
    expect(await outcome('refusal')).toEqual({ kind: 'judged', right: false, called: undefined, declined: true });
    expect(await outcome('filter')).toMatchObject({ right: false, declined: true });
    expect(await outcome('cut')).toMatchObject({
      kind: 'error',
      message: expect.stringContaining('raise `max_tokens`'),
    });
  });

  test.each(['call', 'text'])(
    'has no answer where the body of a %s has an error, and its tokens count',
    async (what) => {
      for (const error of [{ message: 'upstream died', code: 502 }, 'upstream died'])
        expect(await asked(engine, { what, more: { error } })).toMatchObject({
          kind: 'error',
          message: expect.stringMatching(/^The service reported an error: .*upstream died/),
          tokens: { input: 100, output: 10 },
        });
      expect(await asked(engine, { what, more: { error: null } })).toMatchObject({ kind: what });
    },
  );

  const members = Object.keys(engine.optional).filter((name) => name in bodyFor(engine, {}));
  const behaviors = fc.record({
    what: fc.constantFrom('text'),
    rejects: fc.subarray(members),
    style: fc.constantFrom('openai', 'value', 'detail', 'property', 'list', 'anthropic'),
    status: fc.constantFrom(400, 422),
  });

  test('is asked without what its service rejects, in whatever words, and from then on at once', async () => {
    await fc.assert(
      fc.asyncProperty(behaviors, fc.array(fc.constantFrom('again'), { maxLength: 2 }), async (behavior, times) => {
        const rejected: string[] = [];
        for (const _ of ['first', ...times]) {
          const answer = await asked(engine, behavior, rejected);
          const sent = answer.kind === 'text' ? answer.text.split(' ') : [];
          const wanted = Object.keys(bodyFor(engine, behavior)).map((name) =>
            behavior.rejects.includes(name) ? engine.optional[name] : name,
          );
          expect(sent.toSorted()).toEqual(wanted.filter((name) => name !== undefined).toSorted());
          expect(rejected.toSorted()).toEqual(behavior.rejects.toSorted());
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test('ends the run where the service rejects something else', async () => {
    await expect(asked(engine, { rejects: members.slice(0, 1), status: 404 })).rejects.toThrow('(status 404)');
  });
});

test.each(['error', 'abort', 'insufficient_system_resource'])(
  'chat completions that end with %s have no answer',
  (end) => {
    const read = (finish_reason: string | null): EngineAnswer =>
      ENGINES[0].read({ choices: [{ finish_reason, message: { content: 'Is it?' } }] });
    expect(read(end)).toMatchObject({ kind: 'error', message: expect.stringContaining(`ended with "${end}"`) });
    for (const whole of ['stop', null, '']) expect(read(whole)).toMatchObject({ kind: 'text' });
  },
);

test('a limit that no name of the interface passes is left out', async () => {
  const [openai] = ENGINES;
  const rejected: string[] = [];
  const behavior = { what: 'text', rejects: ['max_tokens', 'max_completion_tokens'], style: 'property' };
  expect(await asked(openai, behavior, rejected)).toMatchObject({ kind: 'text' });
  expect(rejected).toEqual(['max_tokens', 'max_completion_tokens']);
});
