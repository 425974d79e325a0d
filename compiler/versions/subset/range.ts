/** Bounds of a form: of numbers, and of the lengths of strings, lists and objects. */
import type { Schema } from '@haft/runtime/language';
import { declaredBy, demandedBy, isClosed, type SchemaForm, typesOf } from './form.ts';

interface Range {
  readonly min: number;
  readonly max: number;
  /** The bound itself is excluded. */
  readonly above: boolean;
  readonly below: boolean;
}

/** Whole numbers only. */
export function isInteger({ facets }: SchemaForm): boolean {
  return facets.some(({ schema }) => !typesOf(schema).includes('number') || isWhole(schema.multipleOf ?? 0.5));
}

export function numbersOf(form: SchemaForm): Range {
  const all = form.facets.map(({ schema }) => schema);
  const [min, max] = [most(all, 'minimum', -Infinity), -most(all, 'maximum', -Infinity, -1)];
  const [above, below] = [most(all, 'exclusiveMinimum', -Infinity), -most(all, 'exclusiveMaximum', -Infinity, -1)];
  if (isInteger(form)) {
    const [low, high] = [Math.floor(above) + 1, Math.ceil(below) - 1];
    return { min: Math.max(Math.ceil(min), low), max: Math.min(Math.floor(max), high), above: false, below: false };
  }
  return { min: Math.max(min, above), max: Math.min(max, below), above: above >= min, below: below <= max };
}

type Bound = keyof Schema &
  (`${'min' | 'max'}${'imum' | 'Length' | 'Items' | 'Properties'}` | 'exclusiveMinimum' | 'exclusiveMaximum');

/** The tightest of several bounds; upper ones are compared with their sign turned. */
function most(all: readonly Schema[], bound: Bound, none: number, sign = 1): number {
  return Math.max(
    none,
    ...all.flatMap((schema) => (schema[bound] === undefined ? [] : [sign * Number(schema[bound])])),
  );
}

/** Characters, items or members. */
export function sizesOf(form: SchemaForm): Range {
  const what = form.kind === 'string' ? 'Length' : form.kind === 'array' ? 'Items' : 'Properties';
  const all = form.facets.map(({ schema }) => schema);
  const [min, max] = [most(all, `min${what}`, 0), -most(all, `max${what}`, -Infinity, -1)];
  if (form.kind !== 'object') return { min, max, above: false, below: false };
  const names = isClosed(form) ? declaredBy(form).length : Infinity;
  return { min: Math.max(min, demandedBy(form).size), max: Math.min(max, names), above: false, below: false };
}

export function isVoid({ min, max, above, below }: Range): boolean {
  return min > max || (min === max && (above || below));
}

export function isWithin(inner: Range, outer: Range): boolean {
  const low = inner.min > outer.min || (inner.min === outer.min && (inner.above || !outer.above));
  return low && (inner.max < outer.max || (inner.max === outer.max && (inner.below || !outer.below)));
}

export function areApart(a: Range, b: Range): boolean {
  return isVoid({
    min: Math.max(a.min, b.min),
    max: Math.min(a.max, b.max),
    above: (a.above && a.min >= b.min) || (b.above && b.min >= a.min),
    below: (a.below && a.max <= b.max) || (b.below && b.max <= a.max),
  });
}

/** As the runtime has it: within 1e-9. */
export function isWhole(quotient: number): boolean {
  return Math.abs(Math.round(quotient) - quotient) < 1e-9;
}
