/** Forms with few values: each can be tried. */
import { compileImported, type Json, sameJson, type Schema, type Validator } from '@haft/runtime/language';
import { memoizeByParts } from '../../base/memo.ts';
import type { Facets, SchemaForm } from './form.ts';
import { isInteger, numbersOf } from './range.ts';

const MAX_INTEGERS = 64;

/** All values that the form may have, and perhaps others; undefined where there are too many. */
export function fewValues(form: SchemaForm): readonly Json[] | undefined {
  return listedValues(form) ?? (form.kind === 'number' && isInteger(form) ? integersOf(form) : undefined);
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

function integersOf(form: SchemaForm): readonly Json[] | undefined {
  const { min, max } = numbersOf(form);
  if (!(max - min < MAX_INTEGERS)) return undefined;
  return Array.from({ length: Math.max(0, max - min + 1) }, (_, at) => min + at);
}

export function kindOf(value: Json): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** Whether the runtime accepts the value where all facets apply. */
export function accepts(facets: Facets, root: Schema, value: Json): boolean {
  return 'value' in validatorOf([facets, root])(value);
}

const validators = new WeakMap<Schema, Map<string, Validator>>();

/** Many values are tried with the same facets, and their text is long. */
const validatorOf = memoizeByParts(
  (both: readonly [Facets, Schema]) => both,
  ([facets, root]) => validatorByText(facets, root),
);

function validatorByText(facets: Facets, root: Schema): Validator {
  const own = validators.get(root) ?? new Map<string, Validator>();
  validators.set(root, own);
  const key = JSON.stringify(facets);
  const before = own.get(key);
  if (before) return before;
  // Branches are judged without defaults.
  const allOf = facets.map(({ schema, fills }) => (fills ? schema : { anyOf: [schema] }));
  const validator = compileImported(allOf.length === 0 ? {} : { allOf }, root);
  own.set(key, validator);
  return validator;
}

export function isOneOf(values: readonly Json[], value: Json): boolean {
  return values.some((other) => sameJson(other, value));
}
