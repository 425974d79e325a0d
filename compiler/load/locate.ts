/** A path into a document → the span of that node in the author's file. */
import { isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';
import type { Node, Pair, YAMLMap } from 'yaml';
import type { Span } from '../diagnostic.ts';
import type { NodePath, Part } from './spec.ts';
import { keyOf } from './value.ts';

/** One place of a document: a pair of a map, or an item of a list, which has no key. */
export interface FoundNode {
  readonly key: Node | undefined;
  readonly value: Node | undefined;
}

/**
 * The key or the value at `path`. A value of several lines is stood for by its key, so that a frame points at a word.
 */
export function locate(
  file: string,
  root: Node,
  aliases: ReadonlyMap<Node, Node>,
  path: NodePath,
  part: Part = 'value',
): Span {
  let found: FoundNode = { key: undefined, value: root };
  for (const step of path) {
    const next = child(follow(found.value, aliases), step);
    if (!next) return spanOf(file, found, 'key');
    found = next;
  }
  return spanOf(file, found, part);
}

export interface NodePlace {
  readonly found: FoundNode;
  readonly parent: Node | undefined;
  /** The values on the way, the last one included. */
  readonly way: readonly (Node | undefined)[];
}

/** The node at exactly this path; nothing when the path leads past the end, or through an alias. */
export function findNode(root: Node, path: NodePath): NodePlace | undefined {
  let found: FoundNode = { key: undefined, value: root };
  const way: (Node | undefined)[] = [root];
  for (const step of path) {
    const next = child(found.value, step);
    if (!next) return undefined;
    found = next;
    way.push(found.value);
  }
  return { found, parent: way.at(-2), way };
}

function follow(node: Node | undefined, aliases: ReadonlyMap<Node, Node>): Node | undefined {
  return node && isAlias(node) ? aliases.get(node) : node;
}

function child(node: Node | undefined, step: string | number): FoundNode | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(step)];
    return isNode(item) ? { key: undefined, value: item } : undefined;
  }
  if (!isMap(node)) return undefined;
  const pair = pairsOf(node).get(String(step));
  return pair && { key: nodeOrNothing(pair.key), value: nodeOrNothing(pair.value) };
}

/** By key, the last where one stands twice; made once for a map, which may be wide. */
const pairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

function pairsOf(map: YAMLMap): ReadonlyMap<string, Pair> {
  const known = pairs.get(map);
  if (known) return known;
  const made = new Map(map.items.map((pair: Pair) => [keyOf(pair) ?? '', pair]));
  pairs.set(map, made);
  return made;
}

function nodeOrNothing(value: unknown): Node | undefined {
  return isNode(value) ? value : undefined;
}

function spanOf(file: string, { key, value }: FoundNode, part: Part): Span {
  const wanted = part === 'key' || !isShort(value) ? (key ?? firstWord(value)) : value;
  const [start, end] = wanted?.range ?? [0, 0];
  return { file, start, end: Math.max(end, start) };
}

/** Scalars and aliases; an empty one (`key:`) has no width and is better shown by its key. */
function isShort(node: Node | undefined): boolean {
  return node !== undefined && (isScalar(node) || isAlias(node)) && (node.range?.[1] ?? 0) > (node.range?.[0] ?? 0);
}

/** A list item that is a map is shown by its first key. */
function firstWord(node: Node | undefined): Node | undefined {
  if (isMap(node)) return nodeOrNothing(node.items[0]?.key) ?? node;
  if (isSeq(node)) return firstWord(nodeOrNothing(node.items[0])) ?? node;
  return node;
}
