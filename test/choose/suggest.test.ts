/** Suggestions: what they are made from, how they are measured, and that nothing is written into the score of its own case. */
import { describe, expect, test } from 'vitest';
import { settingsOf } from '../../compiler/check/settings.ts';
import type { CaseOutcome } from '../../compiler/features/evals/judge/judge.ts';
import {
  type EvalBench,
  type Measured,
  confusionsIn,
  proposalsFor,
  suggestFor,
} from '../../compiler/features/evals/run/suggest.ts';
import { choiceRun, runOffline } from '../../compiler/features/evals/figures/suite.ts';
import type { ChoiceRun } from '../../compiler/features/evals/figures/suite.ts';
import type { Suggestions } from '../../compiler/features/evals/suggest/suggestion.ts';
import { allChoices } from '../../compiler/versions/receipts/choice.ts';
import { offlineBench } from '../../compiler/features/evals/run/suggest-edits.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { applyEdits } from '../../compiler/spec/yaml/apply-edits.ts';
import { gainText } from '../../compiler/features/evals/report/suggestions.ts';

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

function start(...tools: readonly string[]): Measured {
  const text = `kind: server\nname: home\nversion: 1.0.0\nsummary: Measures a house.\ntools:${tools.join('')}\n`;
  const specs = [{ path: 'specs/home.yaml', text }];
  const { value: compiled, diagnostics } = planSpecs(specs);
  if (!compiled) throw new Error(JSON.stringify(diagnostics));
  const runs = runOffline(allChoices(compiled.plan, []), compiled.plan.skills);
  return { specs, compiled, diagnostics, runs };
}

function benchOf(measured: Measured): EvalBench {
  const project = { root: '', specs: '', out: '', settings: settingsOf({}) };
  return offlineBench(project, {}, measured.runs);
}

const suggest = (measured: Measured): Promise<Suggestions> => suggestFor(measured, benchOf(measured));
const right = ({ runs }: Measured): string =>
  runs.map(({ figures: { rightTool } }) => `${rightTool.passed}/${rightTool.total}`).join(' ');

describe('a suggestion', () => {
  test('is measured on the cases that it was not made from, and its text makes them right', async () => {
    const measured = start(warm(), damp(MOULD));
    expect(right(measured)).toBe('1/3');
    const { list } = await suggest(measured);
    expect(list[0]).toMatchObject({ kind: 'when', expected: 'get_humidity', from: [expect.any(String)] });
    expect(list[0]?.gain).toMatchObject({ won: [expect.stringContaining('server/home#')], lost: [], cases: 2 });
    expect(list[0]?.gain.won.some((key) => key.endsWith(list[0]?.from[0] ?? ''))).toBe(false);
    const { path = '', text = '' } = measured.specs[0] ?? {};
    const edited = applyEdits(text, list[0]?.fix.edits ?? []);
    const again = planSpecs([{ path, text: edited }]);
    expect(again.value && runOffline(allChoices(again.value.plan, []), [])[0]?.figures.rightTool.passed).toBe(3);
    expect(list[0]?.span).toEqual(measured.compiled.spec.tools[1]?.at(['description', 'when']));
  });

  test('that only its own case shows is unproven', async () => {
    const { list } = await suggest(start(warm(), damp(['query: is there mould in the room'])));
    expect(list.map(({ gain }) => [gain.won.length, gain.own])).toEqual([[0, true]]);
  });

  test('is dropped where it breaks a case', async () => {
    const broken = await suggest(start(warm('query: mould by room'), damp(['query: is there mould in the room'])));
    expect(broken.breaking).toBeGreaterThan(0);
    expect(broken.list.every(({ gain }) => gain.lost.length === 0)).toBe(true);
  });

  test('is none where every case is right, or nothing can be judged', async () => {
    expect(await suggest(start(warm(), damp(['query: how damp is it'])))).toMatchObject({ list: [], tried: 0 });
    expect(await suggest(start(warm(), damp(['query: sing a song, expect: none'])))).toMatchObject({ list: [] });
  });

  test('has the same id each time', async () => {
    const ids = async (): Promise<string[]> => (await suggest(start(warm(), damp(MOULD)))).list.map(({ id }) => id);
    expect(await ids()).toEqual(await ids());
    expect((await ids())[0]).toMatch(/^when-[\da-f]{6}$/);
  });

  test('is not measured where the budget is over', async () => {
    const measured = start(warm(), damp(MOULD));
    const { list, unmeasured } = await suggestFor(measured, {
      ...benchOf(measured),
      measure: () => Promise.resolve(undefined),
    });
    expect(list).toEqual([]);
    expect(unmeasured).toBeGreaterThan(3);
  });
});

