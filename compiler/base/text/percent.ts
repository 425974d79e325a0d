/** A share as a percentage that contradicts no count: only all is 100 %, and only none is 0 %. */

/** 95; with one more digit where it would look like all or none, as in 99.5. `share`: from 0 to 1. */
export function percent(share: number, digits = 0): number {
  const scale = 10 ** digits;
  const rounded = Math.round(share * 100 * scale) / scale;
  if (rounded === 100 && share < 1) return Math.floor(share * 1000 * scale) / (10 * scale);
  if (rounded === 0 && share > 0) return Math.ceil(share * 1000 * scale) / (10 * scale);
  return rounded;
}
