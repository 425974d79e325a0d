/** Checks put together: one after the other, by a condition, at a place inside. */
import { describeImported } from './describe-imported.ts';
import type { Check, PendingIssue } from './issue.ts';
import { within } from './issue.ts';
import type { Schema } from './schema.ts';
import { mismatchIssue } from './validate.ts';

/** The second check looks only at what the first one let pass. */
export function after(first: Check, second: Check): Check {
  return (value, found) => {
    const from = found.length;
    const filled = first(value, found);
    return found.length > from ? filled : second(filled, found);
  };
}

/** A condition on values that already have their type. */
export function testing<T>(test: (value: T) => boolean, schema: Schema): Check {
  return (value, found) => {
    // Its own type was checked before.
    if (!test(value as T)) found.push(mismatchIssue(describeImported(schema), value));
    return value;
  };
}

export function placed(at: number | string, check: Check, value: unknown, found: PendingIssue[]): unknown {
  const from = found.length;
  const filled = check(value, found);
  if (found.length > from) within(at, found, from);
  return filled;
}
