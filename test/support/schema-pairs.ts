/** Random pairs of schemas as an edit leaves them: bounds moved, types widened, branches added, or written in another way. */
import * as fc from 'fast-check';
import type { Json, Schema } from '../../runtime/language/index.ts';

type Profile = 'ext' | 'mcp';
export type SchemaEdit = readonly [before: Schema, after: Schema];

const TEXTS = ['Title of the book.', 'Where to look.', 'How many at most.'] as const;
const bound = fc.integer({ min: 0, max: 6 });

function textSchema(): fc.Arbitrary<Schema> {
  return fc.record(
    {
      type: fc.constant('string' as const),
      description: fc.constantFrom(...TEXTS),
      minLength: fc.integer({ min: 0, max: 2 }),
      maxLength: fc.integer({ min: 3, max: 8 }),
      pattern: fc.constantFrom('^[a-z]*$', '^[A-F]', '\\d'),
    },
    { requiredKeys: ['type'] },
  );
}

function closedSchema(): fc.Arbitrary<Schema> {
  return fc
    .uniqueArray(fc.constantFrom('low', 'high', 'title', 'author'), { minLength: 1, maxLength: 4 })
    .map((values) => ({ type: 'string', enum: values }));
}

function numberSchema(): fc.Arbitrary<Schema> {
  return fc.record(
    {
      type: fc.constantFrom('integer' as const, 'number' as const),
      description: fc.constantFrom(...TEXTS),
      minimum: bound,
      maximum: fc.integer({ min: 6, max: 100 }),
    },
    { requiredKeys: ['type'] },
  );
}

function importedSchema(inner: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  const branches = fc.array(inner, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    fc.record({ anyOf: branches }),
    fc.record({ oneOf: branches }),
    fc.record({ allOf: fc.array(inner, { minLength: 1, maxLength: 2 }) }),
    fc.constantFrom<Schema>(
      { type: ['string', 'null'] },
      { type: ['string', 'number'] },
      { type: ['integer', 'array'] },
    ),
    fc.constantFrom<Json[]>('low', 3, null, true).map((value) => ({ const: value })),
    fc.constantFrom('date', 'email', 'uuid').map((format) => ({ type: 'string' as const, format })),
    fc.record({
      type: fc.constant('number' as const),
      exclusiveMinimum: bound,
      multipleOf: fc.constantFrom(1, 2, 0.5),
    }),
    fc.record({ type: fc.constant('array' as const), prefixItems: branches, items: inner, uniqueItems: fc.boolean() }),
    fc.record({ type: fc.constant('object' as const), additionalProperties: inner, minProperties: fc.nat({ max: 2 }) }),
    fc.record({
      type: fc.constant('object' as const),
      patternProperties: fc.record({ '^x': inner }),
      maxProperties: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ not: inner }),
  );
}

function listSchema(inner: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  return fc.record(
    {
      type: fc.constant('array' as const),
      items: inner,
      minItems: fc.nat({ max: 2 }),
      maxItems: fc.integer({ min: 2, max: 5 }),
    },
    { requiredKeys: ['type', 'items'] },
  );
}

function objectSchema(inner: fc.Arbitrary<Schema>, profile: Profile): fc.Arbitrary<Schema> {
  const names = fc.constantFrom('a', 'b', 'title', 'x1');
  return fc
    .tuple(
      fc.uniqueArray(fc.tuple(names, inner), { selector: ([name]) => name, minLength: 1, maxLength: 3 }),
      others(inner, profile),
      fc.nat({ max: 3 }),
      fc.constantFrom<readonly string[]>([], [], [], ['added'], ['a']),
    )
    .map(([entries, rest, demanded, undeclared]) => ({
      type: 'object',
      properties: Object.fromEntries(entries),
      // A closed object that demands what it does not declare accepts nothing.
      required: [
        ...new Set([
          ...entries.map(([name]) => name).slice(0, demanded),
          ...(rest.additionalProperties === false ? [] : undeclared),
        ]),
      ],
      ...rest,
    }));
}

