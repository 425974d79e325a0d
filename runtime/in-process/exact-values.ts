/** Arguments that arrive as values: a number may have been rounded before, so that it is another one than the model sent. */
import { inexactArgument } from '../server/call-failures.ts';

const written = new WeakSet<object>();

/** Arguments of a JSON text, whose numbers were looked at as they are written there. */
export function asWritten(args: unknown): unknown {
  if (typeof args === 'object' && args !== null) written.add(args);
  return args;
}

/** The same arguments, or the failure in their place. */
export function exactValues(args: unknown): unknown {
  if (typeof args === 'object' && args !== null && written.has(args)) return args;
  const number = roundedNumber(args);
  return number === undefined ? args : inexactArgument(number);
}

function roundedNumber(args: unknown): number | undefined {
  // It grows while it is read, and a value that holds itself is in it once.
  const open = new Set([args]);
  try {
    for (const one of open) {
      if (Number.isInteger(one) && !Number.isSafeInteger(one)) return Number(one);
      if (typeof one === 'object' && one !== null) for (const inside of Object.values(one)) open.add(inside);
    }
  } catch {
    // What throws when it is read fails in the call itself.
  }
  return undefined;
}
