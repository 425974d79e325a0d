/** The places of all nodes of a document: from a path to its span, and from an offset to its path. */
import type { Span } from '../../base/diagnostic.ts';
import type { Build, List, MemberSet } from './build.ts';
import type { NodePath, PairSide } from './spec.ts';
import { type Node, type Pair, type YAMLMap, isAlias, isMap, isNode, isSeq } from 'yaml';
import { keyOf } from './value.ts';

/** A node with its place. The place of a list or map is used only where it is empty. */
export interface PlaceNode {
  readonly start: number;
  readonly end: number;
  readonly items?: readonly (PlaceNode | undefined)[];
  readonly members?: ReadonlyMap<string, MemberPlace>;
  /** The target of an alias. */
  readonly target?: PlaceNode | undefined;
}

interface MemberPlace {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: PlaceNode | undefined;
}

/** Builds places while the fast reader reads. */
export const PLACES: Build<PlaceNode> = {
  scalar: (_value, start, end) => ({ start, end }),
  alias: (target, start, end) => ({ start, end, target }),
  list(start): List<PlaceNode> {
    const items: PlaceNode[] = [];
    return { add: (item) => void items.push(item), close: (end) => ({ start, end, items }) };
  },
  map(start): MemberSet<PlaceNode> {
    const members = new Map<string, MemberPlace>();
    return {
      has: (key) => members.has(key),
      add: (key, keyStart, keyEnd, value) => void members.set(key, { keyStart, keyEnd, value }),
      close: (end) => ({ start, end, members }),
    };
  },
};

type Found = Partial<MemberPlace>;

/**
 * The key or the value at `path`, or the nearest node above. A value of several lines is represented by its key, so that
 * a code frame shows a word.
 */
export function spanAt(file: string, root: PlaceNode, path: NodePath, part: PairSide = 'value'): Span {
  let member: Found = { value: root };
  for (const step of path) {
    const next = child(member.value?.target ?? member.value, step);
    if (!next) return spanOf(file, member, 'key');
    member = next;
  }
  return spanOf(file, member, part);
}

function child(node: PlaceNode | undefined, step: string | number): Found | undefined {
  if (!node?.items) return node?.members?.get(String(step));
  const value = node.items[Number(step)];
  return value && { value };
}

function spanOf(file: string, { keyStart, keyEnd, value }: Found, part: PairSide): Span {
  if (part === 'value' && value && isShort(value)) return { file, start: value.start, end: value.end };
  if (keyStart !== undefined && keyEnd !== undefined) return { file, start: keyStart, end: keyEnd };
  const { start, end } = firstWord(value) ?? { start: 0, end: 0 };
  return { file, start, end: Math.max(end, start) };
}

/** Scalars and aliases; an empty one (`key:`) has no width and is represented by its key. */
function isShort({ items, members, start, end }: PlaceNode): boolean {
  return !items && !members && end > start;
}

/** A list item that is a map is represented by its first key. */
function firstWord(node: PlaceNode | undefined): { readonly start: number; readonly end: number } | undefined {
  const [member] = node?.members?.values() ?? [];
  if (member) return { start: member.keyStart, end: member.keyEnd };
  const first = node?.items?.[0];
  return first ? firstWord(first) : node;
}

/** The innermost node at an offset, and whether the offset is in its key. */
export function pathAt(root: PlaceNode, offset: number): { readonly path: NodePath; readonly part: PairSide } {
  const path: (string | number)[] = [];
  let node: PlaceNode | undefined = root;
  for (;;) {
    const next: Step | undefined = lastBefore(node, offset);
    if (!next) return { path, part: 'value' };
    path.push(next.step);
    if (offset <= next.keyEnd) return { path, part: 'key' };
    node = next.value;
  }
}

interface Step {
  readonly step: string | number;
  /** -1 for items, which have no key. */
  readonly keyEnd: number;
  readonly value: PlaceNode | undefined;
}

function lastBefore(node: PlaceNode | undefined, offset: number): Step | undefined {
  let last: Step | undefined;
  for (const [step, { keyStart, keyEnd, value }] of node?.members ?? []) {
    if (keyStart > offset) break;
    last = { step, keyEnd, value };
  }
  for (const [step, value] of (node?.items ?? []).entries()) {
    if ((firstWord(value)?.start ?? 0) > offset) break;
    last = { step, keyEnd: -1, value };
  }
  return last;
}

/** `aliases` maps each alias to its node; an alias inside its own anchor has none. */
export function placesOf(root: Node, aliases: ReadonlyMap<Node, Node>): PlaceNode {
  const placeByNode = new Map<Node, PlaceNode>();
  const visit = (node: unknown): PlaceNode | undefined => {
    if (!isNode(node)) return undefined;
    const [start = 0, end = 0] = node.range ?? [];
    const place = { start, end: Math.max(start, end), ...inner(node) };
    placeByNode.set(node, place);
    return place;
  };
  const inner = (node: Node): Partial<PlaceNode> => {
    if (isAlias(node)) return { target: placeByNode.get(aliases.get(node) ?? node) };
    if (isSeq(node)) return { items: node.items.map(visit) };
    return isMap(node) ? { members: membersOf(node, visit) } : {};
  };
  return visit(root) ?? { start: 0, end: 0 };
}

/** The last of several pairs with one key. */
function membersOf(map: YAMLMap, visit: (node: unknown) => PlaceNode | undefined): Map<string, MemberPlace> {
  return new Map(
    map.items.map((pair: Pair) => {
      const [keyStart = 0, keyEnd = 0] = (isNode(pair.key) && pair.key.range) || [];
      return [keyOf(pair) ?? '', { keyStart, keyEnd: Math.max(keyStart, keyEnd), value: visit(pair.value) }];
    }),
  );
}
