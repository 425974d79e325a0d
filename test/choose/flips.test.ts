/** A request beside a change that models see: what is shown is true on both sides, recorded answers come first, and nothing is invented. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candidatesOf } from '../../compiler/features/evals/offline/candidate.ts';
import { withFlips } from '../../compiler/features/evals/offline/flips.ts';
import { createReader } from '../../compiler/features/evals/offline/reader.ts';
import type { Calibration } from '../../compiler/features/evals/records/calibration.ts';
import { settingsOf } from '../../compiler/check/settings.ts';
import { withoutRules } from '../../compiler/edge/tasks/surroundings.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import type { Plan } from '../../compiler/plan/model.ts';
import type { ChangeReport } from '../../compiler/report/changes/report.ts';
import { FORMATS } from '../../compiler/report/formats.ts';
import { diff } from '../../compiler/versions/diff.ts';
import { choicesOf } from '../../compiler/versions/receipts/choice.ts';
import { costlyRuns } from '../support/runs.ts';

const WORDS = ['tables', 'damp', 'warm', 'rooms', 'numbers', 'rows', 'notes', 'air', 'lists', 'walls'];
const REQUESTS = ['list the rows of table nine', 'how damp is this room', 'which notes name the warm walls'];
const NAMES = ['use_first', 'use_second', 'use_third'];

/** By tool: the words of its description; without any it is not there. */
type Texts = readonly (readonly string[])[];

function planOf(texts: Texts): Plan {
  const tools = texts.flatMap((words, at) =>
    words.length === 0
      ? []
      : [
          `  - name: ${NAMES[at]}
    description: { does: Reads ${words.join(' ')}., when: the user asks for ${words[0]} }
    effects: read
    handler: handlers.ts
    evals: [{ query: ${REQUESTS[at]} }]`,
        ],
  );
  const text = `kind: server\nname: home\nversion: 1.0.0\nsummary: Reads a house.\ntools:\n${tools.join('\n')}\n`;
  const { value, diagnostics } = planSpecs([{ path: 'specs/home.yaml', text }], {
    settings: withoutRules(settingsOf({})),
  });
  if (!value) throw new Error(JSON.stringify(diagnostics));
  return value.plan;
}

function reported(before: Plan, after: Plan, calls: readonly Calibration[] = []): ChangeReport {
  const side = { label: 'x', versions: [] };
  const report = { project: 'p', day: '2026-11-20', before: side, after: side, changes: diff(before, after) };
  const rest = { staleEvals: [], texts: [], versions: [], deprecated: [] };
  return withFlips({ ...report, ...rest }, { before, after, together: [], calls });
}

const flips = ({ changes }: ChangeReport) =>
  changes.flatMap((change) => (change.flip ? [{ ...change.flip, change }] : []));

function firstOf({ servers, skills }: Plan, request: string): string | undefined {
  const [best] = createReader(candidatesOf({ servers, skills }))(request);
  return best && best.score > 0 ? best.name : undefined;
}

const text = fc.shuffledSubarray(WORDS, { maxLength: 4 });
const texts = fc.tuple(text, text, text).filter((all) => all.some((words) => words.length > 0));

test('a shown request leads to exactly these two, and is beside a change of one of them', () => {
  let shown = 0;
  fc.assert(
    fc.property(texts, texts, (old, now) => {
      const [before, after] = [planOf(old), planOf(now)];
      const found = flips(reported(before, after));
      shown += found.length;
      for (const { request, before: was, now: is, model, change } of found) {
        expect([firstOf(before, request), firstOf(after, request)]).toEqual([was, is]);
        expect(was).not.toBe(is);
        expect(model).toBeUndefined();
        expect(change.axis).toBe('model');
        const named = change.target.tool === undefined ? [change.before, change.after].flat() : [change.target.tool];
        const isRenamed = !before.servers.some(({ tools }) => tools.some(({ name }) => named.includes(name)));
        expect(isRenamed || named.some((name) => name === was || name === is)).toBe(true);
      }
      expect(new Set(found.map(({ request }) => request)).size).toBe(found.length);
    }),
    { numRuns: costlyRuns(10_000) },
  );
  expect(shown).toBeGreaterThan(0);
}, 600_000);

describe('what is shown', () => {
  const [before, after] = [
    planOf([['rows', 'tables'], ['damp', 'rooms'], ['notes']]),
    planOf([['lists'], ['damp', 'rooms'], ['notes', 'rows', 'tables']]),
  ];
  const call = (plan: Plan, called: string, model = 'qwen3:8b'): Calibration => {
    const [choice] = choicesOf(plan);
    const one = choice?.cases.find(({ request }) => request === REQUESTS[0]);
    const of = { choice: 'server/home', model, tier: 'model', hash: choice?.hash ?? '', date: '2026-11-19' } as const;
    return { ...of, calls: { [one?.mark ?? '']: called } };
  };

  test('by words, in every format for people and in JSON', () => {
    const report = reported(before, after);
    const [flip, ...more] = flips(report);
    expect([flip?.request, flip?.before, flip?.now, more]).toEqual([REQUESTS[0], 'use_first', 'use_third', []]);
    const context = {
      root: '/',
      cwd: '/',
      show: (file: string) => file,
      width: 200,
      paint: (_: unknown, t: string) => t,
    };
    const printed = (['text', 'markdown', 'html'] as const).map((name) =>
      FORMATS[name].changes(report, context as never),
    );
    for (const page of printed)
      expect(page).toMatch(/list the rows of table nine.*led to use.*first; now: use.*third.*by words/);
    const entries = (JSON.parse(FORMATS.json.changes(report, context as never)) as { changes: { flip: unknown }[] })
      .changes;
    expect(entries.filter((one) => one.flip !== null).map((one) => one.flip)).toEqual([
      { request: REQUESTS[0], before: 'use_first', now: 'use_third', model: null, date: null },
    ]);
  });

  test.each<[string, Calibration[], [string | undefined, string | undefined, string | undefined][]]>([
    ['a model that flipped', [call(before, 'use_first'), call(after, '')], [['use_first', undefined, 'qwen3:8b']]],
    ['a model that did not flip', [call(before, 'use_first'), call(after, 'use_first')], []],
    ['asked with the later texts alone', [call(after, '')], [['use_first', 'use_third', undefined]]],
    [
      'two models, each on one side',
      [call(before, 'x', 'a'), call(after, '', 'b')],
      [['use_first', 'use_third', undefined]],
    ],
  ])('recorded answers come before words: %s', (_name, calls, wanted) => {
    const found = flips(reported(before, after, calls)).map(({ before: was, now, model }) => [was, now, model]);
    expect(found).toEqual(wanted);
  });

  test('nothing where no text changed', () => {
    expect(flips(reported(before, before))).toEqual([]);
  });
});
