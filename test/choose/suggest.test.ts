/** Suggestions: what they are made from, how they are measured, and that nothing is written into the score of its own case. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CaseOutcome } from '../../compiler/features/evals/judge/judge.ts';
import {
  type MeasuredSpecs,
  confusionsIn,
  proposalsFor,
  suggestFor,
} from '../../compiler/features/evals/run/suggest.ts';
import { choiceRun, runOffline } from '../../compiler/features/evals/figures/suite.ts';
import type { ChoiceRun } from '../../compiler/features/evals/figures/suite.ts';
import { separationsOf, writerConversation, writtenCase } from '../../compiler/features/evals/suggest/separation.ts';
import { type Suggestions, isProven } from '../../compiler/features/evals/suggest/suggestion.ts';
import { type Choice, allChoices } from '../../compiler/versions/receipts/choice.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { applyEdits } from '../../compiler/spec/yaml/apply-edits.ts';
import { gainText } from '../../compiler/features/evals/report/suggestions.ts';
import { runs } from '../support/runs.ts';
import { type Model, modelBench, modelMeasured } from '../support/suggest-bench.ts';

const NO_TOKENS = { input: 0, output: 0, cached: 0 };

const tool = (name: string, description: string, cases: readonly string[], parameters = ''): string => `
  - name: ${name}
    description: { ${description} }
    effects: read
    handler: handlers.ts
    parameters: { ${parameters === '' ? 'room: { type: string, default: kitchen, description: Name of the room. }' : parameters} }
    evals:${cases.map((one) => `\n      - { ${one} }`).join('')}`;

const WARM =
  'does: Measures how warm a room is., when: the user asks about a room, examples: [How warm is the kitchen?]';
const DAMP = 'does: Measures how damp a room is., when: the user asks about moisture, examples: [Is the air damp?]';
const ROOM = 'room: { type: string, description: Name of the room. }';
const MOULD = ['is there mould in the room below the roof', 'will mould grow in the kitchen'].map(
  (one) => `query: ${one}`,
);
const warm = (...more: readonly string[]): string =>
  tool('get_temperature', WARM, ['query: which room is the warmest', ...more]);
const damp = (cases: readonly string[], description = DAMP): string => tool('get_humidity', description, cases);

function start(...tools: readonly string[]): MeasuredSpecs {
  const text = `kind: server\nname: home\nversion: 1.0.0\nsummary: Measures a house.\ntools:${tools.join('')}\n`;
  const specs = [{ path: 'specs/home.yaml', text }];
  const { value: compiled, diagnostics } = planSpecs(specs);
  if (!compiled) throw new Error(JSON.stringify(diagnostics));
  const runs = runOffline(allChoices(compiled.plan, []), compiled.plan.skills);
  return { specs, compiled, diagnostics, runs };
}

const right = ({ runs }: MeasuredSpecs): string =>
  runs.map(({ figures: { rightTool } }) => `${rightTool.passed}/${rightTool.total}`).join(' ');

const textOf = (choice: Choice, name: string): string =>
  choice.servers[0]?.tools.find((one) => one.name === name)?.description.text ?? '';

/** Takes whatever it does not understand for warmth; a clause about moisture or mould in the text teaches it. */
const model: Model = (request, choice) => {
  const isTaught = /use get_humidity/.test(textOf(choice, 'get_temperature'));
  return /mould/.test(request) && isTaught ? 'get_humidity' : 'get_temperature';
};
const suggest = (measured: MeasuredSpecs, clause?: string): Promise<Suggestions> =>
  suggestFor(modelMeasured(measured, model), modelBench(model, clause));

describe('a sentence of a model that separates two tools', () => {
  test('is measured on the cases that the model did not see, and its text makes them right', async () => {
    const measured = start(warm(), damp(MOULD));
    const { list } = await suggest(measured, 'the user asks about moisture');
    expect(list[0]).toMatchObject({ kind: 'instead', expected: 'get_humidity', chosen: 'get_temperature' });
    const { gain, from = [], fix, id } = list[0] ?? expect.unreachable();
    expect(gain).toMatchObject({ won: [expect.stringContaining('server/home#')], lost: [], own: true });
    expect(gain.apart).toEqual(gain.won);
    expect(gain.won.some((key) => key.endsWith(from[0] ?? ''))).toBe(false);
    expect(id).toMatch(/^instead-[\da-f]{6}$/);
    const { text = '' } = measured.specs[0] ?? {};
    expect(applyEdits(text, fix.edits)).toContain('case: the user asks about moisture');
    expect((await suggest(measured, 'the user asks about moisture')).list.map((one) => one.id)).toEqual([id]);
  });

  test.each([
    ['only its own case shows it', ['query: is there mould in the room'], 'the user asks about moisture', 0],
    ['only cases with its words show it', MOULD, 'the user sees mould', 1],
  ])('is unproven where %s', async (_what, cases, clause, won) => {
    const { list } = await suggest(start(warm(), damp(cases)), clause);
    const own = list.filter(({ kind }) => kind === 'instead');
    expect(own.map(({ gain }) => [gain.won.length, gain.apart])).toEqual([[won, []]]);
    expect(own.every((one) => !isProven(one) && gainText(one).startsWith('Unproven: '))).toBe(true);
  });

  test('is dropped where it breaks a case', async () => {
    const broken = await suggest(start(warm('query: is the mould warm'), damp(MOULD)), 'the user asks about moisture');
    expect(broken.breaking).toBeGreaterThan(0);
    expect(broken.list.every(({ gain }) => gain.lost.length === 0)).toBe(true);
  });

  test('is none where every case is right', async () => {
    expect(await suggest(start(warm(), damp(['query: sing, expect: none'])))).toMatchObject({ separations: [] });
  });

  test('is not measured where the budget is over', async () => {
    const measured = modelMeasured(start(warm(), damp(MOULD)), model);
    const bench = { ...modelBench(model, 'the user asks about moisture'), measure: () => Promise.resolve(undefined) };
    const { list, unmeasured } = await suggestFor(measured, bench);
    expect(list).toEqual([]);
    expect(unmeasured).toBe(1);
  });
});

