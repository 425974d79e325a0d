/** Compares objects: undeclared properties, required properties, and the order of properties. */
import type { Json, Schema } from '@haft/runtime/language';
import { compareLists } from '../compare/sequence.ts';
import type { Forms } from './forms.ts';
import { kindsOf } from './types.ts';

/** Takes properties that are not declared. */
export function isOpen(schema: Schema | undefined): boolean {
  return schema !== undefined && kindsOf(schema).has('object') && schema.additionalProperties !== false;
}

/** Names that a form demands without saying what they are, and the other does not. */
export function demandedOnlyBy(one: Schema | undefined, other: Schema | undefined): string[] {
  const declared = { ...one?.properties, ...other?.properties };
  return (one?.required ?? []).filter((name) => !Object.hasOwn(declared, name) && !other?.required?.includes(name));
}

/** Both orders, where common properties have another one. */
export function propertyOrder(forms: Forms | undefined): { before: Json; after: Json } | undefined {
  const before = Object.keys(forms?.before.properties ?? {});
  const after = Object.keys(forms?.after.properties ?? {});
  return compareLists(before, after).reordered ? { before, after } : undefined;
}

/** Properties that only branches declare are compared with the branches. */
export function declareAlike(before: Schema, after: Schema): boolean {
  const [old, now] = [before, after].map(({ properties, anyOf, oneOf, allOf, $ref }) => {
    return properties === undefined && (anyOf ?? oneOf ?? allOf ?? $ref) !== undefined;
  });
  return old === now;
}
