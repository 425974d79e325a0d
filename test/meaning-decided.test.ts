/** Rule version/meaning-undecided: no text of a released tool changes unnoticed, whatever it says and wherever it is (EXT §9 rule 2). */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changedTexts,
  currentDecisions,
  decide,
  judgedTexts,
  meaningTexts,
  normalizeText,
} from '../compiler/versions/meaning/changed-texts.ts';
import { decisionsText, readDecisions } from '../compiler/versions/meaning/decisions.ts';
import type { Decision } from '../compiler/versions/meaning/decisions.ts';
import { judge } from '../compiler/versions/policy/index.ts';
import { meaningUndecided } from '../compiler/versions/policy/callers.ts';
import type { Plan, ToolPlan } from '../compiler/plan/model.ts';
import { isObject } from '../runtime/language/json.ts';
import type { Schema } from '../runtime/language/index.ts';
import { runs } from './support/runs.ts';
import { toolPlan } from './support/tool-plan.ts';

const TODAY = '2026-11-20';

function findings(before: Plan, after: Plan, decisions: readonly Decision[] = []): string[] {
  const dates = { today: TODAY, periodDays: 90, decisions };
  return judge(before, after, [], dates, [meaningUndecided]).map(({ after: says }) => String(says));
}

const AUTHORED = { does: 'Lists the orders of a customer.', when: 'the user asks about orders' };
const plan = (parameters: Schema, authored: ToolPlan['authored'] = AUTHORED, returns?: Schema): Plan =>
  toolPlan(parameters, returns, { authored });
const parameter = (description: string): Plan => plan({ properties: { it: { type: 'string', description } } });

/** One line each, of which nine were released without a question. */
const EDITS: readonly (readonly [before: string, after: string])[] = [
  ['Number of the customer.', 'E-mail address of the customer.'],
  ['First day of the stay.', 'Last day of the stay.'],
  ['Weight in kilograms.', 'Weight in pounds.'],
  ['Least weight.', 'Greatest weight.'],
  ['Whether cancelled orders are listed too.', 'Whether cancelled orders are left out.'],
  ['Whether cancelled orders are listed too.', 'Whether only cancelled orders are listed.'],
  ['How many orders to return at most.', 'How many orders to skip.'],
  ['Where the parcel goes.', 'Where the parcel comes from.'],
  ['Orders, not archived, by day.', 'Orders not archived by day.'],
  ['Whether it is sent!', 'Whether it is sent?'],
];

describe('a changed text is asked about once', () => {
  test.each(EDITS)('%s → %s', (before, after) => {
    expect(findings(parameter(before), parameter(after))).toEqual([expect.stringContaining(JSON.stringify(after))]);
    const decisions = decide(changedTexts(parameter(before), parameter(after)), 'Only wording.', TODAY);
    expect(findings(parameter(before), parameter(after), decisions)).toEqual([]);
    expect(findings(parameter(after), parameter(before), decisions)).toHaveLength(1);
    expect(findings(parameter(after), parameter(after), decisions)).toEqual([]);
  });

  test('also of the tool: what it does, when, and its limits', () => {
    const edited = { does: 'Deletes the orders of a customer.', when: 'the user asks for orders', limits: ['never'] };
    expect(findings(plan({}), plan({}, edited))).toEqual([
      expect.stringContaining('"Lists the orders of a customer." to "Deletes the orders of a customer."'),
      expect.stringContaining('was added: "never"'),
      expect.stringContaining('when'),
    ]);
  });

  test('examples and other tools that are named promise nothing', () => {
    const more = { ...AUTHORED, examples: ['my orders'], instead: [{ case: 'money is meant', use: 'list_bills' }] };
    expect(findings(plan({}), plan({}, more))).toEqual([]);
  });

  test('of two long texts the part that differs is shown', () => {
    const long = 'An order is what a customer bought, and it stays in the list for good. '.repeat(4);
    const [one] = findings(parameter(`${long}Weight in kilograms.`), parameter(`${long}Weight in pounds.`));
    expect(one).toContain('Weight in kilograms." to "…');
    expect(one?.length).toBeLessThan(340);
  });
});

