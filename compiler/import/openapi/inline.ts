/** Writes definitions that are used once, or are short, where they are used; the others stay definitions. */
import { isObject } from '@haft/runtime/language';
import type { Schema } from '@haft/runtime/language';

type Schemas = Readonly<Record<string, Schema>>;

export interface Inlined {
  readonly parameters: Schemas;
  readonly definitions: Schemas;
}

const PREFIX = '#/$defs/';
/** Characters as JSON. */
const SHORT = 160;
/** Definitions inside definitions, counted from a parameter. */
const DEEPEST = 3;

export function inlineDefinitions(parameters: Schemas, definitions: Schemas): Inlined {
  const uses = countUses(parameters, definitions);
  const circular = circularNames(definitions);
  const stays = (name: string, depth: number): boolean => {
    if (circular.has(name) || depth >= DEEPEST) return true;
    return (uses.get(name) ?? 0) > 1 && JSON.stringify(definitions[name]).length > SHORT;
  };
  const kept = new Set<string>();
  const written = (value: unknown, depth: number): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown) => written(item, depth));
    if (!isObject(value)) return value;
    const name = nameIn(value);
    const target = name === undefined ? undefined : definitions[name];
    if (name === undefined || target === undefined) return mapped(value, (inner) => written(inner, depth));
    if (stays(name, depth)) {
      kept.add(name);
      return value;
    }
    const { $ref: _ref, ...beside } = value;
    return { ...mapped(target, (inner) => written(inner, depth + 1)), ...beside };
  };
  const made = mapped(parameters, (schema) => written(schema, 0)) as Schemas;
  const left = new Map<string, Schema>();
  // Writing a definition may find further ones that stay.
  for (const name of kept) left.set(name, mapped(definitions[name] ?? {}, (inner) => written(inner, 1)) as Schema);
  return { parameters: made, definitions: Object.fromEntries([...left].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

function mapped(value: object, change: (inner: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([key, inner]: [string, unknown]) => [key, change(inner)]));
}

/** `$ref` is a keyword where it is a text, and the name of a property where it is a schema. */
function nameIn(value: Readonly<Record<string, unknown>>): string | undefined {
  const { $ref } = value;
  return typeof $ref === 'string' && $ref.startsWith(PREFIX) ? $ref.slice(PREFIX.length) : undefined;
}

function namesIn(value: unknown, found: string[] = []): string[] {
  if (Array.isArray(value)) for (const item of value) namesIn(item, found);
  else if (isObject(value)) {
    const name = nameIn(value);
    if (name !== undefined) found.push(name);
    for (const inner of Object.values(value)) namesIn(inner, found);
  }
  return found;
}

function countUses(parameters: Schemas, definitions: Schemas): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const name of namesIn([parameters, definitions])) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

function circularNames(definitions: Schemas): ReadonlySet<string> {
  const next = new Map(Object.entries(definitions).map(([name, schema]) => [name, new Set(namesIn(schema))]));
  const reaches = (from: string): boolean => {
    const seen = new Set<string>();
    const left = [...(next.get(from) ?? [])];
    while (left.length > 0) {
      const name = left.pop() ?? '';
      if (name === from) return true;
      if (seen.has(name)) continue;
      seen.add(name);
      left.push(...(next.get(name) ?? []));
    }
    return false;
  };
  return new Set([...next.keys()].filter(reaches));
}
