/** What the forge remembers between requests. */
export interface ForgeState {
  /** Access tokens that are accepted, and how many were issued. */
  tokens: Set<string>;
  issued: number;
  /** How often an address was asked, for those that answer differently in time. */
  counts: Map<string, number>;
}

export function createState(): ForgeState {
  return { tokens: new Set(), issued: 0, counts: new Map() };
}

/** How often this was called with the name, the call itself included. */
export function count(state: ForgeState, name: string): number {
  const next = (state.counts.get(name) ?? 0) + 1;
  state.counts.set(name, next);
  return next;
}
