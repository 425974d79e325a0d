/** Converts arguments of the wrong JSON type, as small models send them. */
import { fitScalar } from './behaviors/fit.ts';
import type { Json } from './language/json.ts';
import { isObject, ownMember } from './language/json.ts';
import type { Schema } from './language/schema.ts';
import type { Validator } from './language/validate.ts';

/** Only arguments that are not valid are coerced. */
export function coercing(check: Validator, schema: Schema): Validator {
  return (value) => {
    const checked = check(value);
    return 'issues' in checked ? check(coerce(value, schema)) : checked;
  };
}

/**
 * Gives a copy in which everything has the type that the schema requires, where nothing is lost: `"5"` → 5, `"true"` →
 * true, 5 → `"5"`, `"[1]"` → [1], `"{}"` → {}; null where a value may be absent is absent. Other values stay as they
 * are, for the validator to reject.
 */
export function coerce(value: unknown, schema: Schema): unknown {
  switch (schema.type) {
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
      return typeof schema.type === 'string' ? fitScalar(value, schema.type) : value;
  }
}

function coerceMembers(object: Readonly<Record<string, unknown>>, { properties = {}, required }: Schema): object {
  const entries = Object.entries(object).flatMap(([name, value]) => {
    const schema = ownMember(properties, name);
    if (schema === undefined) return [[name, value]];
    const absent = value === null && typeof schema.type === 'string' && required?.includes(name) !== true;
    return absent ? [] : [[name, coerce(value, schema)]];
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
