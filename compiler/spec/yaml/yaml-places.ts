/** The places of the nodes that `yaml` has parsed. */
import { isAlias, isMap, isNode, isSeq } from 'yaml';
import type { Node, Pair, YAMLMap } from 'yaml';
import type { MemberPlace, PlaceNode } from './places.ts';
import { keyOf } from './value.ts';

/** `aliases` maps each alias to its node; an alias inside its own anchor has none. */
export function placesOf(root: Node, aliases: ReadonlyMap<Node, Node>): PlaceNode {
  const known = new Map<Node, PlaceNode>();
  const visit = (node: unknown): PlaceNode | undefined => {
    if (!isNode(node)) return undefined;
    const [start = 0, end = 0] = node.range ?? [];
    const place = { start, end: Math.max(start, end), ...inner(node) };
    known.set(node, place);
    return place;
  };
  const inner = (node: Node): Partial<PlaceNode> => {
    if (isAlias(node)) return { target: known.get(aliases.get(node) ?? node) };
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
