/** Rules of versions that only warn: where the author decides, and where a custom of imported tools is met. */
import { expect, test } from 'vitest';
import { diff } from '../compiler/versions/diff.ts';
import { POLICY, judge } from '../compiler/versions/policy/index.ts';
import type { PolicyDates } from '../compiler/versions/policy/policy.ts';
import type { Schema } from '../runtime/language/index.ts';
import { toolPlan } from './support/tool-plan.ts';

const DATES: PolicyDates = { today: '2026-11-21', periodDays: 90 };
const IMPORTED: PolicyDates = { ...DATES, imported: new Set(['library.search']) };
const text = (description: string): Schema => ({ type: 'string', description });

/** Level of each violation of a rule between two sets of parameters. */
function levels(id: string, before: Schema, after: Schema, dates: PolicyDates): string[] {
  const [old, now] = [toolPlan(before), toolPlan(after)];
  const rules = POLICY.filter((rule) => rule.id === id);
  return judge(old, now, diff(old, now), dates, rules).map(({ level }) => level);
}

test('a new parameter without a default is an error, and a warning where the tool is imported and it is optional', () => {
  const [before, after] = [{ properties: {} }, { properties: { shelf: text('Where to look.') } }];
  const id = 'version/parameter-default';
  expect(levels(id, before, after, DATES)).toEqual(['breaking']);
  expect(levels(id, before, after, IMPORTED)).toEqual(['risky']);
  expect(levels(id, before, { ...after, required: ['shelf'] }, IMPORTED)).toEqual(['breaking']);
  expect(levels(id, before, after, { ...IMPORTED, severities: { [id]: 'error' } })).toEqual(['breaking']);
});
