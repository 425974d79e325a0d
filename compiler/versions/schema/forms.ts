/** The schemas of one argument or result property in both Plans, as far as they can be compared. */
import type { Schema } from '@haft/runtime/language';
import type { SchemaPair } from '../change.ts';
import { OF_TYPE } from './simplify.ts';
import { kindsOf, typeRelation } from './types.ts';

export type SchemaSide = SchemaPair['side'];

export interface Forms {
  readonly before: Schema;
  readonly after: Schema;
}

/** In both Plans, with any type. */
export function inBoth({ side, before, after }: SchemaPair, wanted: SchemaSide): Forms | undefined {
  return side === wanted && before && after ? { before, after } : undefined;
}

/** What is said of the types that both have: where there are none, the change of type says it all. */
export function comparable(pair: SchemaPair, wanted: SchemaSide): Forms | undefined {
  const forms = inBoth(pair, wanted);
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

export function addedForm(pair: SchemaPair, wanted: SchemaSide): Schema | undefined {
  return pair.side === wanted && !pair.before ? pair.after : undefined;
}

export function removedForm(pair: SchemaPair, wanted: SchemaSide): Schema | undefined {
  return pair.side === wanted && !pair.after ? pair.before : undefined;
}
