/** Records of evals: what makes one valid, what makes a choice stale, and what a file of results must hold. */
import { describe, expect, test } from 'vitest';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import * as fc from 'fast-check';
import { groupBy } from '../compiler/base/groups.ts';
import { planEval } from '../compiler/plan/eval.ts';
import { type ChoiceCase, allChoices, choicesOf, withCases } from '../compiler/versions/receipts/choice.ts';
import { makeRecord, readResults } from '../compiler/features/evals/records/make-record.ts';
import { NO_RECORDS, readRecords, recordsText, withRecord } from '../compiler/versions/receipts/record.ts';
import type { EvalRecords, Score } from '../compiler/versions/receipts/record.ts';
import { staleChoices } from '../compiler/versions/receipts/stale.ts';
import type { Plan } from '../compiler/plan/model.ts';
import { RUN, evalResults } from './support/eval-results.ts';
import { TEXT } from './support/released.ts';

const SKILL = `kind: skill
name: tell-time
version: 1.0.0
description: { does: Tells the time., when: the user asks how late it is, triggers: [tell the time, how late is it], not_for: [{ case: setting clocks }] }
context: One clock.
steps: [Ask the clock.]
never: [Guess]
evals: [{ input: how late is it, expected_behavior: [Tells it] }, { input: tell me the time, expected_behavior: [Tells it] }, { input: set the clock, should_trigger: false }]
`;
const TODAY = '2026-11-21';
const GATE = { tool: 0.9, offline: false };
const EDITED = TEXT.replace('of the computer.', 'of the computer!');

function planOf(...texts: readonly string[]): Plan {
  const { value, diagnostics } = planSpecs(texts.map((text, index) => ({ path: `specs/${index}.yaml`, text })));
  if (!value) throw new Error(JSON.stringify(diagnostics));
  return value.plan;
}

const [RELEASED, CURRENT] = [planOf(TEXT), planOf(EDITED)];

function recorded(results: object, plan = CURRENT, known: EvalRecords = NO_RECORDS): EvalRecords {
  const read = readResults(results, choicesOf(plan), TODAY);
  if ('problem' in read) throw new Error(read.problem);
  return read.records.reduce(withRecord, known);
}

const problems = (records: EvalRecords, gate = GATE, before = RELEASED, after = CURRENT): string[] =>
  staleChoices(before, after, { records, gate, choices: [] }, TODAY).map(({ problem }) => problem);

describe('a choice', () => {
  test('whose texts changed since the release needs a record', () => {
    const [stale] = staleChoices(RELEASED, CURRENT, { records: NO_RECORDS, gate: GATE, choices: [] }, TODAY);
    expect(stale).toMatchObject({
      kind: 'server',
      name: 'clock',
      tools: ['get_time', 'list_trains'],
      cases: 10,
      because: ['get_time'],
      problem: 'No results are recorded.',
    });
  });

  test('that is new, did not change or has no cases needs none', () => {
    expect(problems(NO_RECORDS, GATE, RELEASED, RELEASED)).toEqual([]);
    expect(problems(NO_RECORDS, GATE, planOf(), CURRENT)).toEqual([]);
    const bare = EDITED.replaceAll(/^ {4}evals:\n(?: {6}- .*\n)*/gm, '');
    expect(bare).not.toBe(EDITED);
    expect(problems(NO_RECORDS, GATE, RELEASED, planOf(bare))).toEqual([]);
  });

  test('that was tested stays tested only for the same texts and cases', () => {
    const records = recorded(evalResults(TEXT), RELEASED);
    expect(problems(records, GATE, RELEASED, RELEASED)).toEqual([]);
    expect(problems(records)).toEqual([expect.stringContaining('are for other descriptions')]);
    // Released as it is: the release has not tested it.
    expect(problems(records, GATE, CURRENT, CURRENT)).toEqual([expect.stringContaining('are for other descriptions')]);
    const other = planOf(TEXT.replace('show me trains', 'show me all trains'));
    expect(problems(records, GATE, RELEASED, other)).toEqual([expect.stringContaining('are for other cases')]);
  });

  test('of a skill is its name and description, and its cases', () => {
    const edited = SKILL.replace('Tells the time.', 'Tells the time!');
    const [before, after] = [planOf(SKILL), planOf(edited)];
    expect(problems(NO_RECORDS, GATE, before, after)).toEqual(['No results are recorded.']);
    expect(problems(recorded(evalResults(edited), after), GATE, before, after)).toEqual([]);
    // The body is read after the choice.
    expect(problems(NO_RECORDS, GATE, before, planOf(SKILL.replace('One clock', 'Two clocks')))).toEqual([]);
  });
});

