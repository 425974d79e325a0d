/** Turns values into the type that a schema requires, where nothing is lost. */
import type { Json } from '../../language/json.ts';
import type { AnyType, Schema } from '../../language/schema.ts';
import { mainType } from '../../language/schema.ts';

/**
 * Headers are always text and services are careless about numbers: `"12"` becomes 12 where a number is wanted, 12
 * becomes `"12"` where a string is. Without null among the types, null is absent; so is `false` where no boolean is
 * wanted, which services send for "none". Anything else stays as it is.
 */
export function fit(value: Json | undefined, schema: Schema | undefined): Json | undefined {
  if (schema === undefined || value === undefined) return value;
  const type = mainType(schema);
  // Of several types the value has one, or none can be chosen.
  if (type === undefined || type === 'null') return value;
  if (value === null) return type === schema.type ? undefined : value;
  if (value === false && type !== 'boolean') return type === schema.type ? undefined : null;
  return fitScalar(value, type);
}

/** A scalar converted to the type, or unchanged. */
export function fitScalar<T>(value: T, type: AnyType): T | string | number | boolean {
  if (typeof value === 'string') return fitText(value, type);
  const isScalar = typeof value === 'number' || typeof value === 'boolean';
  return type === 'string' && isScalar ? String(value) : value;
}

function fitText<T extends string>(text: T, type: AnyType): T | number | boolean {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type !== 'integer' && type !== 'number') return text;
  const trimmed = text.trim();
  const number = Number(trimmed);
  // A number of at most 15 digits is the same number after the way through a double.
  const isPlain = /^-?\d+(?:\.\d+)?$/.test(trimmed) && trimmed.replaceAll(/\D/g, '').length <= 15;
  return isPlain && (type === 'number' || Number.isSafeInteger(number)) ? number : text;
}
