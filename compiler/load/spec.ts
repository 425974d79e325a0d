/** What load gives: every YAML document as plain JSON, and the place of every node in it. */
import type { Span } from '../diagnostic.ts';

/** Keys and indexes from the document's root to a node. */
export type NodePath = readonly (string | number)[];

/** Which side of a `key: value` pair a span covers. */
export type Part = 'key' | 'value';

export interface SpecDocument {
  readonly file: string;
  /** The document as plain JSON: aliases expanded, keys as text. */
  readonly value: unknown;
  /** Where a node stands; the nearest one that exists when the path leads past the end of the document. */
  at(path: NodePath, part?: Part): Span;
}

export interface Spec {
  readonly documents: readonly SpecDocument[];
}
