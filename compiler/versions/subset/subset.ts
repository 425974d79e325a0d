/** Whether every value that one schema accepts is accepted by another: proved, or not decided (ADR 14). */
import type { Json, Schema } from '@haft/runtime/language';
import type { Facets, SchemaForm } from './form.ts';
import {
  Undecidable,
  declaredBy,
  demandedBy,
  facetsOf,
  formsOf,
  isClosed,
  itemOf,
  memberOf,
  otherMember,
  prefixOf,
  unlessUndecidable,
} from './form.ts';
import { hasPassedOn, hasUnknown, isUnknown, withPassedOn, withoutPassedOn } from './passed-on.ts';
import { isInteger, isWhole, isWithin, numbersOf, sizesOf, areApart, isVoid } from './range.ts';
import { textOutside, areTextsApart } from './text-sets.ts';
import { exactTextsOf, textsOf } from './texts.ts';
import { accepts, fewValues } from './values.ts';

interface Proof {
  /** Where references of either side lead. */
  readonly inner: Schema;
  readonly outer: Schema;
  /** What was proved, disproved, or is being proved: a schema that contains itself is a subset where all else is. */
  readonly claims: Map<string, boolean>;
  /** What was proved, in this order: where a claim fails, all that may have relied on it is forgotten. */
  readonly proved: string[];
  readonly budget: { left: number };
}

const MAX_STEPS = 3000;

/** Proves that `inner` ⊆ `outer`; false where it does not hold or cannot be proved. */
export function isSubset(inner: Schema, innerRoot: Schema, outer: Schema, outerRoot: Schema): boolean {
  if (!holds(inner, innerRoot, outer, outerRoot)) return false;
  if (!hasPassedOn(inner, innerRoot, outer, outerRoot)) return true;
  // By what the runtime judges alone, too.
  return holds(withoutPassedOn(inner), withoutPassedOn(innerRoot), withoutPassedOn(outer), withoutPassedOn(outerRoot));
}

function holds(inner: Schema, innerRoot: Schema, outer: Schema, outerRoot: Schema): boolean {
  const proof = proofIn(innerRoot, outerRoot);
  return unlessUndecidable(() => proves(facetsOf(inner), facetsOf(outer), proof), false);
}

function proofIn(inner: Schema, outer: Schema): Proof {
  return { inner, outer, claims: new Map(), proved: [], budget: { left: MAX_STEPS } };
}

function proves(inner: Facets, outer: Facets, proof: Proof): boolean {
  if (outer.length === 0) return true;
  const [own, wanted] = [JSON.stringify(inner), JSON.stringify(outer)];
  // Also what is unknown of them.
  if (own === wanted && leadsAlike(inner, proof)) return true;
  if ((proof.budget.left -= 1) < 0) throw new Undecidable();
  const claim = `${own} ${wanted}`;
  const { claims, proved } = proof;
  const before = claims.get(claim);
  if (before !== undefined) return before;
  claims.set(claim, true);
  const first = proved.length;
  const others = formsOf(outer, proof.outer);
  const holds = formsOf(inner, proof.inner).every((form) => provesForm(form, inner, others, outer, proof));
  if (holds) proved.push(claim);
  else {
    for (const one of proved.splice(first)) claims.delete(one);
    claims.set(claim, false);
  }
  return holds;
}

function provesForm(
  form: SchemaForm,
  inner: Facets,
  others: readonly SchemaForm[],
  outer: Facets,
  proof: Proof,
): boolean {
  const few = fewValues(form);
  const isAccepted = (value: Json): boolean =>
    !accepts(inner, proof.inner, value, 'most') ||
    accepts(outer, proof.outer, value, 'least') ||
    others.some((other) => isIn(value, form, other, proof));
  if (few) return few.every(isAccepted);
  return isEmpty(form, proof.inner) || others.some((other) => fits(form, other, proof));
}

/** One value of a form, where the same unknown conditions hold in the other. */
function isIn(value: Json, form: SchemaForm, other: SchemaForm, proof: Proof): boolean {
  if (form.kind !== other.kind || !hasUnknown(other.conditions)) return false;
  const facets = other.facets.map(({ schema, fills }) => ({ schema: alone(schema), fills }));
  const only = { ...form, facets: [...form.facets, { schema: { enum: [value] }, fills: false }] };
  return (
    accepts(facets, proof.outer, value, 'least') && other.conditions.every((condition) => meets(only, condition, proof))
  );
}

