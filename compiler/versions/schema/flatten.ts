/** Composition that is not needed: one branch, branches of different types, conditions that fit into one schema. */
import { sameJson } from '@haft/runtime/language';
import type { AnyType, Schema } from '@haft/runtime/language';

const TEXTS: ReadonlySet<string> = new Set(['title', 'description', 'examples', 'deprecated']);
const COMPOSED = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'const'] as const;

/** Texts of the branches are lost, and defaults, which nothing fills: they are compared where they were written. */
export function flattened(schema: Schema): Schema {
  return union('oneOf', union('anyOf', intersection(schema)));
}

function union(key: 'anyOf' | 'oneOf', schema: Schema): Schema {
  const { [key]: branches, ...rest } = schema;
  if (!branches) return schema;
  const bare = key === 'anyOf' ? distinct(branches.map(bareOf)) : branches.map(bareOf);
  const [only] = bare;
  const isAlone = Object.keys(rest).every((name) => TEXTS.has(name) || name === 'default' || name === 'x-mcp-header');
  if (!isAlone) return bare.length === 1 && only ? { ...rest, allOf: [...(rest.allOf ?? []), only] } : schema;
  if (bare.length === 1 && only) return { ...only, ...rest };
  const merged = mergedByType(bare);
  return merged ? { ...merged, ...rest } : schema;
}

/** `{ type: string, minLength: 1 }` or `{ type: integer }` → `{ type: [string, integer], minLength: 1 }` */
function mergedByType(branches: readonly Schema[]): Schema | undefined {
  const types = branches.flatMap(({ type }) => (type === undefined ? [] : [type].flat()));
  const isTyped = branches.every(({ type }) => type !== undefined);
  const isPlain = branches.every((branch) => COMPOSED.every((key) => branch[key] === undefined));
  const closed = branches.filter(({ enum: values }) => values !== undefined);
  if (!isTyped || !isPlain || new Set(types.map(general)).size !== types.length) return undefined;
  if (closed.length === 0) return { ...Object.assign({}, ...branches), type: types };
  // A value has to be listed, so every branch has to list its own.
  const isListed = branches.every(({ enum: values, type }) => values !== undefined || type === 'null');
  const listed = branches.flatMap(({ enum: values, type }) => values ?? (type === 'null' ? [null] : []));
  return isListed ? { ...Object.assign({}, ...branches), type: types, enum: listed } : undefined;
}

function distinct(branches: readonly Schema[]): Schema[] {
  return branches.filter((branch, at) => branches.findIndex((other) => sameJson(other, branch)) === at);
}

function general(type: AnyType): AnyType {
  return type === 'integer' ? 'number' : type;
}

/** Conditions that say nothing of the same keywords are one schema. */
function intersection(schema: Schema): Schema {
  const { allOf, ...rest } = schema;
  if (!allOf) return schema;
  let merged: Schema = rest;
  const left: Schema[] = [];
  for (const branch of allOf.map(bareOf)) {
    const one = mergedBoth(merged, branch);
    if (one) merged = one;
    else left.push(branch);
  }
  return left.length === 0 ? merged : { ...merged, allOf: left };
}

/** Keywords that look at each other. */
const BOUND: readonly ReadonlySet<string>[] = [
  new Set(['additionalProperties', 'patternProperties', 'properties']),
  new Set(['items', 'prefixItems']),
];

function mergedBoth(a: Schema, b: Schema): Schema | undefined {
  const [own, others] = [Object.keys(a), Object.keys(b)];
  const shared = others.filter((key) => own.includes(key));
  const isFree = shared.every((key) => (key === 'type' && String(a.type) === String(b.type)) || isJoined(key, a, b));
  const isApart = BOUND.every((group) => {
    const [here, there] = [own, others].map((keys) => keys.filter((key) => group.has(key)));
    return (
      here?.length === 0 ||
      there?.length === 0 ||
      [...(here ?? []), ...(there ?? [])].every((key) => key === 'properties')
    );
  });
  if (!isFree || !isApart) return undefined;
  const properties = a.properties && b.properties ? { properties: { ...a.properties, ...b.properties } } : {};
  const required = a.required && b.required ? { required: [...new Set([...a.required, ...b.required])] } : {};
  return { ...a, ...b, ...properties, ...required };
}

function isJoined(key: string, a: Schema, b: Schema): boolean {
  if (key === 'required') return true;
  return (
    key === 'properties' && Object.keys(b.properties ?? {}).every((name) => !Object.hasOwn(a.properties ?? {}, name))
  );
}

function bareOf(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => !TEXTS.has(key) && key !== 'default' && key !== 'x-mcp-header'),
  );
}