describe('a record', () => {
  test('is valid when all cases ran with a model and the pass mark is held', () => {
    expect(problems(recorded(evalResults(EDITED)))).toEqual([]);
  });

  test.each([
    ['0 of all cases', () => false, {}, 'failed: 0 of 10 passed, and the pass mark is 90 %.'],
    ['one tool', ({ owner }: { owner: string }) => owner !== 'get_time', {}, 'failed: 5 of 10 passed'],
    ['no model', () => true, { tier: 'offline' }, 'are of the tier offline, which does not count.'],
  ])('of %s counts as stale', (_name, passes, more, says) => {
    expect(problems(recorded(evalResults(EDITED, passes, more)))).toEqual([expect.stringContaining(says)]);
  });

  test('fails where one tool does, however well the others do', () => {
    const records = recorded(evalResults(EDITED, ({ owner }) => owner !== 'get_time'));
    expect(problems(records, { ...GATE, tool: 0.4 })).toEqual([
      'The results of "any" of 2026-11-20 failed: only 0 of 5 passed for "get_time".',
    ]);
  });

  test('of the tier offline counts where the project has no model', () => {
    const records = recorded(evalResults(EDITED, () => true, { tier: 'offline' }));
    expect(problems(records, { ...GATE, offline: true })).toEqual([]);
  });

  test.each<[string, EvalRecords, string, RegExp]>([
    ['no results', NO_RECORDS, 'must be run', /^Run the evals, and record the results: `haft eval clock --record`$/],
    [
      'results of other texts',
      recorded(
        evalResults(TEXT, () => true, { tier: 'offline' }),
        RELEASED,
      ),
      'are stale',
      /^Run the evals/,
    ],
    [
      'results that failed',
      recorded(evalResults(EDITED, () => false, { tier: 'offline' })),
      'do not pass',
      /^Correct the descriptions or the cases that fail \(`haft eval clock --suggest`\)/,
    ],
  ])('with %s: the sentence and the step are those of its state', (_name, records, state, step) => {
    const evidence = { records, gate: { ...GATE, offline: true }, choices: [] };
    expect(staleChoices(RELEASED, CURRENT, evidence, TODAY)).toMatchObject([
      { state: `The evals of server "clock" ${state}`, next: expect.stringMatching(step) },
    ]);
  });

  test('of one of several models: the step names the model that has none', () => {
    const names = new Map([
      ['small', 'local'],
      ['any', "the other's"],
    ]);
    const gate = { ...GATE, models: [...names.keys()], names };
    const stepOf = (results: object[]): string[] => {
      const evidence = { records: recorded({ results }), gate, choices: [] };
      return staleChoices(RELEASED, CURRENT, evidence, TODAY).map(({ next }) => next);
    };
    const small = evalResults(EDITED, () => true, { model: 'small' }).results;
    expect(stepOf(small)).toEqual([expect.stringContaining('`haft eval clock --tier model --model local --record`')]);
    const ran = recorded({ results: small }).records.map((one) => ({ ...one, reported: false }));
    const evidence = { records: { records: ran, former: [] }, gate, choices: [] };
    expect(staleChoices(RELEASED, CURRENT, evidence, TODAY)[0]?.next).toContain(
      "`haft eval clock --tier model --model 'the other'\\''s' --record`",
    );
  });

  test('of one model is enough, and each model keeps its own', () => {
    const failed = recorded(evalResults(EDITED, () => false, { model: 'small' }));
    const both = recorded(evalResults(EDITED), CURRENT, failed);
    expect(both.records.map(({ model }) => model)).toEqual(['small', 'any']);
    expect(problems(both)).toEqual([]);
    expect(recorded(evalResults(EDITED), CURRENT, both).records).toHaveLength(2);
  });

  test('reads as it was written, one line a case', () => {
    const records = recorded(evalResults(EDITED, () => true, { tier: 'agent', engine: 'e', seeds: [1, 2] }));
    const text = recordsText(records);
    expect(readRecords(JSON.parse(text))).toEqual({ records });
    expect(text).toContain('"score": "10/10"');
    expect(text).toContain('"get_time": "5/5"');
  });

  test.each<[string, (text: string) => string, RegExp]>([
    ['a day that does not exist', (text) => text.replace('2026-11-20', '2026-02-30'), /date is not a date/],
    ['no model', (text) => text.replace('"any"', '" "'), /model is not a name/],
    ['more passed than run', (text) => text.replace('"10/10"', '"11/10"'), /score is not a score/],
    ['sums that do not add up', (text) => text.replace('"10/10"', '"9/10"'), /do not add up/],
    ['an unknown format', (text) => text.replace(/"recordVersion": \d+/, '"recordVersion": 99'), /by a newer Haft/],
  ])('with %s is rejected', (_name, edit, says) => {
    const text = recordsText(recorded(evalResults(EDITED)));
    expect(readRecords(JSON.parse(edit(text)))).toMatchObject({ problem: expect.stringMatching(says) });
  });

  test('in the future counts as stale', () => {
    const records = recorded(evalResults(EDITED));
    const [stale] = staleChoices(RELEASED, CURRENT, { records, gate: GATE, choices: [] }, '2026-11-19');
    expect(stale?.problem).toContain('which is in the future');
  });

  test('of the former format counts as stale, until there is another', () => {
    const read = readRecords({ recordVersion: 1, results: { 'clock/get_time': { passed: 5, total: 5 } } });
    const records = 'records' in read ? read.records : NO_RECORDS;
    expect(problems(records, GATE, CURRENT, CURRENT)).toEqual([expect.stringContaining('former format')]);
    expect(problems(recorded(evalResults(EDITED), CURRENT, records), GATE, CURRENT, CURRENT)).toEqual([]);
  });
});

