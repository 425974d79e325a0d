/** The definitions of one tool: those that its parameters reach; what is short or used once is written where it is used. */
import { isObject, type Schema } from '@haft/runtime/language';
import { memoizeBy } from '../../../base/memo.ts';

type Schemas = Readonly<Record<string, Schema>>;

interface Inlined {
  readonly parameters: Schemas;
  readonly definitions: Schemas;
  /** References that accept anything now: there were too many definitions. */
  readonly cut: number;
}

const PREFIX = '#/$defs/';
/** Characters as JSON. */
const SHORT = 160;
/** Definitions inside definitions, counted from a parameter. */
const MAX_DEPTH = 3;
/** Definitions of one tool, and their characters as JSON: those that are nearest to the parameters. */
const MAX_DEFINITIONS = 60;
const MAX_CHARACTERS = 40_000;

export function inlineDefinitions(parameters: Schemas, definition: (name: string) => Schema | undefined): Inlined {
  const known = reachable(parameters, definition);
  const uses = countUses([parameters, ...known.values()]);
  const circular = circularNames(known, namesOf);
  const endless = circularNames(known, directNames);
  const referenced = new Set<string>();
  let cut = 0;
  const written = (value: unknown, depth: number): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown) => written(item, depth));
    if (!isObject(value)) return value;
    const name = nameIn(value);
    if (name === undefined) return mapValues(value, (inner) => written(inner, depth));
    const { $ref: _ref, ...siblings } = value;
    const target = endless.has(name) ? undefined : known.get(name);
    if (target === undefined) {
      cut += 1;
      return siblings;
    }
    const isLong = (uses.get(name) ?? 0) > 1 && lengthOf(target) > SHORT;
    if (!isLong && !circular.has(name) && depth < MAX_DEPTH) {
      // The definition may be nothing but another reference.
      return { ...(written(target, depth + 1) as Schema), ...siblings };
    }
    referenced.add(name);
    return value;
  };
  const made = mapValues(parameters, (schema) =>
    isObject(schema) && namesOf(schema).length > 0 ? written(schema, 0) : schema,
  ) as Schemas;
  const left: [string, Schema][] = [];
  // Writing a definition may find further ones that stay.
  for (const name of referenced) left.push([name, written(known.get(name) ?? {}, 1) as Schema]);
  return { parameters: made, definitions: Object.fromEntries(left.sort(([a], [b]) => (a < b ? -1 : 1))), cut };
}

/** The nearest first, up to the limits. */
function reachable(parameters: Schemas, definition: (name: string) => Schema | undefined): ReadonlyMap<string, Schema> {
  const known = new Map<string, Schema>();
  const left = [...namesOf(parameters)];
  let characters = 0;
  for (let at = 0; at < left.length && known.size < MAX_DEFINITIONS && characters < MAX_CHARACTERS; at += 1) {
    const name = left[at] ?? '';
    const schema = known.has(name) ? undefined : definition(name);
    if (schema === undefined) continue;
    known.set(name, schema);
    characters += lengthOf(schema);
    for (const inner of namesOf(schema)) left.push(inner);
  }
  return known;
}

const lengthOf = memoizeBy((schema: Schema): number => JSON.stringify(schema).length);

function mapValues(value: object, change: (inner: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([key, inner]: [string, unknown]) => [key, change(inner)]));
}

/** `$ref` is a keyword where it is a text, and the name of a property where it is a schema. */
function nameIn(value: Readonly<Record<string, unknown>>): string | undefined {
  const { $ref } = value;
  return typeof $ref === 'string' && $ref.startsWith(PREFIX) ? $ref.slice(PREFIX.length) : undefined;
}

/** Names of the definitions that a value refers to, in its order. */
const namesOf = memoizeBy((value: object): readonly string[] => {
  const found: string[] = [];
  const visit = (inner: unknown): void => {
    if (Array.isArray(inner)) for (const item of inner) visit(item);
    else if (isObject(inner)) {
      const name = nameIn(inner);
      if (name !== undefined) found.push(name);
      for (const member of Object.values(inner)) visit(member);
    }
  };
  visit(value);
  return found;
});

function countUses(values: readonly object[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const value of values) for (const name of namesOf(value)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

/** Those that a value must match itself, not something inside it: a circle of these describes nothing. */
function directNames(schema: Schema): readonly string[] {
  const name = nameIn(schema);
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  const inner = [...allOf, ...anyOf, ...oneOf, ...(not ? [not] : [])].flatMap(directNames);
  return name === undefined ? inner : [name, ...inner];
}

function circularNames(
  known: ReadonlyMap<string, Schema>,
  namesIn: (schema: Schema) => readonly string[],
): ReadonlySet<string> {
  const next = (name: string): readonly string[] => {
    const schema = known.get(name);
    return schema === undefined ? [] : namesIn(schema);
  };
  const isCircular = (from: string): boolean => {
    const seen = new Set<string>();
    const left = [...next(from)];
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      if (name === from) return true;
      if (seen.has(name)) continue;
      seen.add(name);
      for (const one of next(name)) left.push(one);
    }
    return false;
  };
  return new Set([...known.keys()].filter(isCircular));
}
