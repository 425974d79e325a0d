/** What reading YAML produces: plain values, or the places of every node. The reader is independent of both. */

/** `N` is a value, or a node with its place. Offsets are of the text; `end` is behind the last character. */
export interface Build<N> {
  scalar(value: string | number | boolean | null, start: number, end: number): N;
  list(start: number): List<N>;
  map(start: number): MemberSet<N>;
  /** Another mention of an anchored node. */
  alias(target: N, start: number, end: number): N;
}

export interface List<N> {
  add(item: N): void;
  close(end: number): N;
}

export interface MemberSet<N> {
  has(key: string): boolean;
  add(key: string, keyStart: number, keyEnd: number, value: N): void;
  close(end: number): N;
}

/** Nodes that aliases may add to one document. */
export const MAX_ALIAS_NODES = 20_000;
