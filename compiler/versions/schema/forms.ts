/** The schemas of one argument or result property in both Plans, as far as they can be compared, and what of them differs. */
import { type Json, type Schema, isObject, plain, sameJson } from '@haft/runtime/language';
import { memoizeBy, memoizeByTwo } from '../../base/memo.ts';
import { wordSet } from '../../base/word-lists.ts';
import type { ToolPlan } from '../../plan/model.ts';
import type { Pair, SchemaPair } from '../change.ts';
import { compareLists } from '../compare/sequence.ts';
import { json } from '../compare/changed.ts';
import { OF_TYPE } from './simplify.ts';
import { typesOf } from '../subset/form.ts';
import { leadingTo, leadsNowhere } from '../subset/leading-to.ts';
import { contextOf, judgedForm } from '../subset/passed-on.ts';

interface Forms {
  readonly before: Schema;
  readonly after: Schema;
}

/** In both Plans, with any type. */
export function inBoth({ before, after }: Pair<Schema>): Forms | undefined {
  return before && after ? { before, after } : undefined;
}

/** What is said of the types that both have: where there are none, the change of type says it all. */
export function comparable(pair: SchemaPair): Forms | undefined {
  const forms = inBoth(pair);
  if (!forms || typeRelation(forms) === 'other') return undefined;
  const [old, now] = [kindsOf(forms.before), kindsOf(forms.after)];
  const shared = new Set([...old].filter((kind) => now.has(kind)));
  return { before: ofTypes(forms.before, shared), after: ofTypes(forms.after, shared) };
}

/** Without the keywords of other types. */
function ofTypes(schema: Schema, kinds: ReadonlySet<string>): Schema {
  const others = Object.entries(OF_TYPE).flatMap(([kind, keys]) => {
    return kinds.has(kind) || (kind === 'number' && kinds.has('integer')) ? [] : keys;
  });
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !others.some((one) => one === key)));
}

interface EnumChange {
  /** New values at the end of it or between the old ones. */
  readonly added: readonly Json[];
  readonly removed: readonly Json[];
  /** As many values as before: at these places another one. */
  readonly replaced: { readonly before: readonly Json[]; readonly after: readonly Json[] };
  readonly reordered: boolean;
}

/** Undefined where one of the two has no enum. */
export function enumChange(forms: Forms | undefined): EnumChange | undefined {
  const [before, after] = [forms?.before.enum, forms?.after.enum];
  if (before === undefined || after === undefined) return undefined;
  const isNew = (value: Json): boolean => !before.some((old) => sameJson(old, value));
  const isGone = (value: Json): boolean => !after.some((now) => sameJson(now, value));
  const places = before.length === after.length ? [...before.keys()] : [];
  const replaced = new Set(places.filter((at) => isGone(before[at] ?? null) && isNew(after[at] ?? null)));
  return {
    added: after.filter((value, at) => isNew(value) && !replaced.has(at)),
    removed: before.filter((value, at) => isGone(value) && !replaced.has(at)),
    replaced: {
      before: before.filter((_, at) => replaced.has(at)),
      after: after.filter((_, at) => replaced.has(at)),
    },
    reordered: compareLists(before, after).reordered,
  };
}

/** Names that a form demands without saying what they are, and the other does not. */
export function demandedOnlyBy(one: Schema | undefined, other: Schema | undefined): string[] {
  const declared = { ...one?.properties, ...other?.properties };
  return (one?.required ?? []).filter((name) => !Object.hasOwn(declared, name) && !other?.required?.includes(name));
}

/** Both orders, where common properties have another one. */
export function propertyOrder(forms: Forms | undefined): { before: Json; after: Json } | undefined {
  const before = Object.keys(forms?.before.properties ?? {});
  const after = Object.keys(forms?.after.properties ?? {});
  return compareLists(before, after).reordered ? { before, after } : undefined;
}

/** Properties that only branches declare are compared with the branches. */
export function declareAlike(before: Schema, after: Schema): boolean {
  const [old, now] = [before, after].map(({ properties, anyOf, oneOf, allOf, $ref }) => {
    return properties === undefined && (anyOf ?? oneOf ?? allOf ?? $ref) !== undefined;
  });
  return old === now;
}

/** `wider`: every value of the earlier types is one of the later. */
export type TypeRelation = 'same' | 'wider' | 'narrower' | 'other';

