/** Suggestions: what they are made from, how they are measured, and that nothing is written into the score of its own case. */
import { describe, expect, test } from 'vitest';
import { settingsOf } from '../../compiler/check/settings.ts';
import type { Outcome } from '../../compiler/choose/judge.ts';
import { confusionsIn, proposalsFor } from '../../compiler/choose/suggest/propose.ts';
import { choiceRun, runOffline } from '../../compiler/choose/suite.ts';
import type { ChoiceRun } from '../../compiler/choose/suite.ts';
import type { Suggestions } from '../../compiler/choose/suggest/suggestion.ts';
import { allChoices } from '../../compiler/evals/choice.ts';
import { offlineBench } from '../../compiler/cli/eval/offline-bench.ts';
import { suggestFor } from '../../compiler/cli/eval/suggest.ts';
import type { Bench, Measured } from '../../compiler/cli/eval/suggest.ts';
import { compile } from '../../compiler/compile.ts';
import { applyEdits } from '../../compiler/load/apply-edits.ts';

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
const MOULD = ['is there mould in the room below the roof', 'will mould grow in the kitchen'].map(
  (one) => `query: ${one}`,
);
const warm = (...more: readonly string[]): string =>
  tool('get_temperature', WARM, ['query: which room is the warmest', ...more]);
const damp = (cases: readonly string[], description = DAMP): string => tool('get_humidity', description, cases);

function start(...tools: readonly string[]): Measured {
  const text = `kind: server\nname: home\nversion: 1.0.0\nsummary: Measures a house.\ntools:${tools.join('')}\n`;
  const specs = [{ path: 'specs/home.yaml', text }];
  const { value: compiled, diagnostics } = compile(specs);
  if (!compiled) throw new Error(JSON.stringify(diagnostics));
  const runs = runOffline(allChoices(compiled.plan, []), compiled.plan.skills);
  return { specs, compiled, diagnostics, runs };
}

function benchOf(measured: Measured): Bench {
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
    const again = compile([{ path, text: edited }]);
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

test('a request that is an example of its tool leaves the score', () => {
  const listed = DAMP.replace('Is the air damp?', '"Is there MOULD in the room below the roof?"');
  expect(right(start(warm(), damp(MOULD, listed)))).toBe('1/2');
  const [run] = start(warm(), damp(MOULD, listed)).runs;
  expect(run?.figures.notJudged).toHaveLength(1);
});

describe('a parameter that a model fills with another value', () => {
  const judged = (wrong: readonly string[]): Outcome => {
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
