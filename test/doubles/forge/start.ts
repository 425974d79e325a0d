/** Starts the double in its own process. */
import type { Double } from '../process.ts';
import { startDouble } from '../process.ts';

export function startForgeProcess(): Promise<Double> {
  return startDouble(new URL('main.ts', import.meta.url), []);
}