test.each([
  ['blanks', 'Lists  all\n orders ', 'Lists all orders'],
  ['a period that is printed anyway', 'Lists all orders.', 'Lists all orders'],
  ['the shape of quotes', 'A “name” of the user’s list', `A "name" of the user's list`],
  ['the shape of dashes', 'Pages 1–5 — or all', 'Pages 1-5 - or all'],
])('%s: no other text', (_what, before, after) => {
  expect(findings(parameter(before), parameter(after))).toEqual([]);
});

test('a schema that moves into a definition reads the same, and a text behind a reference is read', () => {
  const inner = (description: string): Schema => ({
    type: 'object',
    properties: { day: { type: 'string', description } },
  });
  const inline = plan({ properties: { stay: inner('First day.') } });
  const moved = (description: string): Plan =>
    plan({ properties: { stay: { $ref: '#/$defs/stay' } }, $defs: { stay: inner(description) } });
  expect(findings(inline, moved('First day.'))).toEqual([]);
  expect(findings(inline, moved('Last day.'))).toHaveLength(1);
  expect(findings(moved('First day.'), moved('Last day.'))).toHaveLength(1);
});

test('references in a circle, and more of them than are followed, lose no text', () => {
  const wide = (description: string, levels: number): Plan => {
    const level = (at: number): Schema => ({
      type: 'object',
      properties: { a: { $ref: `#/$defs/l${at + 1}` }, b: { $ref: `#/$defs/l${at + 1}` }, c: { $ref: '#/$defs/l0' } },
    });
    const $defs = Object.fromEntries([...Array(levels).keys()].map((at) => [`l${at}`, level(at)]));
    return plan({
      properties: { x: { $ref: '#/$defs/l0' } },
      $defs: { ...$defs, [`l${levels}`]: { type: 'string', description } },
    });
  };
  for (const levels of [1, 4, 6]) expect(findings(wide('First.', levels), wide('Last.', levels))).toHaveLength(1);
  const textsOf = ({ servers }: Plan): string[] =>
    servers.flatMap(({ tools }) =>
      tools.flatMap((tool) => [...meaningTexts(tool).texts.values()].map(({ text }) => text)),
    );
  expect(textsOf(wide('Of thirty levels.', 30))).toContain('Of thirty levels.');
});

/** Sentences from a small stock of words: most pairs are near each other, as edits are. */
const SENTENCE = fc
  .array(
    fc.constantFrom(
      'orders',
      'Lists',
      'not',
      'the',
      'last',
      'first',
      'in',
      'pounds',
      ',',
      '.',
      '“new”',
      "don't",
      '\n',
      'λ',
      '-',
      '–',
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((words) => words.join(' '));

const SCHEMA = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record(
      { type: fc.constantFrom('string', 'integer', 'boolean'), description: SENTENCE, title: SENTENCE },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('object'),
        description: SENTENCE,
        properties: fc.dictionary(fc.constantFrom('a', 'description', 'title', 'enum'), tie('schema'), {
          maxKeys: 2,
          noNullPrototype: true,
        }),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.array(fc.record({ const: fc.nat(3), title: SENTENCE }), { minLength: 1, maxLength: 2 }) }),
    fc.record({ type: fc.constant('string'), enumDescriptions: fc.array(SENTENCE, { minLength: 1, maxLength: 2 }) }),
    fc.record({
      type: fc.constant('object'),
      additionalProperties: tie('schema'),
      'x-note': fc.record({ text: SENTENCE }),
    }),
    fc.record({ if: fc.record({ not: tie('schema') }), then: tie('schema') }),
  ) as fc.Arbitrary<Schema>,
})).schema;

const PARAMETERS = fc.dictionary(fc.constantFrom('x', 'y', 'default'), SCHEMA, {
  minKeys: 1,
  maxKeys: 2,
  noNullPrototype: true,
});