/** Without its branches and conditions, which forms have apart. */
function alone(schema: Schema): Schema {
  const { $ref: _ref, allOf: _all, anyOf: _any, oneOf: _one, not: _not, ...own } = withPassedOn(schema, []);
  return isUnknown(own) ? {} : own;
}

/** One form in one other of its type. */
function fits(form: SchemaForm, other: SchemaForm, proof: Proof): boolean {
  if (form.kind !== other.kind) return false;
  // Listed texts are a pattern.
  if (form.kind !== 'string' && fewValues(other) !== undefined) return false;
  const rangeOf = form.kind === 'number' ? numbersOf : sizesOf;
  // A pattern may keep texts within a length that is not written down.
  if (form.kind !== 'string' && !isWithin(rangeOf(form), rangeOf(other))) return false;
  return DETAILS[form.kind](form, other, proof) && other.conditions.every((one) => meets(form, one, proof));
}

type Fits = (form: SchemaForm, other: SchemaForm, proof: Proof) => boolean;

const DETAILS: Readonly<Record<SchemaForm['kind'], Fits>> = {
  null: () => true,
  boolean: () => true,
  number: fitsNumber,
  string: fitsString,
  array: fitsArray,
  object: fitsObject,
};

function fitsNumber(form: SchemaForm, other: SchemaForm): boolean {
  if (isInteger(other) && !isInteger(form)) return false;
  const steps = form.facets.flatMap(({ schema: { multipleOf } }) => multipleOf ?? []);
  if (isInteger(form)) steps.push(1);
  return other.facets.every(({ schema: { multipleOf } }) => {
    return multipleOf === undefined || steps.some((step) => isWhole(step / multipleOf));
  });
}

function fitsString(form: SchemaForm, other: SchemaForm): boolean {
  const outer = exactTextsOf(other, new Set(form.facets.map(({ schema: { format } }) => format)));
  return outer !== undefined && textOutside(textsOf(form), outer) === 'none';
}

function fitsArray(form: SchemaForm, other: SchemaForm, proof: Proof): boolean {
  const { max } = sizesOf(form);
  const unique = (one: SchemaForm): boolean => one.facets.some(({ schema }) => schema.uniqueItems === true);
  if (unique(other) && !unique(form) && max > 1) return false;
  const places = Math.min(max, Math.max(prefixOf(form), prefixOf(other)) + 1);
  return Array.from({ length: places }).every((_, at) => proves(itemOf(form, at), itemOf(other, at), proof));
}

/** Each further pattern doubles the names that have to be told apart. */
const MAX_PATTERNS = 4;

function fitsObject(form: SchemaForm, other: SchemaForm, proof: Proof): boolean {
  const demands = demandedBy(form);
  if ([...demandedBy(other)].some((name) => !demands.has(name)) || !fillsWell(other, proof)) return false;
  if (!namesFit(form, other, proof)) return false;
  const names = new Set([...declaredBy(form), ...declaredBy(other)]);
  if (![...names].every((name) => proves(memberOf(form, name), memberOf(other, name), proof))) return false;
  const patterns = [form, other].flatMap(({ facets }) =>
    facets.flatMap(({ schema }) => Object.keys(schema.patternProperties ?? {})),
  );
  const all = [...new Set(patterns)];
  if (all.length > MAX_PATTERNS) return false;
  return subsetsOf(all).every((set) => proves(otherMember(form, set), otherMember(other, set), proof));
}

/** A default that is filled is accepted: one that is not makes calls without it fail. */
function fillsWell({ facets }: SchemaForm, { outer }: Proof): boolean {
  return facets.every(({ schema: { properties = {} }, fills }) =>
    Object.values(properties).every(
      (property) =>
        !fills || property.default === undefined || accepts(facetsOf(property), outer, property.default, 'least'),
    ),
  );
}

function namesFit(form: SchemaForm, other: SchemaForm, proof: Proof): boolean {
  const [own, wanted] = [form, other].map(({ facets }) =>
    facets.flatMap(({ schema: { propertyNames }, fills }) =>
      propertyNames === undefined ? [] : [{ schema: propertyNames, fills }],
    ),
  );
  if (!own || !wanted || wanted.length === 0) return true;
  if (isClosed(form)) return declaredBy(form).every((name) => accepts(wanted, proof.outer, name, 'least'));
  return proves([...own, { schema: { type: 'string' }, fills: false }], wanted, proof);
}

