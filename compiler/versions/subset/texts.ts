/** The texts of a string form: its patterns, its formats as patterns, and its lengths. */
import type { SchemaForm } from './form.ts';
import { formatPattern } from './format-patterns.ts';
import { sizesOf } from './range.ts';
import type { TextSet } from './text-sets.ts';

/** At least the texts of the form. */
export function textsOf(form: SchemaForm): TextSet {
  const { min, max } = sizesOf(form);
  const patterns = form.facets.flatMap(({ schema: { pattern = [], format } }) => [
    ...[pattern].flat(),
    ...[formatPattern(format)?.pattern ?? []].flat(),
  ]);
  return { patterns, min: Math.ceil(min), max: Math.floor(max) };
}

/** Exactly the texts of the form among those that have the `known` formats; undefined where a format is no pattern. */
export function exactTextsOf(form: SchemaForm, known: ReadonlySet<string | undefined>): TextSet | undefined {
  const others = form.facets.flatMap(({ schema: { format } }) =>
    known.has(format) ? [] : (formatPattern(format) ?? []),
  );
  return others.every(({ isExact }) => isExact) ? textsOf(form) : undefined;
}