const CASES = fc.array(
  fc.record(
    {
      id: fc.constantFrom('a', 'b', 'constructor', '0123456789abcdef'),
      query: fc.constantFrom('what time is it', 'how late is it', 'any trains'),
      expect: fc.constantFrom('none', 'ask'),
    },
    { requiredKeys: ['query'] },
  ),
  { minLength: 1, maxLength: 4 },
);

function withEvals(text: string, evals: readonly (readonly object[])[]): string {
  let tool = 0;
  return text.replaceAll(/^    evals:\n(?: {6}.*\n)+/gm, () => `    evals: ${JSON.stringify(evals[tool++])}\n`);
}

test('whatever cases there are: an id that is used twice is an error, and what is recorded is read back', () => {
  const scores = fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { minLength: 40, maxLength: 40 });
  fc.assert(
    fc.property(CASES, CASES, CASES, scores, (first, second, own, results) => {
      const ids = [...first, ...second].flatMap(({ id }) => id ?? []);
      const text = withEvals(TEXT, [first, second]);
      const { value, diagnostics } = planSpecs([{ path: 'specs/a.yaml', text }]);
      const isUnique = new Set(ids).size === ids.length;
      expect(diagnostics.some(({ code }) => code === 'eval/id-unique')).toBe(!isUnique);
      expect(value === undefined).toBe(!isUnique);
      const evals = own.map((one) => planEval(one, 'get_time'));
      const together = [{ name: 'all', servers: ['clock'], skills: [], evals }];
      for (const choice of value ? allChoices(value.plan, together) : []) {
        const judged = choice.cases.map(({ id }, at): [string, Score] => {
          const [passed = 0, more = 0] = results[at] ?? [];
          return [id, { passed, n: passed + more }];
        });
        const made = makeRecord(choice, { ...RUN, tier: 'model' }, new Map(judged));
        if ('problem' in made) expect(made.problem).toContain('have the same id');
        else {
          const records = withRecord(NO_RECORDS, made.record);
          expect(readRecords(JSON.parse(recordsText(records)))).toEqual({ records });
        }
        expect('problem' in made).toBe(choice.name === 'all' && isClash(choice.cases));
      }
    }),
  );
});