/** Types of values as sets: the same, one inside the other, or apart. */
export function typeRelation({ before, after }: Pair<Schema>): TypeRelation {
  const [old, now] = [kindsOf(before ?? {}), kindsOf(after ?? {})];
  const [isSubset, isSuperset] = [[...old].every((kind) => now.has(kind)), [...now].every((kind) => old.has(kind))];
  if (isSubset && isSuperset) return 'same';
  if (isSubset) return 'wider';
  return isSuperset ? 'narrower' : 'other';
}

/** Types that a value may have, of its branches too. A number is an integer or has a fraction. */
export function kindsOf(schema: Schema): ReadonlySet<string> {
  const own = new Set<string>(
    typesOf(schema).flatMap((type) => (type === 'number' ? ['integer', 'fraction'] : [type])),
  );
  const { allOf = [], anyOf, oneOf } = schema;
  const conditions = [
    ...allOf.map(kindsOf),
    ...[anyOf, oneOf].flatMap((branches) => (branches ? [new Set(branches.flatMap((one) => [...kindsOf(one)]))] : [])),
  ];
  return new Set([...own].filter((kind) => conditions.every((kinds) => kinds.has(kind))));
}

/** As an author lists them. */
export function shownTypes(schema: Schema): Json {
  if (typeof schema.type === 'string') return schema.type;
  const kinds = kindsOf(schema);
  const numbers = kinds.has('fraction') ? ['number'] : kinds.has('integer') ? ['integer'] : [];
  const types = [...[...kinds].filter((kind) => kind !== 'fraction' && kind !== 'integer'), ...numbers];
  return types.length === 1 ? (types[0] ?? []) : types;
}

/** The schema as it is judged, with what keywords mean that the runtime passes on. */
export const plainForm = memoizeBy(judgedForm);

/** The result of a tool, with what its references lead to. */
export function returnsOf(tool: ToolPlan): Schema {
  return plainForm(withDefinitions(tool.returns, tool));
}

/** Keywords that are only passed on, and what they lead to, by their JSON Pointer. */
export const unjudgedKeywords = memoizeByTwo((schema: Schema, root: Schema): Readonly<Record<string, Json>> => {
  if (plainForm(schema) === schema) return {};
  const { $schema, ...others } = { $schema: undefined, ...schema };
  const isDialect =
    typeof $schema === 'string' && DIALECTS.test($schema) && !READ_DIFFERENTLY.test(JSON.stringify(others));
  const keywords = passedOnIn(isDialect ? others : { ...schema }, '', root);
  const alone = keywords.map(([at, value]) => ({ [at.slice(at.lastIndexOf('/') + 1)]: value }));
  const reached = [...leadingTo(alone, root)];
  return Object.fromEntries([...keywords, ...reached.map(([reference, target]) => [reference, json(target)] as const)]);
});

/** A schema that all of them read alike says nothing by naming one. */
const DIALECTS = /^https?:\/\/json-schema\.org\/draft(?:-07|\/2019-09|\/2020-12)\/schema#?$/;
const READ_DIFFERENTLY =
  /"(?:\$ref|\$recursive\w+|\$dynamic\w+|additionalItems|prefixItems|dependencies|dependent\w+|unevaluated\w+|(?:min|max)Contains)":|"items":\[/;

/** Results refer to the definitions of their tool. */
export const withDefinitions = memoizeByTwo(
  (returns: Schema, { inputSchema: { $defs } }: Pick<ToolPlan, 'inputSchema'>): Schema => {
    return $defs ? { ...returns, $defs } : returns;
  },
);

/** A keyword is passed on where a schema that has it alone is plainly empty. */
function passedOnIn(schema: Readonly<Record<string, unknown>>, path: string, root: Schema): [string, Json][] {
  return Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
    const at = `${path}/${key}`;
    const inside = (all: object): [string, Json][] =>
      Object.entries(all).flatMap(([step, inner]) => (isObject(inner) ? passedOnIn(inner, `${at}/${step}`, root) : []));
    if (NAMED.has(key) && isObject(value)) return inside(value);
    if (key === '$ref' ? leadsNowhere(value, root) : Object.keys(plain({ [key]: value })).length === 0)
      return [[at, json(path === '' && key === '$id' ? value : contextOf(key, schema))]];
    return SCHEMAS.has(key) ? inside([value].flat()) : [];
  });
}

const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);
const SCHEMAS = wordSet('items propertyNames additionalProperties not prefixItems allOf anyOf oneOf');
