/** The gate of evals, way by way: whatever is deleted, weakened or asked of another model, a release is refused or has a reason. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { judge } from '../compiler/versions/policy/index.ts';
import { evalsFewer, evalsMissing, evalsStale } from '../compiler/versions/policy/evals.ts';
import { allChoices } from '../compiler/versions/receipts/choice.ts';
import type { ChoiceCase } from '../compiler/versions/receipts/choice.ts';
import { makeRecord } from '../compiler/features/evals/records/make-record.ts';
import type { EvalRecord } from '../compiler/versions/receipts/record.ts';
import type { Plan, PlannedChoice, ReleasedEvals } from '../compiler/plan/model.ts';
import { everyNth, runs } from './support/runs.ts';
import { TEXT } from './support/released.ts';

const EDITED = TEXT.replace('of the computer.', 'of the computer!').replace(
  'the user wants to travel',
  'the user travels',
);
const TODAY = '2026-11-21';

const PLANS = new Map<string, Plan>();

function planOf(text: string): Plan {
  const known = PLANS.get(text) ?? compiled(text);
  PLANS.set(text, known);
  return known;
}

function compiled(text: string): Plan {
  const { value, diagnostics } = planSpecs([{ path: 'specs/clock.yaml', text }]);
  if (!value) throw new Error(JSON.stringify(diagnostics));
  return value.plan;
}

interface State {
  /** The specs now, with other words than those of the release. */
  readonly text?: string;
  readonly before?: string;
  readonly records?: readonly EvalRecord[];
  /** Of haft.yaml. */
  readonly models?: readonly string[];
  readonly offline?: boolean;
  readonly choices?: readonly PlannedChoice[];
  /** What the contract says of evals. */
  readonly released?: ReleasedEvals;
}

/** Rule and sentence of everything that stops the release. */
function refusals({
  text = EDITED,
  before = TEXT,
  records = [],
  models = [],
  offline = false,
  choices = [],
  released,
}: State): string[] {
  const evals = { records: { records, former: [] }, gate: { tool: 0.9, offline, models }, choices };
  const dates = { today: TODAY, periodDays: 90, evals };
  const rules = [evalsStale, evalsFewer, evalsMissing];
  const baseline = { ...planOf(before), ...(released && { evals: released }) };
  return judge(baseline, planOf(text), [], dates, rules).flatMap(({ kind, level, after }) =>
    level === 'breaking' ? [`${kind} ${String(after)}`] : [],
  );
}

/** The results of a model for the cases of these texts. */
function ran(
  model: string,
  passes: (one: ChoiceCase) => boolean,
  state: State = {},
  tier: EvalRecord['tier'] = 'model',
): EvalRecord[] {
  const choices = allChoices(planOf(state.text ?? EDITED), state.choices ?? []);
  return choices.flatMap((choice) => {
    if (choice.cases.length === 0) return [];
    const scores = new Map(choice.cases.map((one) => [one.id, { passed: passes(one) ? 1 : 0, n: 1 }]));
    const made = makeRecord(choice, { model, tier, date: '2026-11-20' }, scores);
    return 'record' in made ? [made.record] : [];
  });
}

