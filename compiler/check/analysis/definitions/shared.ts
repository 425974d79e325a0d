/** A tool with the definitions of its server in place of their names, and the way from each part to where it is written. */
import { ownMember } from '@haft/runtime/language';
import { memoizeBy, memoizeByParts } from '../../../base/memo.ts';
import type { NodePath, Rewrite } from '../../../spec/yaml/spec.ts';
import type { Located } from '../../model.ts';
import type { Profile } from '../../settings.ts';
import type { ServerSpec } from '../../documents/server.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import {
  type AuthoredSchema,
  type Definitions,
  type Mention,
  expand,
  expandedDefinition,
  mentionsIn,
  mentionsOf,
} from './expand.ts';
import { each } from '../../../spec/shape/with-inner.ts';
import { textAt, valueAt } from '../../../spec/shape/place.ts';

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

export const NO_DEFINITIONS: Definitions = {};
const NOTHING: readonly never[] = [];

export function definitionsOf(server: Located<ServerSpec> | undefined): Definitions {
  return server?.spec.definitions ?? NO_DEFINITIONS;
}

/** What a tool names: every `use`, and references that it does not define itself. */
export const mentionsOfTool = memoizeBy((tool: ToolSpec): readonly Mention[] => {
  const mentions = rootsOf(tool).flatMap(({ schema, path }) =>
    mentionsIn(schema).map((one) => ({ ...one, path: [...path, ...one.path] })),
  );
  const open = mentions.filter(({ by, name }) => by === 'use' || !ownMember(tool.definitions ?? {}, name));
  return open.length === 0 ? NOTHING : open;
});

export interface ExpandedPart<T> extends Located<T> {
  /** The definitions of the server that it reaches. */
  readonly reached: readonly string[];
  /** A rewriting of what is expanded, as one of what the author wrote. */
  authored(rewrite: Rewrite): Rewrite;
}

/** The tool itself where it names none. All definitions have to be known and free of circles. */
export function withDefinitions<T extends ToolSpec>(
  tool: Located<T>,
  server: Located<ServerSpec> | undefined,
  profile: Profile,
): ExpandedPart<T> {
  const definitions = definitionsOf(server);
  const reached = reachedBy(tool.spec, definitions, profile);
  if (!server || reached.length === 0) return { ...tool, reached: NOTHING, authored: (rewrite) => rewrite };
  const origin = originOf(tool.spec, definitions);
  const authored = ({ target, changed }: Rewrite): Rewrite => ({ target, changed: cutAtUses(tool.spec, changed) });
  return {
    ...tool,
    authored,
    spec: { ...tool.spec, ...expandedTool({ spec: tool.spec, definitions, profile }) },
    reached: reached.map(({ name }) => name),
    at: (path, part, word) => {
      const { shared, path: own } = origin(path);
      return (shared ? server : tool).at(own, part, word);
    },
    about: (path) => {
      const { shared, path: own } = origin(path);
      return (shared ? server : tool).about(own);
    },
    edit: (edit) => {
      const { shared, path } = origin(edit.path);
      return (shared ? server : tool).edit({ ...edit, ...('changed' in edit && authored(edit)), path });
    },
  };
}

interface Reached {
  readonly name: string;
  /** It becomes a definition of the tool, because a reference leads to it. */
  readonly asDefinition: boolean;
}

function reachedBy(tool: ToolSpec, definitions: Definitions, profile: Profile): readonly Reached[] {
  const own = mentionsOfTool(tool);
  if (own.length === 0) return NOTHING;
  const byName = new Map<string, Reached>();
  const open = [...own];
  for (let one = open.pop(); one; one = open.pop()) {
    const { by, name } = one;
    const asDefinition = by === '$ref' && profile === 'mcp' && !ownMember(tool.definitions ?? {}, name);
    const before = byName.get(name);
    if (!ownMember(definitions, name) || (by === '$ref' && !asDefinition)) continue;
    if (!before) open.push(...(mentionsOf(definitions).get(name) ?? []));
    byName.set(name, { name, asDefinition: asDefinition || before?.asDefinition === true });
  }
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface Expanding {
  readonly spec: ToolSpec;
  readonly definitions: Definitions;
  readonly profile: Profile;
}

/** Returns the same object while the tool and its definitions are the same (ADR 9). */
const expandedTool = memoizeByParts(
  ({ spec, definitions, profile }: Expanding) => {
    const reached = reachedBy(spec, definitions, profile).map(({ name }) => definitions[name]);
    return [spec, profile, ...reached];
  },
  ({ spec, definitions, profile }: Expanding): Partial<ToolSpec> => {
    const { parameters, returns, definitions: own } = spec;
    const wanted = reachedBy(spec, definitions, profile).filter(({ asDefinition }) => asDefinition);
    const shared = wanted.map(({ name }) => [name, expandedDefinition(name, definitions)] as const);
    const all = { ...Object.fromEntries(shared), ...(own && each(own, (schema) => expand(schema, definitions))) };
    return {
      ...(parameters && { parameters: each(parameters, (schema) => expand(schema, definitions)) }),
      ...(returns && { returns: expand(returns, definitions) }),
      ...(Object.keys(all).length > 0 && { definitions: all }),
    };
  },
);

interface Root {
  readonly schema: AuthoredSchema;
  readonly path: NodePath;
}

function rootsOf({ definitions = {}, parameters = {}, returns }: ToolSpec): readonly Root[] {
  return [
    ...Object.entries(definitions).map(([key, schema]) => ({ schema, path: ['definitions', key] })),
    ...Object.entries(parameters).map(([key, schema]) => ({ schema, path: ['parameters', key] })),
    ...(returns ? [{ schema: returns, path: ['returns'] }] : []),
  ];
}

/** Where a part of an expanded tool is written: in the tool, or in a definition of its server. */
interface Origin {
  /** Whether the path is one of the server's document. */
  readonly shared: boolean;
  readonly path: NodePath;
}

/** What a step into a value leads to. */
type Kind = 'tool' | 'schema' | 'members' | 'list' | 'value';

function kindBehind(kind: Kind, step: string | number): Kind {
  if (kind === 'members' || kind === 'list') return 'schema';
  const kinds = INTO[kind] ?? {};
  return Object.hasOwn(kinds, step) ? (kinds[step] ?? 'value') : 'value';
}

interface PlacedNode extends Origin {
  readonly node: unknown;
}

/** A key that is written nowhere belongs to the schema that names the definition. */
function originOf(tool: object, definitions: Definitions): (path: NodePath) => Origin {
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
  if (isOwnDefinitions && !has(placed.node) && ownMember(definitions, String(step)))
    return { node: definitions, shared: true, path: ['definitions'] };
  if (kind !== 'schema') return placed;
  for (let one: PlacedNode | undefined = placed; one; one = usedDefinition(one, definitions))
    if (has(one.node)) return one;
  return placed;
}

function usedDefinition({ node }: PlacedNode, definitions: Definitions): PlacedNode | undefined {
  const name = textAt(node, 'use');
  const schema = name === undefined ? undefined : ownMember(definitions, name);
  return schema && name !== undefined ? { node: schema, shared: true, path: ['definitions', name] } : undefined;
}

/** Paths of an expanded tool as paths of the author's text: what is behind a `use` is written out as a whole. */
function cutAtUses(tool: object, paths: readonly NodePath[]): readonly NodePath[] {
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
