/** The output of load: every YAML document as plain JSON, and the place of every node in it. */
import type { Json } from '@haft/runtime/language';
import type { SourceFile, Span, TextEdit } from '../../base/diagnostic.ts';

/** Keys and indexes from the document's root to a node. */
export type NodePath = readonly (string | number)[];

/** Which side of a `key: value` pair a span covers. */
export type PairSide = 'key' | 'value';

/** A change that a rule is certain of, in terms of the document; `SpecDocument.edit` turns it into one of the text. */
export type SpecEdit =
  | { readonly kind: 'replace'; readonly path: NodePath; readonly value: unknown }
  /** One quoted text of the text before an empty key in braces, the key and the empty keys after it: the commas belong to it. */
  | { readonly kind: 'quote-commas'; readonly path: NodePath }
  | { readonly kind: 'rename-key'; readonly path: NodePath; readonly key: string }
  | { readonly kind: 'remove'; readonly path: NodePath }
  /** Into the list at `path`, behind the item `after`; written in block style, as a list of tools is. */
  | { readonly kind: 'insert-item'; readonly path: NodePath; readonly after: number; readonly value: unknown }
  /** A separate document after this one. */
  | { readonly kind: 'insert-document'; readonly path: NodePath; readonly value: unknown }
  /** A copy of the text of the item `after` of the list at `path`, after it, with some values changed. */
  | ({ readonly kind: 'copy-item'; readonly path: NodePath; readonly after: number } & Rewrite)
  /** A copy of the text of this document, after it, with some values changed. */
  | ({ readonly kind: 'copy-document'; readonly path: NodePath } & Rewrite)
  /** The map at `path` in its place, rewritten: comments at values that change are lost. */
  | ({ readonly kind: 'rewrite'; readonly path: NodePath } & Rewrite)
  /** Into the map at `path`, which has no such key, as its last pair. */
  | { readonly kind: 'insert'; readonly path: NodePath; readonly key: string; readonly value: unknown };

/** The new value of a text of the author, and where it differs: paths below what is rewritten. */
export interface Rewrite {
  readonly target: unknown;
  readonly changed: readonly NodePath[];
}

/** A comment that has its line for itself. */
export interface Comment {
  readonly file: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface SpecDocument {
  readonly file: string;
  /** The document as plain JSON: aliases expanded, keys as text. */
  readonly value: Json;
  /**
   * The place of a node, or of the nearest existing one when the path leads past the end of the document. With `word`, only
   * the first place of that text inside it.
   */
  at(path: NodePath, part?: PairSide, word?: string): Span;
  /** The innermost node at an offset of the file. */
  pathAt(offset: number): { readonly path: NodePath; readonly part: PairSide };
  /** Undefined where the text cannot be changed safely, for example behind an alias. */
  edit(edit: SpecEdit): TextEdit | undefined;
}

export interface Spec {
  readonly documents: readonly SpecDocument[];
  /** Documents with a syntax error: what could still be read of them. Only the names that they declare are used. */
  readonly partial: readonly SpecDocument[];
  readonly comments: readonly Comment[];
  readonly sources: readonly SourceFile[];
}
