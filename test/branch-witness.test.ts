/** A value that was accepted and now fits several branches, or none, is found: no break of branches is without a call that shows it. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '@haft/runtime/language';
import { plansOfLists } from '../compiler/features/import/mcp/list-plan.ts';
import { isSubset } from '../compiler/versions/subset/subset.ts';
import { counterexample } from '../compiler/versions/witness/samples.ts';
import { diff } from '../compiler/versions/diff.ts';
import { costlyRuns } from './support/runs.ts';

const member = fc.constantFrom<JsonObject>(
  { type: 'string' },
  { type: 'string', format: 'uuid' },
  { const: 'page' },
  { type: 'integer', minimum: 3 },
);

/** One branch: members that it asks for, open or closed. */
const branch = fc
  .record({
    members: fc.dictionary(fc.constantFrom('page_id', 'type', 'row', 'at'), member, { minKeys: 1, maxKeys: 2 }),
    open: fc.boolean(),
  })
  .map(({ members, open }): JsonObject => {
    const closed = open ? {} : { additionalProperties: false };
    return { type: 'object', properties: members, required: Object.keys(members), ...closed };
  });

const asking = (name: string): JsonObject => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
});

const listWith = (parent: JsonObject) => {
  const inputSchema: JsonObject = { type: 'object', properties: { parent }, required: ['parent'] };
  return {
    name: 'pages',
    version: '1.0.0',
    about: {},
    tools: [{ name: 'add_page', description: 'Adds.', inputSchema }],
  };
};

const ajv = new Ajv2020({ strict: false, formats: { uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i } });
const sides = fc.tuple(branch, fc.array(branch, { maxLength: 2 }), fc.constantFrom('oneOf', 'anyOf'));
const accepts = (parent: JsonObject, value: unknown): boolean => ajv.validate(structuredClone(parent), value);

test('where not all values fit the branches, one is found that does not', () => {
  fc.assert(
    fc.property(sides, ([old, more, way]) => {
      const now: JsonObject = { [way]: [old, ...more] };
      if (isSubset(old, old, now, now) === true) return;
      const found = counterexample(old, old, now, now);
      expect([accepts(old, found), accepts(now, found)]).toEqual([true, false]);
    }),
    { numRuns: costlyRuns(10_000) },
  );
}, 600_000);

test('every break between branches has a call that the old schema takes and the new one rejects', () => {
  let breaks = 0;
  fc.assert(
    fc.property(sides, ([old, more, way]) => {
      const now: JsonObject = { [way]: [old, ...more] };
      const [before, after] = plansOfLists(listWith(old), listWith(now), 'pages');
      for (const { level, axis, witness } of diff(before.plan, after.plan)) {
        if (axis !== 'wire' || level !== 'breaking') continue;
        breaks += 1;
        const { parent } = Object(witness?.before) as JsonObject;
        expect([accepts(old, parent), accepts(now, parent)]).toEqual([true, false]);
      }
    }),
    { numRuns: costlyRuns(1_000), examples: [[[asking('page_id'), [asking('row')], 'oneOf']]] },
  );
  expect(breaks).toBeGreaterThan(0);
}, 600_000);
