/** Keywords that the runtime passes on and other validators judge, as keywords that can be compared; the rest as unknown conditions. */
import { type Schema, isObject, plain } from '@haft/runtime/language';
import { each, keywordWithInner, withInner } from '../../spec/shape/with-inner.ts';
import { memoizeBy } from '../../base/memo.ts';
import { wordList, wordSet } from '../../base/word-lists.ts';
import { leadingTo, leadsNowhere } from './leading-to.ts';

/** No JSON Schema has such a keyword: what the others mean is kept apart from what the runtime judges. */
export const PASSED_ON = 'passed on';

/** Starts a title that no author writes. */
const MARK = '\u0000';

interface WithPassedOn {
  readonly [PASSED_ON]?: readonly Schema[];
}

/** Schemas that must match as well, which the runtime does not check. */
export function passedOnBy(schema: Schema): readonly Schema[] {
  const { [PASSED_ON]: own = [] }: Schema & WithPassedOn = schema;
  return own;
}

/** The schema with these in the place of its own. */
export function withPassedOn(schema: Schema, passedOn: readonly Schema[]): Schema {
  const { [PASSED_ON]: _own, ...rest }: Schema & WithPassedOn = schema;
  const whole: Schema & WithPassedOn = passedOn.length === 0 ? rest : { ...rest, [PASSED_ON]: passedOn };
  return whole;
}

/** What is passed on of both holds, wherever it was written. */
export function mergePassedOn(whole: Schema, a: Schema, b: Schema): Schema {
  const all = [...passedOnBy(a), ...passedOnBy(b)];
  return all.length === 0 ? whole : withPassedOn(whole, all);
}

export function hasPassedOn(...all: readonly object[]): boolean {
  return all.some(holdsPassedOn);
}

const holdsPassedOn = memoizeBy((value: object): boolean => JSON.stringify(value).includes(`"${PASSED_ON}":`));

/** As the runtime judges it. */
export function withoutPassedOn<T extends object>(value: T): T {
  return hasPassedOn(value) ? stripPassedOn(value) : value;
}

const stripPassedOn: <T extends object>(value: T) => T = memoizeBy((value: object) =>
  JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === PASSED_ON ? undefined : inner))),
);

/** A condition of which nothing is known but its text: it holds where the same one holds. */
export function isUnknown({ title = '' }: Schema): boolean {
  return title.startsWith(`${MARK}${MARK}`);
}

export function hasUnknown(...all: readonly unknown[]): boolean {
  return JSON.stringify(all).includes(UNKNOWN_MARK);
}

const UNKNOWN_MARK = JSON.stringify({ title: MARK + MARK }).slice(1, -2);

/** The plain form of a schema, in which every schema has what its other keywords mean next to it. */
export function judgedForm(schema: Schema): Schema {
  const runtimes = plain(schema);
  if (runtimes === schema) return schema;
  return setApart(plain(withMeanings(schema, schema) as Schema));
}

function setApart(schema: Schema): Schema {
  const inner = withInner(schema, setApart);
  const { $defs, allOf = [], ...rest } = inner;
  const own = allOf.filter(({ title }) => title === MARK).flatMap(({ allOf: meanings = [] }) => meanings);
  const others = allOf.filter(({ title }) => title !== MARK);
  const definitions = $defs && each($defs, setApart);
  const whole = { ...rest, ...(others.length > 0 && { allOf: others }), ...(definitions && { $defs: definitions }) };
  return own.length === 0 ? whole : withPassedOn(whole, own);
}

type Members = Readonly<Record<string, unknown>>;

/** `allOf` gets a last entry: pointers to places of the schema stay right. */
function withMeanings(schema: unknown, root: Schema): unknown {
  if (!isObject(schema)) return schema;
  const inner = (one: unknown): unknown => withMeanings(one, root);
  const members = Object.entries(schema).map(([key, value]) => [key, keywordWithInner(key, value, inner)]);
  const own = meaningsOf(schema, root);
  const all: Record<string, unknown> = Object.fromEntries(members);
  const written: readonly unknown[] = Array.isArray(all['allOf']) ? all['allOf'] : [];
  return own.length === 0 ? all : { ...all, allOf: [...written, { title: MARK, allOf: own }] };
}

