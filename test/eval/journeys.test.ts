/** Journeys: a case is asked on for as long as the model calls what has a result, and is judged by what it reached; a `retry_hint` that leads nowhere fails. */
import { array, assert, asyncProperty, constant, constantFrom, oneof, record } from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Conversation } from '../../compiler/features/evals/online/conversation.ts';
import { ENGINES } from '../../compiler/features/evals/online/engines/index.ts';
import type { EngineAnswer } from '../../compiler/features/evals/online/engine.ts';
import { answerOf } from '../../compiler/features/evals/online/agent.ts';
import { type Question, questionsOf } from '../../compiler/features/evals/online/questions.ts';
import { type Meter, createBudget } from '../../compiler/features/evals/run/ask-all.ts';
import { askBoth } from '../../compiler/features/evals/run/ask-sides.ts';
import type { OnlineTier } from '../../compiler/features/evals/run/online-tier.ts';
import { contractText, readContract } from '../../compiler/plan/contract.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import type { EvalStep, Plan } from '../../compiler/plan/model.ts';
import { type Choice, choicesOf, withCases } from '../../compiler/versions/receipts/choice.ts';
import { pathWithAgent } from '../doubles/agents/install.ts';
import { startAgentApi } from '../doubles/agent-api/start.ts';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { WHOLE_RUN, runs } from '../support/runs.ts';

const HINT = 'Search for a room first.';

const innSpec = (cases: string, hint = HINT): string => `kind: server
name: inn
version: 1.0.0
summary: Lets rooms of an inn.
tools:
  - name: book_room
    description: { does: Books a room of the inn., when: the user wants to stay, examples: [book me a room] }
    effects: write
    parameters: { room: { type: string, maxLength: 40, default: any, description: Name of the room. } }
    command: { argv: [printf, "%s", "{room}"], stdout: text, result: { text: "" }, exit_codes: { 3: { error: No such room., retry_hint: ${hint}, code: no_room } } }
  - name: search_rooms
    description: { does: Searches the rooms that are free., when: the user asks what is free, examples: [which rooms are free] }
    effects: read
    parameters: { room: { type: string, maxLength: 40, default: any, description: Name of the room. } }
    command: { argv: [printf, "%s", "{room}"], stdout: text, result: { text: "" } }
    evals:${cases}
  - name: cancel_stay
    description: { does: Cancels a stay at the inn., when: the user does not come, examples: [we are not coming] }
    effects: destroy
    parameters: { room: { type: string, maxLength: 40, default: any, description: Name of the room. } }
    command: { argv: [printf, "%s", "{room}"], stdout: text, result: { text: "" } }
`;

function planOf(text: string): Plan {
  const { value, diagnostics } = planSpecs([{ path: 'specs/inn.yaml', text }]);
  return value?.plan ?? expect.fail(JSON.stringify(diagnostics.filter((one) => one.severity === 'error')));
}

const choiceIn = (cases: string, hint?: string): Choice => choicesOf(planOf(innSpec(cases, hint)))[0] ?? expect.fail();

const INN = choiceIn('\n      - { query: book me a room }');

/** One case with these calls on the way. */
function withVia(via: readonly EvalStep[]): Choice {
  const [one = expect.fail()] = INN.cases;
  return withCases(INN, [{ ...one, test: { ...one.test, via, never: NEVER } }]);
}

const NONE = { input: 1, output: 1, cached: 0 };
const TOOLS = ['book_room', 'search_rooms', 'cancel_stay'] as const;
const GOAL = 'search_rooms';
const NEVER = ['cancel_stay'];

/** What it calls in its first answer, its second and so on; an answer without calls is one in words. */
type Script = readonly (readonly (typeof TOOLS)[number][])[];

