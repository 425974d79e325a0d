/** The quick test of the shape against its oracle: ajv agrees on every document, sound or mutilated. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { faultsOf } from '../compiler/spec/shape/faults.ts';
import { isDate } from '../compiler/base/calendar.ts';
import { compileFits } from '../compiler/spec/shape/fits.ts';
import { IMPORTED_SCHEMA } from '../compiler/check/documents/imported.ts';
import { SPEC_SCHEMA } from '../compiler/check/documents/language.ts';
import { everyNth, runs } from './support/runs.ts';
import { memoizeText } from '../compiler/base/memo.ts';

const ROOT = join(import.meta.dirname, '..');
const IMPORTED = `
kind: server
name: imported
version: 1.0.0
summary: Tools as somebody else wrote them.
tools:
  - name: move
    description: Moves a thing.
    parameters:
      to: { anyOf: [{ $ref: "#/$defs/point" }, { type: string, format: uri }] }
      by: { type: [number, "null"], exclusiveMinimum: 0, multipleOf: 0.5 }
      tags: { type: array, uniqueItems: true, prefixItems: [{ const: a }], minProperties: 1 }
    definitions:
      point: { type: object, patternProperties: { "^x": { type: number } }, additionalProperties: { type: number } }
    handler: move.ts
`;

const specs = readdirSync(join(ROOT, 'specs'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml'))
  .flatMap((path) =>
    parseAllDocuments(readFileSync(join(ROOT, 'specs', path), 'utf8')).map((document): unknown => document.toJS()),
  );
const DOCUMENTS: readonly unknown[] = [
  ...specs,
  parse(IMPORTED),
  parse('{ out: x, deprecation_days: 3, vocabulary: { verbs: [a] } }'),
];

type Step = { readonly at: number; readonly value: unknown; readonly kind: 'replace' | 'remove' | 'add' };

const steps = fc.array(
  fc.record<Step>({
    at: fc.nat(10_000),
    kind: fc.constantFrom('replace', 'remove', 'add'),
    value: fc.oneof(
      fc.constantFrom(
        '',
        ' ',
        '2026-02-30',
        '2026-02-28',
        'read',
        'GET /x',
        '/a/b',
        null,
        true,
        0,
        -1,
        1.5,
        1e9,
        'É😀',
        [],
        {},
        ['a', 'a'],
      ),
      fc.jsonValue({ maxDepth: 1 }),
      fc.string({ maxLength: 70 }),
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

/** Replaces, removes or adds a member somewhere inside. */
function mutilate(document: unknown, { at, kind, value }: Step): void {
  const places: [holder: Record<string, unknown>, key: string][] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key]);
      walk(Reflect.get(node, key));
    }
  };
  walk(document);
  const [holder, key] = places[at % places.length] ?? [{}, ''];
  if (kind === 'add') holder['added'] = value;
  else if (kind === 'remove' && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (kind === 'remove') Reflect.deleteProperty(holder, key);
  else holder[key] = value;
}

const SCHEMAS = { spec: SPEC_SCHEMA, imported: IMPORTED_SCHEMA } as const;

/** Strict, with all errors; one for both tests, since what takes long is to compile the definitions. */
const ajvFor = memoizeText((name: keyof typeof SCHEMAS) =>
  new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    code: { optimize: false },
    formats: { date: isDate },
    keywords: ['patternErrorMessage'],
  }).addSchema(SCHEMAS[name], name),
);

test.each([
  ['spec', SPEC_SCHEMA],
  ['imported', IMPORTED_SCHEMA],
] as const)('%s: agrees with ajv on every document', (name, schema) => {
  const ajv = ajvFor(name);
  const fits = compileFits(schema).definition;
  const definitions = Object.keys(schema.$defs);
  const agree = (value: unknown): boolean[] =>
    definitions.map((definition) => {
      const judged = ajv.validate(`${name}#/$defs/${definition}`, value);
      expect([definition, fits(definition)(value)], JSON.stringify(value)).toEqual([definition, judged]);
      return judged;
    });
  const sound = everyNth(8, DOCUMENTS).flatMap(agree).filter(Boolean).length;
  expect(sound).toBeGreaterThan(0);
  let refused = 0;
  fc.assert(
    fc.property(fc.nat(DOCUMENTS.length - 1), steps, (index, changes) => {
      const document = structuredClone(DOCUMENTS[index]);
      for (const change of changes) mutilate(document, change);
      if (!agree(document).some(Boolean)) refused += 1;
    }),
    { numRuns: runs(400) },
  );
  expect(refused).toBeGreaterThan(runs(50));
});

test.each([
  ['spec', SPEC_SCHEMA],
  ['imported', IMPORTED_SCHEMA],
] as const)('%s: finds the faults that ajv finds in the whole', (name, schema) => {
  const ajv = ajvFor(name);
  const fits = compileFits(schema);
  const definitions = Object.keys(schema.$defs);
  fc.assert(
    fc.property(fc.nat(DOCUMENTS.length - 1), steps, fc.nat(definitions.length - 1), (index, changes, which) => {
      const document = structuredClone(DOCUMENTS[index]);
      for (const change of changes) mutilate(document, change);
      const definition = definitions[which] ?? '';
      ajv.validate(`${name}#/$defs/${definition}`, document);
      const whole = (ajv.errors ?? []).map((error) => [error.instancePath, error.keyword, error.params]);
      const parts = faultsOf(schema, fits, definition, document).map(({ path, error }) => {
        const pointer = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
        return [pointer, error.keyword, error.params];
      });
      expect(sorted(parts)).toEqual(sorted(whole));
    }),
    { numRuns: runs(400) },
  );
});

/** Each once: two branches may say the same. "if" only says that a branch failed. */
function sorted(errors: readonly (readonly unknown[])[]): string[] {
  const said = errors.filter(([, keyword]) => keyword !== 'if').map((error) => JSON.stringify(error));
  return [...new Set(said)].sort();
}

test('rejects a schema with a keyword it does not know', () => {
  expect(() => compileFits({ $defs: { a: { contains: { type: 'string' } } } }).definition('a')).toThrow('"contains"');
});
