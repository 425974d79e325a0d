/** Compares enums: added values, removed values, and the order of the rest. */
import { sameJson } from '@haft/runtime/language';
import type { Json } from '@haft/runtime/language';
import { compareLists } from '../compare/sequence.ts';
import type { Forms } from './forms.ts';

interface EnumChange {
  readonly added: readonly Json[];
  readonly removed: readonly Json[];
  readonly reordered: boolean;
}

/** Undefined where one of the two has no enum. */
export function enumChange(forms: Forms | undefined): EnumChange | undefined {
  const [before, after] = [forms?.before.enum, forms?.after.enum];
  if (before === undefined || after === undefined) return undefined;
  return {
    added: after.filter((value) => !before.some((old) => sameJson(old, value))),
    removed: before.filter((value) => !after.some((now) => sameJson(now, value))),
    reordered: compareLists(before, after).reordered,
  };
}
