/** A path into a document → the nodes of `yaml` on the way, for edits. */
import { type Node, type Pair, isMap, isNode, isSeq } from 'yaml';
import type { NodePath } from './spec.ts';
import { keyOf } from './value.ts';

/** One place of a document: a pair of a map, or an item of a list, which has no key. */
export interface FoundNode {
  readonly key: Node | undefined;
  readonly value: Node | undefined;
}

export interface NodePlace {
  readonly entry: FoundNode;
  readonly parent: Node | undefined;
  /** The values on the way, the last one included. */
  readonly ancestors: readonly (Node | undefined)[];
}

/** The node at exactly this path; nothing when the path leads past the end, or through an alias. */
export function findNode(root: Node, path: NodePath): NodePlace | undefined {
  let entry: FoundNode = { key: undefined, value: root };
  const ancestors: (Node | undefined)[] = [root];
  for (const step of path) {
    const next = child(entry.value, step);
    if (!next) return undefined;
    entry = next;
    ancestors.push(entry.value);
  }
  return { entry, parent: ancestors.at(-2), ancestors };
}

function child(node: Node | undefined, step: string | number): FoundNode | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(step)];
    return isNode(item) ? { key: undefined, value: item } : undefined;
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.findLast((one: Pair) => keyOf(one) === String(step));
  return pair && { key: nodeOrNothing(pair.key), value: nodeOrNothing(pair.value) };
}

function nodeOrNothing(value: unknown): Node | undefined {
  return isNode(value) ? value : undefined;
}