function isClash(cases: readonly ChoiceCase[]): boolean {
  return [...groupBy(cases, ({ id }) => id).values()].some((same) => new Set(same.map(({ mark }) => mark)).size > 1);
}

test('an id that is the hash of another case is recorded as neither', () => {
  const [choice] = choicesOf(planOf(TEXT));
  const [one, other, ...rest] = choice?.cases ?? [];
  if (!choice || !one || !other) throw new Error('two cases');
  const named = withCases(choice, [one, { ...other, id: one.id }, ...rest]);
  const scores = new Map(named.cases.map(({ id }) => [id, { passed: 1, n: 1 }]));
  expect(makeRecord(named, { ...RUN, tier: 'model' }, scores)).toMatchObject({
    problem: expect.stringMatching(/^".+" and ".+" have the same id "[0-9a-f]{16}"$/),
    hint: 'Give each case an `id` of its own.',
  });
});

test('a record holds as many trials as are read again', () => {
  const most = evalResults(TEXT, () => true);
  const withTrials = (n: number): object =>
    JSON.parse(JSON.stringify(most).replaceAll('"passed":true', `"passed":1,"n":${n}`));
  expect(readRecords(JSON.parse(recordsText(recorded(withTrials(99_999_999), RELEASED))))).toHaveProperty('records');
  for (const n of [100_000_000, 1e21])
    expect(readResults(withTrials(n), choicesOf(RELEASED), TODAY)).toMatchObject({
      problem: expect.stringContaining('trials are more than a record holds'),
    });
});

test.each<[string, object, RegExp]>([
  ['nothing', {}, /it has no "results"/],
  ['one model twice', { results: [1, 2].flatMap(() => evalResults(EDITED).results) }, /has more than one result for/],
  ['no result', { results: [] }, /"results" is empty/],
  ['neither server nor skill', { results: [{ ...RUN, cases: [] }] }, /must have one of `server`, `skill` and `choice`/],
  ['an unknown server', { results: [{ ...RUN, server: 'clok', cases: [] }] }, /server "clok" does not exist/],
  ['no model', { results: [{ ...RUN, model: '', server: 'clock', cases: [] }] }, /is not the name of a model/],
  ['a day to come', { results: [{ ...RUN, date: '2026-11-22', server: 'clock', cases: [] }] }, /is in the future/],
  ['no such day', { results: [{ ...RUN, date: '2026-99-99', server: 'clock', cases: [] }] }, /is not a date/],
  ['a case left out', { results: [{ ...RUN, server: 'clock', cases: [] }] }, /10 of 10 cases have no result/],
  ['another hash', { results: [{ ...RUN, server: 'clock', hash: '00', cases: [] }] }, /is outdated: it has hash 00/],
  [
    'an unknown case',
    { results: [{ ...RUN, server: 'clock', cases: [{ query: 'x', passed: true }] }] },
    /a case "x", which does not exist/,
  ],
  [
    'more passed than run',
    { results: [{ ...RUN, server: 'clock', cases: [{ query: 'show me trains', passed: 3, n: 2 }] }] },
    /more passed trials than trials/,
  ],
  [
    'no trial',
    { results: [{ ...RUN, server: 'clock', cases: [{ query: 'show me trains', passed: 0, n: 0 }] }] },
    /has no trial for "show me trains": `n` must be at least 1/,
  ],
])('results with %s are rejected', (_name, results, says) => {
  expect(readResults(results, choicesOf(CURRENT), TODAY)).toMatchObject({ problem: expect.stringMatching(says) });
});