describe('a call that nothing needed', () => {
  const SONGS = ['a lullaby', 'a shanty'].map((what) => `query: compose ${what} with a chorus, expect: none`);

  /** A model that always calls the first tool, but where its limits have a word of the request or of asking. */
  const runsOf = ({ plan }: Measured['compiled']): readonly ChoiceRun[] =>
    allChoices(plan, []).map((choice) =>
      choiceRun(choice, ({ test: { query, expect: wanted } }) => {
        const tool = choice.servers[0]?.tools.find(({ name }) => name === 'get_humidity');
        const limits = tool?.description.parts.find(({ part }) => part === 'limits')?.text ?? '';
        const isNamed = query.split(' ').some((word) => limits.includes(` ${word}`)) || limits.includes('cannot guess');
        const isKept = typeof wanted !== 'string' && isNamed;
        const called = isKept ? undefined : typeof wanted === 'string' ? wanted : 'get_humidity';
        return [{ kind: 'judged', right: typeof wanted === 'string' ? called === wanted : isKept, called }];
      }),
    );
  const needless = async (...cases: readonly string[]): Promise<Suggestions> => {
    const measured = start(warm(), damp(cases));
    const runs = runsOf(measured.compiled);
    const bench = benchOf(measured);
    const measure: EvalBench['measure'] = (_choices, compiled) => Promise.resolve(runsOf(compiled));
    return suggestFor({ ...measured, runs }, { ...bench, measure });
  };

  test('leads to a limit of the tool, measured on the other cases', async () => {
    const { list } = await needless('query: how damp is it', ...SONGS);
    expect(list).toHaveLength(1);
    const [one] = list;
    expect(one).toMatchObject({
      kind: 'limits',
      expected: undefined,
      chosen: 'get_humidity',
      path: ['description', 'limits'],
    });
    expect(one?.title).toBe('State in "get_humidity": not for requests that mention chorus.');
    expect(one?.gain).toMatchObject({ won: [expect.any(String)], lost: [] });
    expect(one && gainText(one)).toBe('1 of 3 other cases becomes right, none breaks.');
  });

  test('is no call of another tool: no `instead`, `when` or example is tried', async () => {
    const { list, tried } = await needless(SONGS[0] ?? '');
    expect(list.map(({ kind }) => kind)).toEqual(['limits']);
    expect(list[0] && gainText(list[0])).toBe(
      'Unproven: it makes the case right that it was made from, and no other case shows that it helps. Of the other case, none breaks.',
    );
    expect(tried).toBeGreaterThan(1);
  });

  test('in place of a question says what the user has to give', async () => {
    const required = tool('get_humidity', DAMP, ['query: how damp, expect: ask'], ROOM).replace(
      'effects:',
      'required: [room]\n    effects:',
    );
    const measured = start(warm(), required);
    const measure: EvalBench['measure'] = (_choices, compiled) => Promise.resolve(runsOf(compiled));
    const { list } = await suggestFor(
      { ...measured, runs: runsOf(measured.compiled) },
      { ...benchOf(measured), measure },
    );
    expect(list.map(({ title }) => title)).toEqual([
      'State in "get_humidity": cannot guess room, which the user has to give.',
    ]);
  });
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
