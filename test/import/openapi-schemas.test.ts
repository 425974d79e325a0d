/** Schemas of documents as those of tools: every reference resolves, and a keyword that is lost makes a tool accept more, never less. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import type { ImportResult } from '../../compiler/features/import/imported.ts';
import { WHOLE_RUN, costlyRuns, runs } from '../support/runs.ts';

type Node = Record<string, unknown>;

const NAMES = ['a', 'b', 'x1'];
const PARTS = ['A', 'B', 'C'];
const name = fc.constantFrom(...NAMES);
const scalar = fc.constantFrom<unknown>('', 'a', 'xx', 'x1', 0, 1, 2.5, -3, true, false, null);
const small = fc.integer({ min: 0, max: 3 });
const ref = fc.constantFrom(...PARTS).map((part) => ({ $ref: `#/components/schemas/${part}` }));

/** Keywords of a schema by its type; documents say what type they mean. */
const schemas = fc.letrec<Record<'one' | 'map' | 'list' | 'text' | 'number' | 'other', Node>>((tie) => {
  const one = tie('one');
  const some = fc.array(one, { minLength: 1, maxLength: 3 });
  const members = fc.dictionary(name, one, { maxKeys: 3, noNullPrototype: true });
  const patterns = fc.dictionary(fc.constantFrom('^x', '1$'), one, { minKeys: 1, maxKeys: 1, noNullPrototype: true });
  const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => {
    return fc.option(arbitrary, { nil: undefined, freq: 2 });
  };
  return {
    map: fc.record({
      type: fc.constantFrom<unknown>('object', 'object', ['object', 'null']),
      properties: optional(members),
      required: optional(fc.uniqueArray(name, { maxLength: 2 })),
      additionalProperties: optional(fc.oneof(fc.boolean(), one)),
      patternProperties: optional(patterns),
      propertyNames: optional(fc.constant({ maxLength: 1 })),
      minProperties: optional(small),
      maxProperties: optional(small),
      dependentRequired: optional(fc.constant({ a: ['b'] })),
      unevaluatedProperties: optional(fc.constant(false)),
      not: optional(one),
      anyOf: optional(fc.oneof(some, fc.constant([{ required: ['a'] }, { required: ['b'] }]))),
      allOf: optional(some),
    }),
    list: fc.record({
      type: fc.constant('array'),
      items: optional(fc.oneof(one, fc.boolean())),
      prefixItems: optional(some),
      minItems: optional(small),
      maxItems: optional(small),
      uniqueItems: optional(fc.boolean()),
      contains: optional(one),
    }),
    text: fc.record({
      type: fc.constantFrom<unknown>('string', ['string', 'null']),
      enum: optional(fc.array(scalar, { minLength: 1, maxLength: 4 })),
      minLength: optional(small),
      maxLength: optional(small),
      pattern: optional(fc.constantFrom('^x', '(', 'a$')),
      not: optional(one),
    }),
    number: fc.record({
      type: fc.constantFrom<unknown>('integer', 'number', ['integer', 'string']),
      minimum: optional(fc.constantFrom<unknown>(0, 2, 1e300)),
      exclusiveMaximum: optional(fc.constantFrom(3, 0)),
      multipleOf: optional(fc.constantFrom(1, 2, 0.5)),
      enum: optional(fc.array(scalar, { minLength: 1, maxLength: 3 })),
    }),
    other: fc.oneof(
      fc.record({ const: scalar }),
      fc.record({ enum: fc.array(scalar, { minLength: 1, maxLength: 4 }) }),
      fc.record({ oneOf: some, description: fc.constant('One of them.') }),
      fc.record({ allOf: some, description: fc.constant('All of them.') }, { requiredKeys: ['allOf'] }),
      fc.record({ allOf: fc.tuple(ref), description: fc.constant('A reference with a text.') }),
      fc.record({ not: one }),
      fc.record({ if: one, then: one, else: one }),
      ref,
      fc.record({
        $ref: ref.map(($ref) => $ref.$ref),
        description: fc.constant('Beside it.'),
        minProperties: optional(small),
      }),
    ),
    one: fc
      .oneof({ maxDepth: 4, depthSize: 'small' }, tie('text'), tie('number'), tie('map'), tie('list'), tie('other'))
      .map((node) => Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined))),
  };
});

