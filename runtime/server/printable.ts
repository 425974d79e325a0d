/** Text for any value that a handler returns or throws, also for one whose conversion throws. */

/** Strings unchanged, errors with their stack and causes, other values as JSON or by their own text; never throws. */
export function printable(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return value instanceof Error ? errorText(value, MOST_CAUSES) : valueText(value);
  } catch {
    return 'something that cannot be printed';
  }
}

/** A chain of causes may be a circle. */
const MOST_CAUSES = 10;

function errorText(error: Error, left: number): string {
  const { cause } = error;
  const own = `${error.stack ?? error.message}`;
  if (cause === undefined || left === 0) return own;
  return `${own}\ncaused by ${cause instanceof Error ? errorText(cause, left - 1) : valueText(cause)}`;
}

function valueText(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
