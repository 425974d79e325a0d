/** One allowance of calls for each client of an HTTP server. */
import type { Allowance } from '../gate.ts';

/** Beyond these the client that came first is forgotten. */
const MOST_CLIENTS = 1000;

/** A client is an address: requests have no other identity that it could not change at will. */
export function createAllowances(allow: () => Allowance): (address: string | undefined) => Allowance {
  const known = new Map<string, Allowance>();
  return (address = '') => {
    const own = known.get(address);
    if (own !== undefined) return own;
    const [oldest] = known.keys();
    if (known.size >= MOST_CLIENTS && oldest !== undefined) known.delete(oldest);
    const made = allow();
    known.set(address, made);
    return made;
  };
}
