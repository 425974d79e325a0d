/** Where a part of an expanded tool is written: in the tool, or in a definition of its server. */
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { textAt, valueAt } from '../../../spec/shape/place.ts';
import { definitionOf } from './expand.ts';
import type { Definitions } from './expand.ts';

interface Origin {
  /** Whether the path is one of the server's document. */
  readonly shared: boolean;
  readonly path: NodePath;
}

/** What a step into a value leads to. */
type Kind = 'tool' | 'schema' | 'members' | 'list' | 'value';

const INTO: Readonly<Partial<Record<Kind, Readonly<Record<string, Kind>>>>> = {
  tool: { parameters: 'members', definitions: 'members', returns: 'schema' },
  schema: {
    properties: 'members',
    patternProperties: 'members',
    items: 'schema',
    additionalProperties: 'schema',
    propertyNames: 'schema',
    not: 'schema',
    prefixItems: 'list',
    allOf: 'list',
    anyOf: 'list',
    oneOf: 'list',
  },
};

function kindBehind(kind: Kind, step: string | number): Kind {
  if (kind === 'members' || kind === 'list') return 'schema';
  const kinds = INTO[kind] ?? {};
  return Object.hasOwn(kinds, step) ? (kinds[step] ?? 'value') : 'value';
}

interface PlacedNode extends Origin {
  readonly node: unknown;
}

/** A key that is written nowhere belongs to the schema that names the definition. */
export function originOf(tool: object, definitions: Definitions): (path: NodePath) => Origin {
  return (path) => {
    let placed: PlacedNode = { node: tool, shared: false, path: [] };
    let kind: Kind = 'tool';
    for (const [index, step] of path.entries()) {
      const from: PlacedNode = ownerOf(step, kind, placed, index, definitions);
      placed = { node: valueAt(from.node, step), shared: from.shared, path: [...from.path, step] };
      kind = kindBehind(kind, step);
    }
    return { shared: placed.shared, path: placed.path };
  };
}

function ownerOf(
  step: string | number,
  kind: Kind,
  placed: PlacedNode,
  index: number,
  definitions: Definitions,
): PlacedNode {
  const has = (node: unknown): boolean => valueAt(node, step) !== undefined;
  const isOwnDefinitions = kind === 'members' && index === 1 && placed.path[0] === 'definitions';
  if (isOwnDefinitions && !has(placed.node) && definitionOf(definitions, String(step)))
    return { node: definitions, shared: true, path: ['definitions'] };
  if (kind !== 'schema') return placed;
  for (let one: PlacedNode | undefined = placed; one; one = used(one, definitions)) if (has(one.node)) return one;
  return placed;
}

function used({ node }: PlacedNode, definitions: Definitions): PlacedNode | undefined {
  const name = textAt(node, 'use');
  const schema = name === undefined ? undefined : definitionOf(definitions, name);
  return schema && name !== undefined ? { node: schema, shared: true, path: ['definitions', name] } : undefined;
}

/** Paths of an expanded tool as paths of the author's text: what is behind a `use` is written out as a whole. */
export function cutAtUses(tool: object, paths: readonly NodePath[]): readonly NodePath[] {
  const cut = paths.map((path) => cutOne(tool, path));
  return [...new Map(cut.map((path) => [JSON.stringify(path), path])).values()];
}

function cutOne(tool: object, path: NodePath): NodePath {
  let node: unknown = tool;
  let kind: Kind = 'tool';
  for (const [index, step] of path.entries()) {
    if (kind === 'schema' && textAt(node, 'use') !== undefined) return path.slice(0, index);
    const next = valueAt(node, step);
    if (next === undefined) return path.slice(0, index + 1);
    node = next;
    kind = kindBehind(kind, step);
  }
  return path;
}
