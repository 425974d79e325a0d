export const MAX_PLAYGROUND_BYTES: number;

/** Writes all pages into `out`; `broken` has a line for each link that leads nowhere, `playground` its bytes, compressed. */
export function buildSite(out: string): Promise<{
  readonly pages: readonly string[];
  readonly broken: readonly string[];
  readonly playground: number;
}>;