/** Places of all texts, found by the generator's own knowledge: every string but those of `type` and `const`. */
function textPlaces(value: unknown, path: readonly string[] = [], named = false): readonly (readonly string[])[] {
  if (typeof value === 'string') return [path];
  if (Array.isArray(value)) return value.flatMap((one: unknown, index) => textPlaces(one, [...path, String(index)]));
  if (!isObject(value)) return [];
  return Object.entries(value)
    .filter(([key]) => named || (key !== 'type' && key !== 'const'))
    .flatMap(([key, one]) => textPlaces(one, [...path, key], !named && key === 'properties'));
}

function withText(value: unknown, [first, ...rest]: readonly string[], text: string): unknown {
  if (first === undefined) return text;
  if (Array.isArray(value))
    return value.map((one: unknown, index) => (String(index) === first ? withText(one, rest, text) : one));
  return isObject(value) ? { ...value, [first]: withText(value[first], rest, text) } : value;
}

/** Together 10,000 cases. */
const SEEDS = Array.from({ length: 20 }, (_, index) => (fc.readConfigureGlobal().seed ?? 0) + index);

describe('any text of a released tool', () => {
  const base = fc.record({ properties: PARAMETERS, returns: SCHEMA, does: SENTENCE, when: SENTENCE, limits: SENTENCE });

  test.each(SEEDS)('reads the same, or the release is refused until it is decided, from seed %i', (seed) => {
    fc.assert(
      fc.property(base, fc.nat(), SENTENCE, ({ properties, returns, ...authored }, which, text) => {
        const whole = { properties, returns, authored: { ...authored, limits: [authored.limits] } };
        const places = textPlaces(whole.authored).map((place) => ['authored', ...place]);
        const inner = Object.entries(properties).flatMap(([name, one]) => textPlaces(one, ['properties', name]));
        const all = [...places, ...inner, ...textPlaces(returns, ['returns'])];
        const place = all[which % all.length] ?? [];
        const edited = withText(whole, place, text) as typeof whole;
        const [before, after] = [whole, edited].map((one) =>
          plan({ properties: one.properties }, one.authored, one.returns),
        );
        if (!before || !after) return;
        const old = place.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], whole);
        const isEqual = normalizeText(String(old)) === normalizeText(text);
        const questions = findings(before, after);
        expect(questions.length > 0, JSON.stringify({ place, old, text, questions })).toBe(!isEqual);
        const decisions = decide(changedTexts(before, after), 'Only wording.', TODAY);
        expect(findings(before, after, reread(decisions))).toEqual([]);
      }),
      { numRuns: runs(500), seed },
    );
  });

  test.each(SEEDS)(
    'is never asked about again: not after a release, on a branch, or after a merge, from seed %i',
    (seed) => {
      fc.assert(
        fc.property(SENTENCE, SENTENCE, SENTENCE, (x, y, z) => {
          const [old, left, right] = [x, y, z].map(parameter);
          if (!old || !left || !right) return;
          const [mine, theirs] = [left, right].map((now) => decide(changedTexts(old, now), 'Only wording.', TODAY));
          const both = reread([...(mine ?? []), ...(theirs ?? []), ...(mine ?? [])]);
          for (const now of [left, right]) {
            expect(findings(old, now, both)).toEqual([]);
            const kept = currentDecisions(now, both);
            expect(findings(old, now, kept)).toEqual([]);
            expect(findings(now, now, kept)).toEqual([]);
            expect(currentDecisions(now, kept)).toEqual(kept);
          }
          expect(judgedTexts(old, left, both).every(({ decision }) => decision?.reason === 'Only wording.')).toBe(true);
        }),
        { numRuns: runs(500), seed },
      );
    },
  );
});

/** As they are after they were written and read. */
function reread(decisions: readonly Decision[]): readonly Decision[] {
  const read = readDecisions(JSON.parse(decisionsText(decisions)));
  if ('problem' in read) throw new Error(read.problem);
  return read.decisions;
}