function scripted(script: Script): { readonly asked: OnlineTier; readonly sent: Conversation[] } {
  const sent: Conversation[] = [];
  const body = (conversation: Conversation): object => ({ sent: conversation });
  const asked: OnlineTier = {
    id: ['scripted'],
    recorded: { model: 'scripted', tier: 'model' },
    heading: '',
    seeds: [1],
    prices: undefined,
    body,
    questions: (sides, seeds) => questionsOf(sides, body, seeds),
    forecast: () => '',
    respond({ conversation }: Question, _signal: AbortSignal, meter: Meter): Promise<EngineAnswer> {
      meter.send();
      sent.push(conversation);
      const [first, ...later] = (script[sent.length - 1] ?? []).map((name) => ({ name, arguments: {} }));
      return Promise.resolve(
        first ? { kind: 'call', ...first, later, tokens: NONE } : { kind: 'text', text: 'Done.', tokens: NONE },
      );
    },
  };
  return { asked, sent };
}

/** What the rules say: calls with a result go on, and the first other answer is judged. */
function expected(script: Script, via: readonly string[], never: readonly string[]) {
  const left = [...via];
  for (let at = 0; ; at += 1) {
    const end = (script[at] ?? []).findIndex((name) => {
      const place = left.indexOf(name);
      if (place !== -1) left.splice(place, 1);
      return place === -1;
    });
    const last = end === -1 ? [] : (script[at] ?? []).slice(end);
    const right = last[0] === GOAL && !last.some((name) => never.includes(name));
    if (end !== -1 || (script[at] ?? []).length === 0) return { right, requests: at + 1 };
  }
}

/** What the agent tier takes from the output of a program that made these calls. */
function answerInOne(calls: readonly string[], via: readonly string[]): EngineAnswer {
  const made = calls.map((name) => ({ name, arguments: {} }));
  const output = { calls: made, text: 'Done.', isOver: true, problem: undefined, tokens: NONE };
  const journal = { started: ['inn'], called: made.map(({ name }) => name), via };
  const offered = {
    servers: [{ name: 'inn', tools: TOOLS }],
    skills: [],
    shownAs: (_server: string, tool: string) => tool,
  };
  return answerOf(output, { printed: '', problem: undefined }, journal, offered);
}

test(
  'whatever a model calls: each result is given once, the end is judged, and each request counts',
  { timeout: WHOLE_RUN },
  async () => {
    const step = record({
      call: constantFrom(...TOOLS),
      end: oneof(
        constant({ result: { rooms: [] } }),
        constant({ fails: { error: 'Full.', retry_hint: 'Search again.' } }),
      ),
    });
    const script = array(array(constantFrom(...TOOLS), { maxLength: 3 }), { maxLength: 6 });
    await assert(
      asyncProperty(array(step, { minLength: 1, maxLength: 3 }), script, async (via, calls) => {
        const choice = withVia(via.map(({ call, end }) => ({ call, ...end })));
        const { asked, sent } = scripted(calls);
        const limits = { lanes: 2, calls: 100, minutes: 9, cost: undefined, prices: undefined };
        const budget = createBudget(limits);
        const cache = { get: () => undefined, put: () => {} };
        const surroundings = { signal: new AbortController().signal, onProgress: () => {} };
        const interview = { tier: asked, limits, budget, cache };
        const { after } = await askBoth([{ before: undefined, after: choice }], interview, surroundings);
        const oracle = expected(
          calls,
          via.map(({ call }) => call),
          NEVER,
        );
        expect(after[0]?.cases[0]?.trials).toMatchObject([{ kind: 'judged', right: oracle.right }]);
        expect(sent).toHaveLength(oracle.requests);
        expect(budget.used().requests).toBe(oracle.requests);
        // The program of a host makes the calls itself, until it answers in words.
        const named = via.map(({ call }) => call);
        const end = [...calls, []].findIndex(({ length }) => length === 0);
        const answer = answerInOne(calls.slice(0, end).flat(), named);
        const reached = expected([calls.slice(0, end).flat()], named, []).right;
        expect(answer.kind === 'call' && answer.name === GOAL).toBe(reached);
        const results = sent.at(-1)?.done?.map(({ result }) => result) ?? [];
        for (const result of results) expect([true, false]).toContain(result?.['success']);
      }),
      { numRuns: runs(10_000) },
    );
  },
);