const all = (): boolean => true;
const without = (text: string, query: string): string => text.replace(`      - { query: ${query} }\n`, '');
const bare = (text: string): string => text.replaceAll(/^ {4}evals:\n(?: {6}- .*\n)*/gm, '');
const HARD = ['show me trains', 'is it past noon'];
const easy = HARD.reduce(without, EDITED);
const negatives = EDITED.replaceAll(/^ {6}- \{ query: (?!write a poem).*\n/gm, '');
const failed = ran('m', ({ request }) => !HARD.includes(request));
const weak = EDITED.replace(
  'query: show me trains',
  'query: show me trains, expect: { any_of: [get_time, list_trains] }',
);
const TESTED: ReleasedEvals = { choices: [], tested: ['server/clock'] };
const TOGETHER = { name: 'both', servers: ['clock'], evals: [{ query: 'a ticket to the past', expect: null }] };

test('the honest way is open', () => {
  expect(refusals({ records: ran('m', all) })).toEqual([]);
  expect(refusals({ records: ran('m', all), models: ['m'] })).toEqual([]);
  expect(refusals({ records: [...ran('m', all), ...ran('x', () => false)], models: ['m'] })).toEqual([]);
  expect(refusals({ records: ran('offline', all, {}, 'offline'), offline: true })).toEqual([]);
  expect(refusals({ records: ran('m', all).map((one) => ({ ...one, reported: true })) })).toEqual([]);
  const more = EDITED.replace(
    '      - { query: show me trains }\n',
    '      - { query: show me trains, never: [get_time] }\n      - { query: trains to Bern }\n',
  );
  expect(refusals({ text: more, records: ran('m', all, { text: more }) })).toEqual([]);
});

test.each<[way: string, state: State, says: RegExp]>([
  ['nothing recorded', {}, /evals-stale .*No results are recorded/],
  ['a failed record', { records: failed }, /evals-stale .*failed: 8 of 10 passed/],
  [
    'the failing cases deleted, and the rest recorded',
    { text: easy, records: ran('m', all, { text: easy }) },
    /evals-fewer 2 of 10 released cases of server "clock" were deleted or changed: /,
  ],
  [
    'all cases but easy ones deleted',
    { text: without(easy, 'how late is it'), records: ran('m', all, { text: without(easy, 'how late is it') }) },
    /evals-fewer 3 of 10/,
  ],
  ['all cases deleted', { text: bare(EDITED), records: failed }, /evals-stale .*failed, and the cases were deleted/],
  ['all cases and records deleted', { text: bare(EDITED) }, /evals-fewer 10 of 10/],
  ['all cases deleted, and no word changed', { text: bare(TEXT) }, /evals-fewer 10 of 10/],
  [
    'no cases at all, and words changed',
    { before: bare(TEXT), text: bare(EDITED) },
    /evals-missing The text of tool "get_time" changed/,
  ],
  [
    'cases that were never released, failed and deleted',
    { before: bare(TEXT), text: bare(TEXT), records: failed },
    /evals-stale .*failed, and the cases were deleted/,
  ],
  [
    'negative cases with a model that never calls',
    {
      text: negatives,
      before: negatives.replace('computer!', 'computer.'),
      records: ran('mute', all, { text: negatives }),
    },
    /evals-stale .*No case expects a certain call/,
  ],
  ['a case that any tool passes', { text: weak, records: ran('m', all, { text: weak }) }, /evals-fewer 1 of 10/],
  [
    'a case that expects less',
    { text: TEXT.replace('query: show me trains', 'query: show me trains, expect: none'), records: [] },
    /evals-fewer 1 of 10/,
  ],
  [
    'another model beside the one of haft.yaml',
    { records: [...failed, ...ran('oracle', all)], models: ['m'] },
    /evals-stale The evals .*"m" of .* failed/,
  ],
  [
    'another model instead of the one of haft.yaml',
    { records: ran('oracle', all), models: ['m'] },
    /evals-stale .*No results of "m" are recorded, which haft\.yaml names/,
  ],
  [
    'results of a model of haft.yaml that Haft did not ask for',
    { records: ran('m', all).map((one) => ({ ...one, reported: true })), models: ['m'] },
    /evals-stale .*"m" are reported, not run/,
  ],
  ['one of two models of haft.yaml', { records: ran('m', all), models: ['m', 'n'] }, /No results of "n"/],
  [
    'a failed model of haft.yaml beside offline results',
    { records: [...failed, ...ran('offline', all, {}, 'offline')], models: ['m'], offline: true },
    /"m" of .* failed/,
  ],
  ['the offline tier', { records: ran('offline', all, {}, 'offline') }, /does not count/],
  ['results of earlier words', { records: ran('m', all, { text: TEXT }) }, /are for other descriptions/],
  ['results of other cases', { text: easy, records: ran('m', all) }, /evals-stale .*are for other cases/],
  ['a day in the future', { records: ran('m', all).map((one) => ({ ...one, date: '2026-12-24' })) }, /in the future/],
  [
    'a choice that failed and was taken out of haft.yaml',
    {
      text: TEXT,
      records: ran('m', () => false, { choices: [TOGETHER] }).filter(({ choice }) => choice === 'choice/both'),
    },
    /failed, and the choice is no longer in haft\.yaml/,
  ],
  [
    'a case that was added, without results',
    { text: TEXT.replace('query: show me trains }', 'query: show me trains }\n      - { query: trains to Bern }') },
    /evals-stale .*No results are recorded/,
  ],
  ['no word changed, and the record of a tested choice deleted', { text: TEXT, released: TESTED }, /No results/],
  [
    'a tested server put into a choice without results',
    { text: TEXT, released: TESTED, choices: [{ name: 'z', servers: ['clock'], evals: [] }] },
    /evals-stale The evals of choice "z" must be run/,
  ],
  [
    'a tested choice taken out of haft.yaml with its records',
    { text: TEXT, released: { choices: [{ ...TOGETHER, evals: [] }], tested: ['choice/both'] } },
    /evals-stale The evals of server "clock" must be run/,
  ],
  [
    'a case of a choice deleted',
    { text: TEXT, choices: [{ ...TOGETHER, evals: [] }], released: { choices: [TOGETHER], tested: [] } },
    /evals-fewer 1 of 1 released cases of choice "both"/,
  ],
  [
    'a choice with cases taken out of haft.yaml',
    { text: TEXT, released: { choices: [TOGETHER], tested: [] } },
    /evals-fewer 1 of 1 released cases of choice "both"/,
  ],
])('%s is refused', (_way, state, says) => {
  expect(refusals(state)).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
});

test('a successor takes the cases of its tool along, with other arguments', () => {
  const item = TEXT.slice(TEXT.indexOf('  - name: list_trains'));
  const bumped = `${TEXT}${item.replace('name: list_trains', 'name: list_trains_v2').replace('query: show me trains', 'query: show me trains, arguments: { zone: UTC }')}    replaces: list_trains\n    parameters: { zone: { type: string, maxLength: 9, default: UTC, description: Zone. } }\n`;
  const moved = bumped.replace(item, item.replace(/ {4}evals:\n(?: {6}- .*\n)*/, ''));
  expect(
    refusals({ text: moved.replace('computer!', 'computer.'), records: ran('m', all, { text: moved }) }).filter((one) =>
      one.includes('fewer'),
    ),
  ).toEqual([]);
});

describe('from any refused state', () => {
  /** At most one record of a model: a new one takes the place of the old one. */
  const RECORDS = fc.tuple(
    fc.constantFrom([], failed, ran('m', all), ran('m', all, { text: TEXT })),
    fc.constantFrom(
      [],
      ran('x', all),
      ran('x', () => false),
    ),
  );
  const CASES = [...EDITED.matchAll(/^ {6}- \{ query: .*\n/gm)].map(([line]) => line);

  type Current = Required<Pick<State, 'text' | 'records' | 'models' | 'choices'>>;

  function afterDeletion(now: Current, { what, which }: { what: string; which: number }): Current {
    const { text, records, choices } = now;
    if (what === 'record') return { ...now, records: records.toSpliced(which % Math.max(1, records.length), 1) };
    if (what === 'choice') return { ...now, choices: choices.slice(1) };
    if (what === 'cases of choices') return { ...now, choices: choices.map((one) => ({ ...one, evals: [] })) };
    const left = CASES.filter((one) => text.includes(one));
    // The key goes with its last case.
    const shorter = text
      .replace(left[which % Math.max(1, left.length)] ?? '', '')
      .replaceAll(/ {4}evals:\n(?! {6}-)/g, '');
    return { ...now, text: shorter };
  }

  const DELETIONS = fc.array(
    fc.record({ what: fc.constantFrom('case', 'record', 'choice', 'cases of choices'), which: fc.nat() }),
    { minLength: 1, maxLength: 12 },
  );
  const START = fc.record({
    text: fc.constantFrom(EDITED, TEXT),
    records: RECORDS.map((both) => both.flat()),
    models: fc.constantFrom<readonly string[]>([], ['m'], ['m', 'x']),
    choices: fc.constantFrom<readonly PlannedChoice[]>([], [TOGETHER]),
  });

  test.each(
    everyNth(
      4,
      Array.from({ length: 20 }, (_, index) => index),
    ),
  )('no sequence of deletions opens the gate, from seed %i', (seed) => {
    fc.assert(
      fc.property(START, DELETIONS, (start, deletions) => {
        // Without a changed word it is the contract that knows what was tested.
        const released = { choices: start.choices, tested: ['server/clock', 'choice/both'] };
        const refusedIn = (state: Current): string[] => refusals({ ...state, released });
        let state: Current = start;
        fc.pre(refusedIn(state).length > 0);
        for (const deletion of deletions) {
          state = afterDeletion(state, deletion);
          expect(refusedIn(state), JSON.stringify(deletions)).not.toEqual([]);
        }
      }),
      { numRuns: runs(500), seed },
    );
  });
});
