/** The place of an edit: a node, its collection, and the text around them. */
import { isPair } from 'yaml';
import type { Node } from 'yaml';
import type { FoundNode } from './locate.ts';

/** The context of an edit in the text. */
export interface EditPlace {
  readonly file: string;
  readonly text: string;
  /** The node at the edit's path. */
  readonly found: FoundNode;
  /** The collection that holds it. */
  readonly parent: Node | undefined;
}

/** Offsets of an item of a collection: a pair, or an entry of a list. */
export interface Item {
  readonly start: number;
  readonly end: number;
}

export function itemRange(item: unknown): Item | undefined {
  const first = isPair(item) ? rangeOf(item.key) : rangeOf(item);
  const last = isPair(item) ? (rangeOf(item.value) ?? first) : first;
  return first && last && { start: first[0], end: Math.max(last[1], first[1]) };
}

function rangeOf(node: unknown): readonly [number, number] | undefined {
  const range = (node as Node | null)?.range;
  return range ? [range[0], range[1]] : undefined;
}
