/** Groups of arguments of which a call must give at least one each. */
import { type Json, isObject } from './json.ts';
import type { Validator } from './validate.ts';

/** Judges what the call itself gives, before defaults. */
export function requiringOne<V extends Json>(
  check: Validator<V>,
  groups: readonly (readonly string[])[] = [],
): Validator<V> {
  if (groups.length === 0) return check;
  return (value) => {
    const checked = check(value);
    if ('issues' in checked || !isObject(value)) return checked;
    const open = groups.filter((names) => !names.some((name) => Object.hasOwn(value, name)));
    const issues = open.map((names) => {
      const quoted = names.map((name) => `"${name}"`);
      return {
        path: '',
        message: `At least one of ${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)} is required.`,
      };
    });
    return issues.length > 0 ? { issues } : checked;
  };
}
