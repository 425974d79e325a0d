/** Compares enums: added, removed and replaced values, and the order of the rest. */
import { type Json, sameJson } from '@haft/runtime/language';
import { compareLists } from '../compare/sequence.ts';
import type { Forms } from './forms.ts';

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
