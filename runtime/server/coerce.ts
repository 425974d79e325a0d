/** Converts arguments of the wrong JSON type, as small models send them. */
import { fitScalar } from '../behaviors/shared/result.ts';
import { type Json, isObject, ownMember } from '../language/json.ts';
import { type Schema, mainType } from '../language/schema.ts';
import type { Validator } from '../language/validate.ts';

/** Only arguments that are not valid are coerced. */
export function coercing<V extends Json>(check: Validator<V>, schema: Schema): Validator<V> {
  return (value) => {
    const checked = check(value);
    return 'issues' in checked ? check(coerce(value, schema)) : checked;
  };
}

/**
 * Gives a copy in which everything has the type that the schema requires, where nothing is lost: `"5"` → 5, `"true"` →
 * true, 5 → `"5"`, `"[1]"` → [1], `"{}"` → {}; null where a value may be absent is absent, unless null is a value. Other
 * values stay as they are, for the validator to reject.
 */
export function coerce(value: unknown, schema: Schema): unknown {
  const type = mainType(schema);
  const isOrNull = type !== undefined && type !== schema.type;
  if (isOrNull && (value === null || (value === 'null' && type !== 'string'))) return null;
  switch (type) {
    case 'array': {
      const list = fromText(value);
      const { items } = schema;
      return Array.isArray(list) ? list.map((item) => (items === undefined ? item : coerce(item, items))) : value;
    }
    case 'object': {
      const object = fromText(value);
      return isObject(object) ? coerceMembers(object, schema) : value;
    }
    default:
      return type === undefined ? value : fitScalar(value, type);
  }
}

function coerceMembers(object: Readonly<Record<string, unknown>>, schema: Schema): object {
  const { properties = {}, required, additionalProperties: others } = schema;
  const entries = Object.entries(object).flatMap(([name, value]) => {
    const own = ownMember(properties, name) ?? (typeof others === 'object' ? others : undefined);
    if (own === undefined) return [[name, value]];
    const isFree = ownMember(properties, name) === undefined;
    const absent = value === null && typeof own.type === 'string' && !isFree && required?.includes(name) !== true;
    return absent ? [] : [[name, coerce(value, own)]];
  });
  return Object.fromEntries(entries);
}

/** The value that a text represents; numbers that JavaScript cannot represent remain text. */
function fromText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    const parsed: Json = JSON.parse(value);
    return /\d{16}/.test(value) ? value : parsed;
  } catch {
    return value;
  }
}
