/** A value that was accepted and now fits several branches, or none, is found: no break of branches is without a call that shows it. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '@haft/runtime/language';
import { plansOfLists } from '../compiler/features/import/mcp/list-plan.ts';
import { diff } from '../compiler/versions/diff.ts';
import { runs } from './support/runs.ts';

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

const listWith = (parent: JsonObject) => {
  const inputSchema: JsonObject = { type: 'object', properties: { parent }, required: ['parent'] };
  return {
    name: 'pages',
    version: '1.0.0',
    about: {},
    tools: [{ name: 'add_page', description: 'Adds.', inputSchema }],
  };
};

test('every break between branches has a call that the old schema takes and the new one rejects', () => {
  const ajv = new Ajv2020({ strict: false, formats: { uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i } });
  const accepts = (parent: JsonObject, value: unknown): boolean => ajv.validate(parent, value);
  let breaks = 0;
  const unproved: unknown[] = [];
  fc.assert(
    fc.property(branch, fc.array(branch, { maxLength: 2 }), fc.constantFrom('oneOf', 'anyOf'), (old, more, way) => {
      const now = { [way]: [old, ...more] };
      const [before, after] = plansOfLists(listWith(old), listWith(now), 'pages');
      for (const { level, axis, witness } of diff(before.plan, after.plan)) {
        if (axis !== 'wire' || level !== 'breaking') continue;
        breaks += 1;
        const { parent } = Object(witness?.before) as JsonObject;
        if (!witness) unproved.push([old, now]);
        else expect([accepts(old, parent), accepts(now, parent)]).toEqual([true, false]);
      }
    }),
    { numRuns: runs(10_000) },
  );
  expect(unproved.slice(0, 3)).toEqual([]);
  expect(breaks).toBeGreaterThan(0);
}, 600_000);