/** What an object says of properties that it does not declare: nothing, a type, or a type by name. */
function others(inner: fc.Arbitrary<Schema>, profile: Profile): fc.Arbitrary<Schema> {
  const closed = fc.constant<Schema>({ additionalProperties: false });
  const typed = inner.map((additionalProperties): Schema => ({ additionalProperties }));
  if (profile === 'ext') return fc.oneof(closed, closed, typed);
  const named = fc.tuple(inner, fc.oneof(fc.boolean(), inner)).map(([one, rest]): Schema => {
    return { patternProperties: { '^(x|a)': one }, additionalProperties: rest };
  });
  return fc.oneof(fc.constant<Schema>({}), closed, typed, named);
}

function anyEditable(profile: Profile, depth = 2): fc.Arbitrary<Schema> {
  const plain = fc.oneof(textSchema(), closedSchema(), numberSchema(), fc.constant<Schema>({ type: 'boolean' }));
  if (depth === 0) return plain;
  const inner = anyEditable(profile, depth - 1);
  const own = fc.oneof({ weight: 4, arbitrary: plain }, listSchema(inner), {
    weight: 2,
    arbitrary: objectSchema(inner, profile),
  });
  return profile === 'ext'
    ? own
    : fc.oneof({ weight: 3, arbitrary: own }, { weight: 2, arbitrary: importedSchema(inner) });
}

/** Keywords that Haft passes on. */
interface PassedOn {
  readonly contains?: Json;
  readonly dependentRequired?: Json;
}

/** What authors do to one schema; undefined where it has nothing of the kind. */
type Edit = (schema: Schema, other: Schema, size: number) => Schema | undefined;

const EDITS: readonly Edit[] = [
  (schema) => ({ ...schema, description: 'Another description.' }),
  (schema, _other, size) =>
    schema.maximum === undefined ? undefined : { ...schema, maximum: schema.maximum + size - 3 },
  (schema, _other, size) =>
    schema.minimum === undefined ? undefined : { ...schema, minimum: schema.minimum + size - 3 },
  (schema, _other, size) =>
    schema.type === 'string' && !schema.enum ? { ...schema, maxLength: (schema.maxLength ?? 5) + size - 2 } : undefined,
  (schema) => (schema.enum && schema.enum.length > 1 ? { ...schema, enum: schema.enum.slice(1) } : undefined),
  (schema) => (schema.enum && schema.type === 'string' ? { ...schema, enum: [...schema.enum, 'new'] } : undefined),
  (schema) => (schema.type === 'integer' ? { ...schema, type: 'number' } : undefined),
  (schema) => (schema.type === 'number' ? { ...schema, type: 'integer' } : undefined),
  (schema, other) =>
    schema.properties ? { ...schema, properties: { ...schema.properties, added: other } } : undefined,
  (schema) =>
    schema.properties
      ? {
          ...schema,
          properties: Object.fromEntries(Object.entries(schema.properties).slice(1)),
          required: (schema.required ?? []).filter((name) => name !== Object.keys(schema.properties ?? {})[0]),
        }
      : undefined,
  (schema) => (schema.required?.length ? { ...schema, required: schema.required.slice(1) } : undefined),
  (schema) => (schema.properties ? { ...schema, required: Object.keys(schema.properties) } : undefined),
  (schema, other) =>
    schema.properties
      ? { ...schema, properties: { ...schema.properties, added: { ...other, default: exampleOf(other) } } }
      : undefined,
  (_schema, other) => other,
];

/** A default that the schema accepts, of one without bounds that matter. */
function exampleOf({ type, enum: values, minimum = 0, pattern }: Schema): Json {
  if (values) return values[0] ?? null;
  if (type === 'boolean') return true;
  if (type === 'string')
    return pattern === undefined ? 'abc' : pattern.includes('d') ? 'a12' : pattern.includes('F') ? 'Fab' : 'abc';
  return minimum;
}

