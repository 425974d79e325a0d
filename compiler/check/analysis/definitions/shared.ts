/** A tool with the definitions of its server in place of their names, and the way from each part to where it is written. */
import { memoizeBy, memoizeByParts } from '../../../base/memo.ts';
import type { Rewrite, NodePath } from '../../../spec/yaml/spec.ts';
import type { Located } from '../../model.ts';
import type { Profile } from '../../settings.ts';
import type { ServerSpec } from '../../documents/server.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { definitionOf, expand, expandedDefinition, mentionsIn, mentionsOf } from './expand.ts';
import { each } from '../../../spec/shape/with-inner.ts';
import type { Definitions, Mention, AuthoredSchema } from './expand.ts';
import { cutAtUses, originOf } from './origin.ts';

export const NO_DEFINITIONS: Definitions = {};
const NOTHING: readonly never[] = [];

export function definitionsOf(server: Located<ServerSpec> | undefined): Definitions {
  return server?.spec.definitions ?? NO_DEFINITIONS;
}

/** What a tool names: every `use`, and references that it does not define itself. */
export const mentionsOfTool = memoizeBy((tool: ToolSpec): readonly Mention[] => {
  const found = rootsOf(tool).flatMap(({ schema, path }) =>
    mentionsIn(schema).map((one) => ({ ...one, path: [...path, ...one.path] })),
  );
  const open = found.filter(({ by, name }) => by === 'use' || !definitionOf(tool.definitions ?? {}, name));
  return open.length === 0 ? NOTHING : open;
});

export interface Shared<T> extends Located<T> {
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
): Shared<T> {
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
  const found = new Map<string, Reached>();
  const open = [...own];
  for (let one = open.pop(); one; one = open.pop()) {
    const { by, name } = one;
    const asDefinition = by === '$ref' && profile === 'mcp' && !definitionOf(tool.definitions ?? {}, name);
    const before = found.get(name);
    if (!definitionOf(definitions, name) || (by === '$ref' && !asDefinition)) continue;
    if (!before) open.push(...(mentionsOf(definitions).get(name) ?? []));
    found.set(name, { name, asDefinition: asDefinition || before?.asDefinition === true });
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
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