test('the two groups of requests are shown for each confused pair', () => {
  expect(separationsOf(start(warm(), damp(MOULD)).runs)).toEqual([
    {
      choice: 'server/home',
      expected: 'get_humidity',
      chosen: 'get_temperature',
      confused: ['is there mould in the room below the roof', 'will mould grow in the kitchen'],
      own: ['which room is the warmest'],
    },
  ]);
});

describe('what a model writes', () => {
  const CASES = [
    'query: is the Grand Whale dry, arguments: { room: zanzibar }',
    'query: ask Hinton for mould in the zanzibar room, arguments: { room: zanzibar }',
  ];
  const [run] = modelMeasured(start(warm(), damp(CASES)), model).runs;
  if (!run) throw new Error('There is no run.');
  const written = (clause: string): string | undefined =>
    writtenCase({ kind: 'call', name: 'state_case', arguments: { case: clause }, later: [], tokens: NO_TOKENS }, run);

  test.each(['the user asks about moisture', 'it is about how damp the room is', 'the user wants to change it.'])(
    '%j may stand in a description',
    (clause) => {
      expect(written(clause)).toBe(clause.replace(/\.$/, ''));
    },
  );

  test('never has a name, a value of a case, or words of grammar alone', () => {
    const PLAIN = fc.constantFrom('the', 'user', 'asks', 'about', 'moisture', 'of', 'a', 'room');
    const PRIVATE = fc.constantFrom(
      'Whale',
      'whale',
      'whales',
      'Hinton',
      'hinton',
      'zanzibar',
      'Zanzibar',
      'grand',
      '4711',
      '{x}',
      '"x"',
      '<y>',
    );
    const MIXED = fc
      .tuple(fc.array(PLAIN, { minLength: 1, maxLength: 5 }), PRIVATE, fc.array(PLAIN, { maxLength: 5 }))
      .map(([before, one, after]) => [...before, one, ...after].join(' '));
    const EMPTY = fc
      .array(fc.constantFrom('the', 'of', 'if', 'it', 'is', 'a', 'to'), { maxLength: 8 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.oneof(MIXED, EMPTY), (clause) => {
        expect(written(clause)).toBeUndefined();
      }),
      { numRuns: runs(10_000) },
    );
  });

  test('is asked for with the requests of both', () => {
    const [confusion] = confusionsIn(run, []);
    const { request } = confusion ? writerConversation(confusion, confusion.cases.slice(0, 1)) : expect.unreachable();
    expect(request).toContain('- which room is the warmest');
    expect(request).toContain('- is the Grand Whale dry');
    expect(request).not.toContain('Hinton');
  });
});

test('a call in place of a question says what the user has to give', async () => {
  const required = tool('get_humidity', DAMP, ['query: how damp, expect: ask'], ROOM).replace(
    'effects:',
    'required: [room]\n    effects:',
  );
  const asks: Model = (request, choice) =>
    request === 'how damp' && !textOf(choice, 'get_humidity').includes('cannot guess') ? 'get_humidity' : undefined;
  const measured = modelMeasured(start(warm(), required), asks);
  const { list } = await suggestFor(measured, modelBench(asks));
  expect(list.map(({ title }) => title)).not.toEqual([]);
  expect(list[0]?.title).toBe('State in "get_humidity": cannot guess room, which the user has to give.');
});

test('a request that is an example of its tool leaves the score', () => {
  const listed = DAMP.replace('Is the air damp?', '"Is there MOULD in the room below the roof?"');
  expect(right(start(warm(), damp(MOULD, listed)))).toBe('1/2');
  const [run] = start(warm(), damp(MOULD, listed)).runs;
  expect(run?.figures.notJudged).toHaveLength(1);
});

describe('a parameter that a model fills with another value', () => {
  const judged = (wrong: readonly string[]): CaseOutcome => {
    return { kind: 'judged', right: true, called: 'list_days', arguments: { wrong, extra: [] } };
  };
  const proposals = (cases: readonly string[], parameters: string): readonly string[] => {
    const days = tool(
      'list_days',
      'does: Lists what is planned in a calendar., when: the user asks for plans, examples: [What is planned?]',
      cases,
      parameters,
    );
    const { runs, compiled } = start(warm(), days);
    const { choice } = runs[0] ?? expect.unreachable();
    const run: ChoiceRun = choiceRun(choice, ({ test: { arguments: args } }) => [judged(Object.keys(args ?? {}))]);
    return confusionsIn(run, compiled.plan.skills)
      .flatMap(proposalsFor)
      .map(({ title }) => title);
  };

  test('gets its format', () => {
    const parameters = 'day: { type: string, default: today, description: Which date the plans are for. }';
    expect(proposals(['query: what was on New Year, arguments: { day: 2026-01-01 }'], parameters)).toEqual([
      'Add to the description of parameter "day" of "list_days": Format: YYYY-MM-DD.',
    ]);
  });

  test('gets its values where they are few', () => {
    const parameters = 'kind: { type: string, default: all, description: Which plans are wanted. }';
    const cases = ['open', 'shut', 'open'].map(
      (kind, index) => `query: days ${index} of some kind, arguments: { kind: ${kind} }`,
    );
    expect(proposals(cases, parameters)).toEqual([
      'Add to the description of parameter "kind" of "list_days": One of: open, shut.',
    ]);
  });
});
