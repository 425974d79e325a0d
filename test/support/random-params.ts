/** Random parameters that the rules have nothing against, with a default that fits each. */
import * as fc from 'fast-check';
import type { Json, JsonObject } from '../../runtime/language/json.ts';

/** `ready` is a default that fits; what has none may be left out only where the rules allow it. */
export interface ParamSeed {
  readonly name: string;
  readonly schema: JsonObject;
  readonly ready?: Json;
  /** May stand in a path, a query or an argument of a program. */
  readonly simple: boolean;
  readonly sample?: Json;
}

const words = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);

function stringParam(): fc.Arbitrary<ParamSeed> {
  return fc
    .record({
      name: words('title', 'author', 'city', 'topic'),
      least: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
      most: fc.option(fc.integer({ min: 12, max: 90 }), { nil: undefined }),
      pattern: fc.boolean(),
    })
    .map(({ name, least, most, pattern }) => ({
      name,
      simple: true,
      ready: 'Lisbon',
      sample: 'Lisbon',
      schema: {
        type: 'string',
        description: 'As it is printed on the cover: with capitals, such as Lisbon.',
        ...(least !== undefined && { minLength: least }),
        ...(most !== undefined && { maxLength: most }),
        ...(pattern && { pattern: '^[A-Z][a-z]+$' }),
      },
    }));
}

function enumParam(): fc.Arbitrary<ParamSeed> {
  return fc
    .tuple(
      words('order', 'binding', 'season'),
      fc.uniqueArray(words('winter', 'spring', 'late summer', 'no', '7'), { minLength: 2 }),
    )
    .map(([name, values]) => ({
      name,
      simple: true,
      ready: values[0] ?? '',
      sample: values[1] ?? '',
      schema: { type: 'string', enum: values, description: 'Which part of the year is meant, as the almanac has it.' },
    }));
}

function integerParam(): fc.Arbitrary<ParamSeed> {
  return fc
    .tuple(words('limit', 'guests', 'page_count'), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 40 }))
    .map(([name, minimum, room]) => ({
      name,
      simple: true,
      ready: minimum,
      sample: minimum + room,
      schema: { type: 'integer', minimum, maximum: minimum + room, description: 'How many there may be at most.' },
    }));
}

function booleanParam(): fc.Arbitrary<ParamSeed> {
  return fc.tuple(words('include_lent', 'is_public'), fc.boolean()).map(([name, ready]) => ({
    name,
    simple: true,
    ready,
    sample: !ready,
    schema: { type: 'boolean', description: 'Whether what belongs to others is shown as well.' },
  }));
}

function listParam(): fc.Arbitrary<ParamSeed> {
  const bounds = fc.tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 2, max: 9 }));
  return fc.tuple(bounds, fc.boolean()).map(([[minItems, maxItems], deep]) => ({
    name: deep ? 'stops' : 'tags',
    simple: !deep,
    ready: deep ? [{ place: 'Bern' }] : ['old'],
    schema: {
      type: 'array',
      description: deep ? 'Places on the way, in the order of the journey.' : 'Marks that have to be on it.',
      minItems,
      maxItems,
      items: deep
        ? {
            type: 'object',
            required: ['place'],
            properties: {
              place: { type: 'string', description: 'Town where the journey is broken.' },
              nights: { type: 'integer', minimum: 0, maximum: 30, description: 'Nights spent there.' },
            },
          }
        : { type: 'string' },
    },
  }));
}

function objectParam(): fc.Arbitrary<ParamSeed> {
  return fc.tuple(fc.boolean(), stringParam(), integerParam()).map(([open, text, number]) => ({
    name: 'customer',
    simple: false,
    ready: {},
    schema: {
      type: 'object',
      description: 'Whoever has to pay for it in the end.',
      properties: {
        [text.name]: text.schema,
        [number.name]: number.schema,
        address: {
          type: 'object',
          description: 'Where the letter goes.',
          properties: { street: { type: 'string', description: 'With the number of the house.' } },
        },
      },
      ...(open && { additionalProperties: true }),
    },
  }));
}

export interface Params {
  readonly all: readonly ParamSeed[];
  readonly parameters: Record<string, JsonObject>;
  readonly required: readonly string[];
}

/** Each is required or has its default; texts, lists and objects may have neither. */
export function anyParams(): fc.Arbitrary<Params> {
  const one = fc.oneof(stringParam(), enumParam(), integerParam(), booleanParam(), listParam(), objectParam());
  const role = fc.constantFrom<('default' | 'required' | 'neither')[]>('default', 'required', 'neither');
  return fc
    .tuple(
      fc.uniqueArray(one, { maxLength: 5, selector: ({ name }) => name }),
      fc.array(role, { minLength: 5, maxLength: 5 }),
    )
    .map(([all, roles]) => {
      const required: string[] = [];
      const entries = all.map(({ name, schema, ready }, at) => {
        const free = schema['enum'] === undefined && ['string', 'array', 'object'].includes(String(schema['type']));
        if (roles[at] === 'required' && required.length < 4) required.push(name);
        else if (roles[at] === 'default' || !free) return [name, { ...schema, default: ready ?? null }] as const;
        return [name, schema] as const;
      });
      return { all, parameters: Object.fromEntries(entries), required };
    });
}
