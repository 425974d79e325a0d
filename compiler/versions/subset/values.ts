/** Forms with few values: each can be tried. */
import { compileImported, type Json, sameJson, type Schema, type Validator } from '@haft/runtime/language';
import { memoizeBy, memoizeByParts, memoizeByText } from '../../base/memo.ts';
import type { Facets, SchemaForm } from './form.ts';
import { hasPassedOn, hasUnknown, isUnknown, passedOnBy, withPassedOn, withoutPassedOn } from './passed-on.ts';
import { isInteger, numbersOf, sizesOf } from './range.ts';
import { withInner } from '../../spec/shape/with-inner.ts';

const MAX_INTEGERS = 200;

/** All values that the form may have, and perhaps others; undefined where there are too many. */
export function fewValues(form: SchemaForm): readonly Json[] | undefined {
  const listed = listedValues(form);
  if (listed) return listed;
  if (form.kind === 'number') return numbersIn(form);
  const isBare = (form.kind === 'array' || form.kind === 'object') && sizesOf(form).max === 0;
  return isBare ? [form.kind === 'array' ? [] : {}] : undefined;
}

/** Those of a type with few values, or of an enum. */
export function listedValues(form: SchemaForm): readonly Json[] | undefined {
  if (form.kind === 'null') return [null];
  if (form.kind === 'boolean') return [false, true];
  const closed = form.facets.flatMap(({ schema: { enum: allowed, const: only } }) => [
    ...(only === undefined ? [] : [[only]]),
    ...(allowed ? [allowed] : []),
  ]);
  const [first] = closed.sort((a, b) => a.length - b.length);
  return first?.filter((value) => kindOf(value) === form.kind);
}

function numbersIn(form: SchemaForm): readonly Json[] | undefined {
  const { min, max } = numbersOf(form);
  if (min === max) return [min];
  if (!isInteger(form) || !(max - min < MAX_INTEGERS)) return undefined;
  return Array.from({ length: Math.max(0, max - min + 1) }, (_, at) => min + at);
}

export function kindOf(value: Json): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** Whether the value is accepted where all facets apply: by the runtime, or by a validator that judges more. */
export function accepts(facets: Facets, root: Schema, value: Json, reading: Reading = 'runtime'): boolean {
  return 'value' in validatorsOf([facets, root])[reading](value);
}

/** Accepted by both, whatever unknown conditions are. */
export function surelyAccepts(facets: Facets, root: Schema, value: Json): boolean {
  return accepts(facets, root, value) && accepts(facets, root, value, 'least');
}

export function surelyRejects(facets: Facets, root: Schema, value: Json): boolean {
  return !accepts(facets, root, value) && !accepts(facets, root, value, 'most');
}

type Validators = Readonly<Record<Reading, Validator>>;

const validatorsIn = memoizeBy((root: Schema) =>
  memoizeByText(JSON.stringify, (facets: Facets) => readingsOf(facets, root)),
);

/** Many values are tried with the same facets, and their text is long. */
const validatorsOf = memoizeByParts(
  (both: readonly [Facets, Schema]) => both,
  ([facets, root]) => validatorsIn(root)(facets),
);

function readingsOf(facets: Facets, root: Schema): Validators {
  // Branches are judged without defaults.
  const allOf = facets.map(({ schema, fills }) => (fills ? schema : { anyOf: [schema] }));
  const whole = allOf.length === 0 ? {} : { allOf };
  if (hasPassedOn(whole) || (root.$defs && hasPassedOn(root.$defs)))
    return readingsOfSchema({ ...whole, ...(root.$defs && { $defs: root.$defs }) });
  return alike(compileImported(whole, root));
}

function alike(validator: Validator): Validators {
  return { runtime: validator, least: validator, most: validator };
}

/** Of a schema with what its references lead to. */
export const readingsOfSchema = memoizeBy((schema: Schema): Validators => {
  if (!hasPassedOn(schema)) return alike(compileImported(schema));
  const of = (reading: Reading): Validator => compileImported(readAs(reading, schema));
  return { runtime: of('runtime'), least: of('least'), most: of('most') };
});

export function isOneOf(values: readonly Json[], value: Json): boolean {
  return values.some((other) => sameJson(other, value));
}

/** `least`: whatever unknown conditions are, these values are accepted; `most`: no others are. */
type Reading = 'runtime' | 'least' | 'most';

/** The schema for a validator that judges what the runtime judges. */
function readAs(reading: Reading, schema: Schema): Schema {
  if (reading === 'runtime' || !hasPassedOn(schema)) return withoutPassedOn(schema);
  const isExact = !hasUnknown(schema);
  const { $defs = {}, ...own } = schema;
  const definitions = Object.entries($defs).flatMap(([name, one]) =>
    BOUNDS.map((bound): [string, Schema] => [`${bound} ${name}`, boundOf(one, bound, isExact)]),
  );
  return { ...boundOf(own, reading, isExact), $defs: Object.fromEntries(definitions) };
}

type Bound = Exclude<Reading, 'runtime'>;
const BOUNDS: readonly Bound[] = ['least', 'most'];

function boundOf(schema: Schema, bound: Bound, isExact: boolean): Schema {
  if (isUnknown(schema)) return bound === 'least' ? { not: {} } : {};
  const inner = (one: Schema): Schema => boundOf(one, bound, isExact);
  const other = (one: Schema): Schema => boundOf(one, bound === 'least' ? 'most' : 'least', isExact);
  const { not, oneOf, ...rest } = withPassedOn(schema, []);
  const { allOf = [], $ref, ...own } = withInner(rest, inner);
  // Branches fill no defaults.
  const passedOn = passedOnBy(schema).map((one): Schema => ({ anyOf: [inner(one)] }));
  const exclusive = oneOf ? [isExact ? { oneOf: oneOf.map(inner) } : oneOfThem(oneOf, inner, other, bound)] : [];
  const all = [...allOf, ...passedOn, ...exclusive];
  return {
    ...own,
    ...(not && { not: other(not) }),
    ...($ref !== undefined && { $ref: $ref.replace(/^#\/\$defs\//, `#/$defs/${bound} `) }),
    ...(all.length > 0 && { allOf: all }),
  };
}

type Change = (schema: Schema) => Schema;

/** At most the values of any branch; at least those of one that no other may accept. */
function oneOfThem(branches: readonly Schema[], inner: Change, other: Change, bound: Bound): Schema {
  if (bound === 'most') return { anyOf: branches.map(inner) };
  const alone = branches.map((one, at): Schema => {
    const others = branches.filter((_, place) => place !== at).map(other);
    return { allOf: [{ anyOf: [inner(one)] }, ...(others.length > 0 ? [{ not: { anyOf: others } }] : [])] };
  });
  return { anyOf: alone };
}
