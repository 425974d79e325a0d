/** The validator of profile `mcp` and ajv accept and reject the same, whatever the schema and the value. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileImported } from '../../runtime/language/imported.ts';
import type { Json } from '../../runtime/language/json.ts';
import type { Schema } from '../../runtime/language/schema.ts';
import { runs } from '../support/runs.ts';

describe('ajv agrees', () => {
  const name = fc.constantFrom('a', 'b', 'ab', 'x/y', 'ä');
  const number = fc.oneof(fc.integer({ min: -4, max: 8 }), fc.constantFrom(0.5, 1.5, 2.25));
  const text = fc.constantFrom('', 'a', 'ab', 'abc', 'ä', 'true');
  const value = fc.letrec<{ any: Json }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      text,
      number,
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(name, tie('any'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).any;
  const types = ['null', 'boolean', 'string', 'integer', 'number', 'array', 'object'] as const;
  const small = fc.integer({ min: 0, max: 3 });

  /** One to three keywords each, so that most of them hold for many values. */
  const schema = fc.letrec<{ any: Schema }>((tie) => {
    const one = tie('any');
    const some = fc.array(one, { minLength: 1, maxLength: 3 });
    const named = fc.dictionary(name, one, { maxKeys: 3, noNullPrototype: true });
    const leaf: readonly fc.Arbitrary<Schema>[] = [
      fc.record({ type: fc.constantFrom(...types) }),
      fc.record({ type: fc.uniqueArray(fc.constantFrom(...types), { minLength: 1, maxLength: 3 }) }),
      fc.record({ const: value }),
      fc.record({ enum: fc.array(value, { minLength: 1, maxLength: 3 }) }),
      fc.record({ minimum: number }),
      fc.record({ exclusiveMinimum: number }),
      fc.record({ exclusiveMaximum: number }),
      fc.record({ multipleOf: fc.constantFrom(1, 2, 0.5, 0.1) }),
      fc.record({ minLength: small }),
      fc.record({ pattern: fc.constantFrom('^a', 'b', 'ä') }),
      fc.record({ uniqueItems: fc.boolean() }),
      fc.record({ minItems: small }),
      fc.record({ maxItems: small }),
      fc.record({ minProperties: small }),
      fc.record({ maxProperties: small }),
      fc.record({ required: fc.uniqueArray(name, { maxLength: 2 }) }),
      fc.record({ $ref: fc.constantFrom('#/$defs/tree', '#/$defs/word') }),
    ];
    const inner: readonly fc.Arbitrary<Schema>[] = [
      fc.record({ anyOf: some }),
      fc.record({ oneOf: some }),
      fc.record({ allOf: some }),
      fc.record({ not: one }),
      fc.record({ items: one }),
      fc.record({ prefixItems: some }),
      fc.record({ properties: named }),
      fc.record({ additionalProperties: fc.oneof(fc.boolean(), one) }),
      fc.record({
        patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$'), one, { maxKeys: 2, noNullPrototype: true }),
      }),
      fc.record({ propertyNames: one }),
    ];
    const keyword = fc.oneof({ maxDepth: 3 }, fc.oneof(...leaf), fc.oneof(...inner));
    const any = fc
      .array(keyword, { minLength: 1, maxLength: 3 })
      .map((parts): Schema => JSON.parse(JSON.stringify(Object.assign({}, ...parts))));
    return { any };
  }).any;

  const $defs: NonNullable<Schema['$defs']> = {
    tree: {
      type: ['object', 'array', 'integer'],
      additionalProperties: { $ref: '#/$defs/tree' },
      items: { $ref: '#/$defs/tree' },
    },
    word: { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
  };
  const ajv = new Ajv2020({ strict: false, validateSchema: false, unicodeRegExp: true, multipleOfPrecision: 9 });

  test('on accepting and refusing', () => {
    const counts = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 4, maxLength: 4 }), (made, values) => {
        const whole = { ...made, $defs };
        const ours = compileImported(whole);
        const theirs = ajv.compile(whole);
        ajv.removeSchema(whole);
        for (const given of values) {
          const before = JSON.stringify(given);
          const judged = ours(given);
          expect('value' in judged, `${JSON.stringify(made)} ${before}`).toBe(theirs(given));
          expect(JSON.stringify(given)).toBe(before);
          if ('value' in judged) {
            counts.accepted += 1;
            expect(judged.value).toEqual(given);
          } else {
            counts.refused += 1;
            expect(judged.issues.length).toBeGreaterThan(0);
            expect(judged.issues.length).toBeLessThanOrEqual(10);
          }
        }
      }),
      { numRuns: runs(2000) },
    );
    expect(counts.accepted).toBeGreaterThan(runs(1000));
    expect(counts.refused).toBeGreaterThan(runs(1000));
  });

  test('filled values still fit', () => {
    fc.assert(
      fc.property(schema, schema, value, (first, second, given) => {
        const branch = (made: Schema, preset: number): Schema => ({ properties: { n: { default: preset } }, ...made });
        const whole = { allOf: [branch(first, 1)], anyOf: [branch(second, 2), { type: 'null' as const }], $defs };
        const judged = compileImported(whole)(given);
        if ('issues' in judged) return;
        // Whatever was added, nothing that came was changed.
        const kept = JSON.parse(JSON.stringify(judged.value));
        if (typeof given === 'object' && given !== null && !Array.isArray(given))
          expect(kept).toMatchObject(JSON.parse(JSON.stringify(given)));
      }),
      { numRuns: runs(500) },
    );
  });
});