const IMPORTED_EDITS: readonly Edit[] = [
  (schema) =>
    typeof schema.type === 'string' && schema.type !== 'null' && !schema.enum
      ? { ...schema, type: [schema.type, 'null'] }
      : undefined,
  (schema) => (schema.type === undefined ? undefined : { anyOf: [schema, { type: 'null' }] }),
  (schema, other) => ({ anyOf: [schema, other] }),
  (schema, other) => (schema.anyOf ? { ...schema, anyOf: [...schema.anyOf, other] } : undefined),
  (schema) => (schema.anyOf && schema.anyOf.length > 1 ? { ...schema, anyOf: schema.anyOf.slice(1) } : undefined),
  (schema, other) => (schema.oneOf ? { ...schema, oneOf: [other, ...schema.oneOf] } : undefined),
  (schema) =>
    schema.anyOf
      ? { ...schema, anyOf: schema.anyOf.map((one) => ({ ...one, description: 'In a branch.' })) }
      : undefined,
  (schema) => (schema.items ? ({ ...schema, contains: { type: 'string' } } as Schema) : undefined),
  (schema) => (schema.properties ? ({ ...schema, dependentRequired: { a: ['b'] } } as Schema) : undefined),
  (schema) => {
    const { contains: _contains, dependentRequired: _required, ...rest } = schema as Schema & PassedOn;
    return _contains === undefined && _required === undefined ? undefined : rest;
  },
  (schema) => (schema.format ? { ...schema, format: 'date-time' } : undefined),
  (schema) =>
    schema.additionalProperties === undefined && schema.type === 'object'
      ? { ...schema, additionalProperties: false }
      : undefined,
  (schema, other) => (schema.type === 'object' ? { ...schema, additionalProperties: other } : undefined),
];

/** The same values, written in another way. */
const REWRITINGS: readonly Edit[] = [
  (schema) => (Array.isArray(schema.type) ? { ...schema, type: schema.type.toReversed() } : undefined),
  (schema) => (typeof schema.type === 'string' ? { ...schema, type: [schema.type] } : undefined),
  (schema) => (schema.anyOf ? { ...schema, anyOf: schema.anyOf.toReversed() } : undefined),
  (schema) => (schema.oneOf ? { ...schema, oneOf: schema.oneOf.toReversed() } : undefined),
  ({ const: only, ...schema }) => (only === undefined ? undefined : { ...schema, enum: [only] }),
  ({ enum: values, ...schema }) =>
    values?.length === 1 && values[0] !== undefined ? { ...schema, const: values[0] } : undefined,
  (schema) => (schema.enum ? { ...schema, enum: schema.enum.toReversed() } : undefined),
  (schema) =>
    schema.type === 'integer' && schema.minimum !== undefined
      ? { ...without(schema, 'minimum'), exclusiveMinimum: schema.minimum - 1 }
      : undefined,
  (schema) => (schema.minLength === 0 ? without(schema, 'minLength') : undefined),
  (schema) => (schema.minLength === undefined && schema.type === 'string' ? { ...schema, minLength: 0 } : undefined),
  (schema) => (schema.required?.length === 0 ? without(schema, 'required') : undefined),
  (schema) => ({ allOf: [schema] }),
  (schema) => ({ anyOf: [schema] }),
  (schema) => ({ anyOf: [schema, schema] }),
];

function without<K extends keyof Schema>(schema: Schema, key: K): Omit<Schema, K> {
  const { [key]: _gone, ...rest } = schema;
  return rest;
}

/** A schema before and after one to three edits, at the top or inside. */
export function schemaEdit(profile: Profile): fc.Arbitrary<SchemaEdit> {
  const edits = profile === 'ext' ? EDITS : [...EDITS, ...IMPORTED_EDITS, ...REWRITINGS, ...REWRITINGS];
  const step = fc.record({
    which: fc.nat({ max: edits.length - 1 }),
    other: anyEditable(profile, 0),
    size: fc.nat({ max: 6 }),
    deep: fc.nat({ max: 3 }),
  });
  return fc.tuple(anyEditable(profile), fc.array(step, { minLength: 1, maxLength: 3 })).map(([before, steps]) => {
    const after = steps.reduce((schema, { which, other, size, deep }) => {
      return inside(schema, deep, (one) => edits[which]?.(one, other, size) ?? one);
    }, before);
    return [before, after];
  });
}

function inside(schema: Schema, deep: number, edit: (one: Schema) => Schema): Schema {
  const [first] = Object.entries(schema.properties ?? {}).slice(-1);
  if (deep === 0) return edit(schema);
  if (first) return { ...schema, properties: { ...schema.properties, [first[0]]: inside(first[1], deep - 1, edit) } };
  if (schema.items) return { ...schema, items: inside(schema.items, deep - 1, edit) };
  const [branch, ...others] = schema.anyOf ?? [];
  return branch ? { ...schema, anyOf: [inside(branch, deep - 1, edit), ...others] } : edit(schema);
}