function subsetsOf(patterns: readonly string[]): ReadonlySet<string>[] {
  return Array.from({ length: 2 ** patterns.length }, (_, which) => {
    return new Set(patterns.filter((_pattern, at) => Math.floor(which / 2 ** at) % 2 === 1));
  });
}

/** A condition beyond the facets: the form has it too, or it follows. */
function meets(form: SchemaForm, condition: Schema, proof: Proof): boolean {
  const { not, oneOf } = condition;
  if (form.conditions.some((own) => sameText(own, condition)) && leadsAlike(condition, proof)) return true;
  if (not) {
    const others = formsOf([{ schema: not, fills: false }], proof.outer);
    if (others.every((other) => areFormsApart(form, proof.inner, other, proof.outer))) return true;
    return form.conditions.some((own) => own.not !== undefined && isSubset(not, proof.outer, own.not, proof.inner));
  }
  if (!oneOf) return false;
  if (areDisjoint(oneOf, proof.outer)) return true;
  const apart = oneOf.filter((branch) =>
    formsOf([{ schema: branch, fills: false }], proof.outer).every((other) =>
      areFormsApart(form, proof.inner, other, proof.outer),
    ),
  );
  // That it is in one of them is proved by the alternative that it was compared with.
  return apart.length === oneOf.length - 1;
}

function sameText(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function leadsAlike(same: object, { inner, outer }: Proof): boolean {
  return !JSON.stringify(same).includes('"$ref"') || sameText(inner.$defs, outer.$defs);
}

/** Deeper than discriminators are. */
const DEPTH = 3;

/** Each two branches of one schema. */
function areDisjoint(branches: readonly Schema[], root: Schema): boolean {
  const all = branches.map((schema) => [{ schema, fills: false }]);
  return all.every((one, at) => all.slice(at + 1).every((other) => shareNothing(one, root, other, root)));
}

function shareNothing(a: Facets, aRoot: Schema, b: Facets, bRoot: Schema, depth = DEPTH): boolean {
  if (depth === 0) return false;
  return unlessUndecidable(() => {
    const others = formsOf(b, bRoot);
    return formsOf(a, aRoot).every((form) => others.every((other) => areFormsApart(form, aRoot, other, bRoot, depth)));
  }, false);
}

function areFormsApart(a: SchemaForm, aRoot: Schema, b: SchemaForm, bRoot: Schema, depth = DEPTH): boolean {
  if (a.kind !== b.kind) return true;
  const [few, fewOther] = [fewValues(a), fewValues(b)];
  if (few) return few.every((value) => isOutside(a, aRoot, value) || isOutside(b, bRoot, value));
  if (fewOther) return fewOther.every((value) => isOutside(b, bRoot, value) || isOutside(a, aRoot, value));
  if (a.kind === 'string') return areTextsApart(textsOf(a), textsOf(b));
  const rangeOf = a.kind === 'number' ? numbersOf : sizesOf;
  if (areApart(rangeOf(a), rangeOf(b))) return true;
  const names = a.kind === 'object' ? new Set([...demandedBy(a), ...demandedBy(b)]) : [];
  return [...names].some((name) => shareNothing(memberOf(a, name), aRoot, memberOf(b, name), bRoot, depth - 1));
}

/** No value matches the form. */
function isEmpty(form: SchemaForm, root: Schema, depth = DEPTH): boolean {
  const few = fewValues(form);
  if (few) return few.every((value) => isOutside(form, root, value));
  if (form.conditions.some(({ not }) => not !== undefined && isWhollyIn(form, not, root))) return true;
  if (form.kind === 'string') return areTextsApart(textsOf(form), textsOf(form));
  if (isVoid(form.kind === 'number' ? numbersOf(form) : sizesOf(form))) return true;
  if (form.kind !== 'object' || depth === 0) return false;
  return [...demandedBy(form)].some((name) =>
    formsOf(memberOf(form, name), root).every((inner) => isEmpty(inner, root, depth - 1)),
  );
}

function isOutside({ facets }: SchemaForm, root: Schema, value: Json): boolean {
  return !accepts(facets, root, value, 'most');
}

/** Of what the form must not match. */
function isWhollyIn(form: SchemaForm, not: Schema, root: Schema): boolean {
  const bare = { ...form, conditions: [] };
  return formsOf([{ schema: not, fills: false }], root).some((other) => fits(bare, other, proofIn(root, root)));
}