function meaningsOf(schema: Members, root: Schema): readonly unknown[] {
  const inner = (one: unknown): unknown => withMeanings(one, root);
  return [...branchMeanings(schema, inner), ...dependencies(schema, inner), ...contents(schema, inner)].concat(
    unknownIn(schema, root),
  );
}

/** A boolean is a schema, too. */
function isSchema(value: unknown): boolean {
  return isObject(value) || typeof value === 'boolean';
}

type Inner = (schema: unknown) => unknown;

function branchMeanings({ if: condition, then: yes, else: no }: Members, inner: Inner): unknown[] {
  if (!isSchema(condition)) return [];
  return [
    ...(isSchema(yes) ? [{ anyOf: [{ not: inner(condition) }, inner(yes)] }] : []),
    ...(isSchema(no) ? [{ anyOf: [inner(condition), inner(no)] }] : []),
  ];
}

/** `dependencies` is the name that both had before 2019-09. */
function dependencies({ dependentRequired, dependentSchemas, dependencies: both }: Members, inner: Inner): unknown[] {
  const all = [dependentRequired, dependentSchemas, both].flatMap((one) => (isObject(one) ? Object.entries(one) : []));
  return all.flatMap(([name, needs]: [string, unknown]) => {
    if (!Array.isArray(needs) && !isSchema(needs)) return [];
    const without = { not: { type: 'object', required: [name] } };
    return [{ anyOf: [without, Array.isArray(needs) ? { required: needs } : inner(needs)] }];
  });
}

/** A list has one that fits: not all of its items do not. How many it has cannot be said so. */
function contents({ contains, minContains = 1, maxContains }: Members, inner: Inner): unknown[] {
  if (!isSchema(contains) || minContains !== 1 || maxContains !== undefined) return [];
  return [{ not: { type: 'array', items: { not: inner(contains) } } }];
}

function unknownIn(schema: Members, root: Schema): readonly Schema[] {
  const keys = Object.keys(schema).filter((key) => isUnknowable(key, schema, root));
  return keys.map((key) => {
    const context = contextOf(key, schema);
    // All that decides what it accepts.
    const text = JSON.stringify([key, context, [...leadingTo({ [key]: context }, root)]]);
    return { title: `${MARK}${MARK}${text}` };
  });
}

function isUnknowable(key: string, schema: Members, root: Schema): boolean {
  const value = schema[key];
  if (key === 'minContains' || key === 'maxContains')
    return schema['contains'] !== undefined && !(key === 'minContains' && value === 1);
  if (key === '$ref') return leadsNowhere(value, root);
  if (key === 'items') return Array.isArray(value);
  if (key === '$id') return schema !== root && holdsReferences(schema);
  if (key === 'pattern') return plain({ pattern: String(value) }).pattern === undefined;
  if (key === 'patternProperties' && isObject(value))
    return (
      Object.keys(value).length >
      Object.keys(plain({ patternProperties: value } as Schema).patternProperties ?? {}).length
    );
  return UNKNOWABLE.has(key);
}

const UNKNOWABLE = wordSet('$dynamicRef $recursiveRef unevaluatedProperties unevaluatedItems');

/** A schema with an `$id` is a whole of its own: references inside lead into it, and definitions are found there. */
function holdsReferences(schema: unknown): boolean {
  return /"(?:\$(?:ref|dynamicRef|recursiveRef|defs)|definitions)":/.test(JSON.stringify(schema));
}

/** The value of a keyword, with the keywords of the same schema that it looks at. */
export function contextOf(key: string, schema: Members): unknown {
  if (key === '$id') return holdsReferences(schema) ? schema : schema[key];
  const together = key.startsWith('unevaluated') ? EVALUATING : (TOGETHER[key] ?? []);
  const names = [key, ...together].filter((one) => schema[one] !== undefined);
  if (names.length === 1) return schema[key];
  return Object.fromEntries(names.map((one) => [one, NAMES_ONLY.has(one) ? namesOf(schema[one]) : schema[one]]));
}

const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  items: ['additionalItems'],
  minContains: ['contains'],
  maxContains: ['contains'],
};

/** What these accept makes no difference to `unevaluated…`, as all of it must match. */
const NAMES_ONLY = wordSet('properties patternProperties additionalProperties items prefixItems');
const EVALUATING = [
  ...NAMES_ONLY,
  ...wordList('allOf anyOf oneOf $ref $dynamicRef if then else dependentSchemas contains'),
];

function namesOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value) : true;
}
