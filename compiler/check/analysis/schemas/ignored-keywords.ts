/** Which keywords of a schema check nothing, because they are for values of another type. */
import type { Schema, SchemaType } from '@haft/runtime/language';

const NUMBERS: readonly SchemaType[] = ['integer', 'number'];

/** The types that each keyword is for. */
const KEYWORDS: Readonly<Record<string, readonly SchemaType[]>> = {
  minimum: NUMBERS,
  maximum: NUMBERS,
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  format: ['string'],
  items: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
  properties: ['object'],
  required: ['object'],
  additionalProperties: ['object'],
};

export function ignoredKeywords(schema: Schema): { readonly keyword: string; readonly of: readonly SchemaType[] }[] {
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return [];
  return Object.entries(KEYWORDS).flatMap(([keyword, of]) => {
    return Object.hasOwn(schema, keyword) && !types.some((type) => of.some((one) => one === type))
      ? [{ keyword, of }]
      : [];
  });
}