const CASES = `
      - { id: hinted, query: book me a room, via: [{ call: book_room, fails: no_room }] }
      - { query: which rooms are free }`;

test('the words of the failure are those of the spec, and other words are another case', () => {
  const [one, other] = [choiceIn(CASES), choiceIn(CASES, 'Ask the user.')];
  expect(one.cases[0]?.test.via).toEqual([
    { call: 'book_room', fails: { error: 'No such room.', retry_hint: HINT, code: 'no_room' } },
  ]);
  expect(one.cases[0]?.mark).not.toBe(other.cases[0]?.mark);
  expect(one.cases[1]?.mark).toBe(other.cases[1]?.mark);
  expect(one.casesHash).not.toBe(other.casesHash);
});

test('a release keeps them', () => {
  const plan = planOf(innSpec(CASES));
  const read = readContract(contractText(plan));
  expect('plan' in read && read.plan.servers[0]?.tools.map(({ evals }) => evals)).toEqual(
    plan.servers[0]?.tools.map(({ evals }) => evals),
  );
});

test.each(ENGINES.map((engine) => [engine.id, engine] as const))(
  '%s gets the calls behind the request',
  (_id, engine) => {
    const options = { model: 'm', seed: 1, temperature: undefined, maxTokens: 9 };
    const done = [{ call: 'book_room', arguments: { room: 'blue' }, result: { success: false, retry_hint: HINT } }];
    const conversation = { tools: [], system: 'Tools.', after: [], request: 'book me a room' };
    const [text, before] = [
      JSON.stringify(engine.body({ ...conversation, done }, options)),
      JSON.stringify(engine.body(conversation, options)),
    ];
    const places = ['book me a room', 'blue', HINT].map((part) => text.indexOf(part));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(before).not.toContain('book_room');
  },
);

const { url, stop } = await startAgentApi({ 'book me': 'book_room', Search: 'search_rooms', free: 'search_rooms' });
afterAll(() => stop());

const CONFIG = `evals: { models: { local: { model: tiny, endpoint: "${url}/v1" } } }\nrules: { tool/evals-count: off }\n`;

describe('through the command line', () => {
  const project = (hint?: string): string =>
    temporaryFolder({ 'specs/inn.yaml': innSpec(CASES, hint), 'haft.yaml': CONFIG });

  test.skipIf(ON_WINDOWS)('the program of a host reads the failure, and is judged by where its hint led it', () => {
    vi.stubEnv('CODEX_API_KEY', 'a-key-of-a-test');
    const rules = {
      'book me': [{ name: 'book_room' }],
      'Search for': [{ name: 'search_rooms' }],
      free: [{ name: 'search_rooms' }],
    };
    vi.stubEnv('PATH', pathWithAgent('codex', { rules }));
    const run = (root: string): unknown => haft(root, 'eval', '--agent', 'codex');
    expect(run(project())).toMatchObject({ code: 0, stdout: expect.stringContaining('right 2 of 2') });
    expect(run(project('Name another one.'))).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('right 1 of 2'),
    });
    vi.unstubAllEnvs();
  });

  test('a hint that leads on passes, and one that does not fails', () => {
    const root = project();
    expect(haft(root, 'eval', '--tier', 'model', '--dry-run').stdout).toContain(
      '2 requests, and up to 1 more in journeys to',
    );
    const first = haft(root, 'eval', '--tier', 'model');
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('right 2 of 2') });
    expect(first.stderr).toContain('3 requests in');
    const path = join(root, 'specs/inn.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace(HINT, 'Name another one.'));
    expect(haft(root, 'eval', '--tier', 'model')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('right 1 of 2'),
    });
  });

  test('no other tier judges them', () => {
    expect(haft(project(), 'eval').stdout).toContain('not judged 2');
  });
});
