/** Whether two schemas provably share no value: what makes `oneOf` the same as `anyOf`, and `not` decidable. */
import type { Schema } from '@haft/runtime/language';
import type { Facets, SchemaForm } from './form.ts';
import { Undecidable, demandedBy, formsOf, memberOf } from './form.ts';
import { areApart, isVoid, numbersOf, sizesOf } from './range.ts';
import { areTextsApart } from './text-sets.ts';
import { textsOf } from './texts.ts';
import { accepts, fewValues } from './values.ts';

/** Deeper than discriminators are. */
const DEPTH = 3;

/** Each two branches of one schema. */
export function areDisjoint(branches: readonly Schema[], root: Schema): boolean {
  const all = branches.map((schema) => [{ schema, fills: false }]);
  return all.every((one, at) => all.slice(at + 1).every((other) => shareNothing(one, root, other, root)));
}

function shareNothing(a: Facets, aRoot: Schema, b: Facets, bRoot: Schema, depth = DEPTH): boolean {
  if (depth === 0) return false;
  try {
    const others = formsOf(b, bRoot);
    return formsOf(a, aRoot).every((form) => others.every((other) => areFormsApart(form, aRoot, other, bRoot, depth)));
  } catch (error) {
    if (error instanceof Undecidable) return false;
    throw error;
  }
}

export function areFormsApart(a: SchemaForm, aRoot: Schema, b: SchemaForm, bRoot: Schema, depth = DEPTH): boolean {
  if (a.kind !== b.kind) return true;
  const [few, fewOther] = [fewValues(a), fewValues(b)];
  if (few) return few.every((value) => !accepts(a.facets, aRoot, value) || !accepts(b.facets, bRoot, value));
  if (fewOther) return fewOther.every((value) => !accepts(b.facets, bRoot, value) || !accepts(a.facets, aRoot, value));
  if (a.kind === 'string') return areTextsApart(textsOf(a), textsOf(b));
  const rangeOf = a.kind === 'number' ? numbersOf : sizesOf;
  if (areApart(rangeOf(a), rangeOf(b))) return true;
  const names = a.kind === 'object' ? new Set([...demandedBy(a), ...demandedBy(b)]) : [];
  return [...names].some((name) => shareNothing(memberOf(a, name), aRoot, memberOf(b, name), bRoot, depth - 1));
}

/** No value matches the form. */
export function isEmpty(form: SchemaForm, root: Schema, depth = DEPTH): boolean {
  const few = fewValues(form);
  if (few) return few.every((value) => !accepts(form.facets, root, value));
  if (form.kind === 'string') return areTextsApart(textsOf(form), textsOf(form));
  if (isVoid(form.kind === 'number' ? numbersOf(form) : sizesOf(form))) return true;
  if (form.kind !== 'object' || depth === 0) return false;
  return [...demandedBy(form)].some((name) =>
    formsOf(memberOf(form, name), root).every((inner) => isEmpty(inner, root, depth - 1)),
  );
}
