/** The schemas of one argument or result property in both Plans, as far as they can be compared. */
import type { Schema } from '@haft/runtime/language';
import type { SchemaPair } from '../change.ts';
import { typeRelation } from './types.ts';

export type Side = SchemaPair['side'];

export interface Forms {
  readonly before: Schema;
  readonly after: Schema;
}

/** In both Plans, with any type. */
export function inBoth({ side, before, after }: SchemaPair, wanted: Side): Forms | undefined {
  return side === wanted && before && after ? { before, after } : undefined;
}

/** Of comparable types: otherwise the change of type is reported alone. */
export function comparable(pair: SchemaPair, wanted: Side): Forms | undefined {
  const forms = inBoth(pair, wanted);
  return forms && typeRelation(forms) !== 'other' ? forms : undefined;
}

export function added(pair: SchemaPair, wanted: Side): Schema | undefined {
  return pair.side === wanted && !pair.before ? pair.after : undefined;
}

export function removed(pair: SchemaPair, wanted: Side): Schema | undefined {
  return pair.side === wanted && !pair.after ? pair.before : undefined;
}
