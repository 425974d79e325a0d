/** What counts of an answer, in the form of each interface: only calls of what was offered, all of them for `never`, and no answer of another form. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '@haft/runtime';
import { judge } from '../../compiler/features/evals/judge/judge.ts';
import { offeredCall, offeredTools } from '../../compiler/features/evals/online/conversation.ts';
import type { Engine, EngineAnswer } from '../../compiler/features/evals/online/engine.ts';
import { ENGINES } from '../../compiler/features/evals/online/engines/index.ts';
import type { Expectation } from '../../compiler/plan/model.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { PACKING, clockSpec } from '../support/eval-project.ts';
import { runs } from '../support/runs.ts';

const { value } = planSpecs([
  { path: 'specs/clock.yaml', text: clockSpec() },
  { path: 'specs/pack.yaml', text: PACKING },
]);
const TOOLS = offeredTools(value?.plan ?? expect.fail());
const MEMBERS = ['get_time', 'get_weather', 'pack-suitcase'] as const;

interface Call {
  readonly name: string;
  readonly input: JsonObject;
}

/** Responses of services with these calls or this text. */
const RESPONSES: Readonly<Record<Engine['id'], (calls: readonly Call[], text: string) => Json>> = {
  openai: (calls, content) => ({
    choices: [
      {
        finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
        message: {
          role: 'assistant',
          content,
          ...(calls.length > 0 && {
            tool_calls: calls.map(({ name, input }) => ({
              type: 'function',
              function: { name, arguments: JSON.stringify(input) },
            })),
          }),
        },
      },
    ],
  }),
  responses: (calls, text) => ({
    status: 'completed',
    error: null,
    output: [
      { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'Which one?' }] },
      { type: 'message', content: [{ type: 'output_text', text }] },
      ...calls.map(({ name, input }) => ({ type: 'function_call', name, arguments: JSON.stringify(input) })),
    ],
  }),
  anthropic: (calls, text) => ({
    stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    content: [
      { type: 'thinking', thinking: 'Which one?' },
      { type: 'text', text },
      ...calls.map(({ name, input }) => ({ type: 'tool_use', name, input })),
    ],
  }),
};

const anyCall = fc.record<Call>({
  name: fc.constantFrom(...MEMBERS, 'load_skill', 'load_skill', 'clock.get_time', 'clock__get_time', 'Get_Time'),
  input: fc.constantFrom<JsonObject>({}, { name: 3 }, ...[...MEMBERS, 'PACK-SUITCASE'].map((name) => ({ name }))),
});

/** The member of the choice that a host would reach by it. */
function reached({ name, input }: Call): string | undefined {
  if (name === 'load_skill') return input['name'] === 'pack-suitcase' ? 'pack-suitcase' : undefined;
  return name === 'get_time' || name === 'get_weather' ? name : undefined;
}

describe.each(ENGINES.map((engine) => [engine.id, engine] as const))('%s', (id, engine) => {
  const responseTo = RESPONSES[id] ?? expect.fail();

  test('a call is right by what it reaches of what was offered, and `never` is broken by any call of an answer', () => {
    const expected = fc.oneof(
      fc.constantFrom<Expectation>(...MEMBERS),
      fc.subarray([...MEMBERS], { minLength: 2 }).map((any_of): Expectation => ({ any_of })),
    );
    const calls = fc.array(anyCall, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(calls, expected, fc.subarray(['get_time', 'get_weather']), (all, expect_, never) => {
        const [first = ''] = all.map(reached);
        const isExpected = typeof expect_ === 'string' ? first === expect_ : Object(expect_).any_of.includes(first);
        const isBroken = all.some(({ name }) => never.includes(name));
        const outcome = judge({ query: 'x', expect: expect_, never }, engine.read(responseTo(all, '')), TOOLS);
        expect(outcome).toMatchObject({ kind: 'judged', right: isExpected && !isBroken });
      }),
      { numRuns: runs(10_000) },
    );
  });

  test('an answer of which a part has another form is read as the same, or is an error of the case', () => {
    const two = [
      { name: 'get_time', input: { city: 'Oslo' } },
      { name: 'get_weather', input: {} },
    ];
    const said = (answer: EngineAnswer): Json =>
      answer.kind === 'call' ? [answer, ...answer.later].map(({ name }) => name) : { ...answer, tokens: null };
    fc.assert(
      fc.property(fc.constantFrom(two, []), fc.nat(), fc.jsonValue({ maxDepth: 2 }), (calls, place, other) => {
        const response = responseTo(calls, 'It is noon.');
        const answer = engine.read(replaced(response, place, other as Json));
        if (answer.kind !== 'error') expect(said(answer)).toEqual(said(engine.read(response)));
      }),
      { numRuns: runs(20_000) },
    );
  });
});

/** With the value in the place of one of its parts, where it is of another type. */
function replaced(value: Json, place: number, other: Json): Json {
  const paths: (readonly (string | number)[])[] = [];
  const visit = (part: Json, path: readonly (string | number)[]): void => {
    paths.push(path);
    if (typeof part === 'object' && part !== null)
      for (const [key, member] of Object.entries(part)) visit(member, [...path, key]);
  };
  visit(value, []);
  const put = (part: Json, [key, ...rest]: readonly (string | number)[]): Json => {
    if (key !== undefined) {
      const copy = structuredClone(part) as Record<string | number, Json>;
      copy[key] = put(copy[key] ?? null, rest);
      return copy as Json;
    }
    const isEmpty = other === null || (Array.isArray(other) && other.length === 0);
    return typeOf(part) === typeOf(other) || (isEmpty && typeof part !== 'object') ? part : other;
  };
  return put(value, paths[place % paths.length] ?? []);
}

const typeOf = (value: Json): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);

test('what an agent called is judged as what its choice offers, and its own tools are none of it', () => {
  for (const name of MEMBERS) {
    const call = offeredCall({ name, arguments: {} }, TOOLS);
    const answer = { kind: 'call', later: [], tokens: { input: 0, output: 0, cached: 0 }, ...call } as const;
    expect(judge({ query: 'x', expect: name }, answer, TOOLS)).toMatchObject({ right: true, called: name });
    expect(judge({ query: 'x', expect: name }, { ...answer, isForeign: true }, TOOLS)).toMatchObject({ right: false });
  }
});

test.each<[Engine['id'], Json]>([
  ['openai', { choices: [{ message: {} }] }],
  ['openai', { choices: [{ message: { content: null, tool_calls: [null] } }] }],
  ['responses', { status: 'failed', output: [] }],
  ['responses', { status: 'in_progress', output: [] }],
  ['responses', { status: 'completed', output: [{ type: 'message', content: 'x' }] }],
  ['anthropic', { stop_reason: 'pause_turn', content: [] }],
  ['anthropic', { stop_reason: 'tool_use', content: [{ type: 'text', text: 'I look it up.' }] }],
])('%s: %j is an error of the case', (id, response) => {
  expect(ENGINES.find((engine) => engine.id === id)?.read(response)).toMatchObject({ kind: 'error' });
});

test.each<[Engine['id'], Json]>([
  ['openai', { choices: [{ message: { content: null, tool_calls: null } }] }],
  ['openai', { choices: [{ message: { content: [{ type: 'thinking' }, { type: 'text', text: '' }] } }] }],
  ['responses', { status: 'completed', output: [] }],
  ['anthropic', { stop_reason: 'end_turn', content: [] }],
])('%s: %j is an answer without words', (id, response) => {
  expect(ENGINES.find((engine) => engine.id === id)?.read(response)).toMatchObject({ kind: 'text', text: '' });
});