const value = fc.letrec<{ one: unknown }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.dictionary(name, tie('one'), { maxKeys: 3, noNullPrototype: true }),
    fc.array(tie('one'), { maxLength: 3 }),
  ),
})).one;

interface Case {
  readonly v: Node;
  readonly w: Node;
  readonly A: Node;
  readonly B: Node;
  readonly C: Node;
}

const documents: fc.Arbitrary<Case> = fc.record({
  v: schemas.one,
  w: schemas.one,
  A: schemas.map,
  B: schemas.one,
  C: schemas.one,
});

function imported({ v, w, ...parts }: Case, wrapped: boolean): ImportResult & { readonly tool: Node } {
  const body = { type: 'object', properties: { v, w }, required: ['v'] };
  const schema = wrapped ? { type: 'object', required: ['data'], properties: { data: body } } : body;
  const post = { requestBody: { required: true, content: { 'application/json': { schema } } }, responses: { 204: {} } };
  const root = {
    openapi: '3.1.0',
    info: { title: 'Shop' },
    paths: { '/orders': { post } },
    components: { schemas: parts },
  };
  const made = importOpenapi({ name: 'shop.json', text: JSON.stringify(root) });
  if (made.kind !== 'imported') throw new Error('not imported');
  return { ...made, tool: made.documents.find(({ value: { kind } }) => kind === 'tool')?.value as Node };
}

/** Names of definitions that something refers to. */
function refsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = '$ref' in node && typeof node.$ref === 'string' ? [node.$ref.replace('#/$defs/', '')] : [];
  return [...own, ...Object.values(node).flatMap(refsIn)];
}

const AJV = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, logger: false });

/** Undefined where the schema of a document is none, such as one that refers to itself without an end. */
function validator(schema: Node): ((value: unknown) => boolean) | undefined {
  try {
    const validate = AJV.compile(schema);
    AJV.removeSchema(schema);
    return (given) => validate(given) as boolean;
  } catch {
    return undefined;
  }
}

let judged = 0;

test(
  'every reference resolves, and each value that a document accepts is accepted by the tool',
  () => {
    fc.assert(
      fc.property(documents, fc.boolean(), fc.array(value, { minLength: 8, maxLength: 16 }), (one, wrapped, values) => {
        const { v, w: _w, ...parts } = one;
        const { tool } = imported(one, wrapped);
        const known = Object.keys((tool['definitions'] as Node | undefined) ?? {});
        for (const ref of refsIn([tool['parameters'], tool['definitions']])) expect(known).toContain(ref);
        const parameter = (tool['parameters'] as Node | undefined)?.['v'] as Node | undefined;
        // A single value is a constant of the request.
        if (parameter === undefined) return;
        const isValid = validator({ allOf: [v], components: { schemas: parts } });
        const isAccepted = validator({ ...parameter, $defs: tool['definitions'] ?? {} });
        if (!isValid) return;
        expect(isAccepted, JSON.stringify(parameter)).toBeDefined();
        for (const given of values) {
          if (!holds(isValid, given)) continue;
          judged += 1;
          expect(holds(isAccepted, given), `${JSON.stringify(given)} in ${JSON.stringify(parameter)}`).toBe(true);
        }
      }),
      { numRuns: costlyRuns(10_000) },
    );
    expect(judged).toBeGreaterThan(runs(10_000) / 4);
  },
  WHOLE_RUN,
);

/** A schema that refers to itself without an end judges nothing. */
function holds(judge: ((value: unknown) => boolean) | undefined, given: unknown): boolean {
  try {
    return judge?.(given) === true;
  } catch {
    return false;
  }
}
