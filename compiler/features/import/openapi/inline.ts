/** The definitions of one tool: those that its parameters reach; what is short or used once is written where it is used. */
import { isObject, type Schema } from '@haft/runtime/language';
import { memoizeBy } from '../../../base/memo.ts';

type Schemas = Readonly<Record<string, Schema>>;

const PREFIX = '#/$defs/';
/** Characters as JSON. */
const SHORT = 160;
/** Definitions inside definitions, counted from a parameter. */
const MAX_DEPTH = 3;
/** Definitions of one tool, and their characters as JSON: those that are nearest to the parameters. */
const MAX_DEFINITIONS = 60;
const MAX_CHARACTERS = 40_000;

/** `tooLong`: the rest of a loss, where references accept anything now, since there were too many definitions. */
export function inlineDefinitions(parameters: Schemas, definition: (name: string) => Schema | undefined) {
  const all = reachable(parameters, definition);
  const uses = countUses([parameters, ...all.values()]);
  const circular = circularNames(all, namesOf);
  const endless = circularNames(all, directNames);
  const referenced = new Set<string>();
  let cut = 0;
  const written = (value: unknown, depth: number): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown) => written(item, depth));
    if (!isObject(value)) return value;
    const name = nameIn(value);
    if (name === undefined) return mapValues(value, (inner) => written(inner, depth));
    const { $ref: _ref, ...siblings } = value;
    const target = endless.has(name) ? undefined : all.get(name);
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
  const inlined = mapValues(parameters, (schema) =>
    isObject(schema) && namesOf(schema).length > 0 ? written(schema, 0) : schema,
  ) as Schemas;
  const remaining: [string, Schema][] = [];
  // Writing a definition may find further ones that stay.
  for (const name of referenced) remaining.push([name, written(all.get(name) ?? {}, 1) as Schema]);
  const definitions: Schemas = Object.fromEntries(remaining.sort(([a], [b]) => (a < b ? -1 : 1)));
  const message = `${cut} parts of the parameters accept any value: their schemas would be too long.`;
  const reason = ['large schemas', message, 'Describe what these values must be.'] as const;
  return { parameters: inlined, definitions, tooLong: cut > 0 ? [reason] : [] };
}

/** The nearest first, up to the limits. */
function reachable(parameters: Schemas, definition: (name: string) => Schema | undefined): ReadonlyMap<string, Schema> {
  const schemas = new Map<string, Schema>();
  const pending = [...namesOf(parameters)];
  let characters = 0;
  for (let at = 0; at < pending.length && schemas.size < MAX_DEFINITIONS && characters < MAX_CHARACTERS; at += 1) {
    const name = pending[at] ?? '';
    const schema = schemas.has(name) ? undefined : definition(name);
    if (schema === undefined) continue;
    schemas.set(name, schema);
    characters += lengthOf(schema);
    for (const inner of namesOf(schema)) pending.push(inner);
  }
  return schemas;
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
  const names: string[] = [];
  const visit = (inner: unknown): void => {
    if (Array.isArray(inner)) for (const item of inner) visit(item);
    else if (isObject(inner)) {
      const name = nameIn(inner);
      if (name !== undefined) names.push(name);
      for (const member of Object.values(inner)) visit(member);
    }
  };
  visit(value);
  return names;
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

function circularNames(schemas: ReadonlyMap<string, Schema>, namesIn: (schema: Schema) => readonly string[]) {
  const next = (name: string): readonly string[] => {
    const schema = schemas.get(name);
    return schema === undefined ? [] : namesIn(schema);
  };
  const isCircular = (from: string): boolean => {
    const visited = new Set<string>();
    const pending = [...next(from)];
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (name === from) return true;
      if (visited.has(name)) continue;
      visited.add(name);
      for (const one of next(name)) pending.push(one);
    }
    return false;
  };
  return new Set([...schemas.keys()].filter(isCircular));
}
