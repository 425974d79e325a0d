/** Names of a tool that its templates could not distinguish from the user or the caller of a call: what it is given and what it uses, seen together. */
import { ownMember } from '@haft/runtime/language';
import type { PlacedProblem, TemplateUse } from '../../../spec/behaviors/behavior.ts';
import { databaseTemplates } from '../../../spec/behaviors/databases.ts';
import { behaviorsOf } from '../../../spec/behaviors/index.ts';
import { upstreamTemplates } from '../../../spec/behaviors/upstreams.ts';
import { templateVariables } from '../../../spec/behaviors/variables.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { ServerSpec } from '../../documents/server.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { textsIn } from '../hidden/model-texts.ts';
import { connectionTemplates } from './template-use.ts';

type Declarations = Pick<ServerSpec, 'connections' | 'upstreams' | 'databases' | 'auth'>;

/** Below which name templates have what belongs to a call. */
const ROOTS = [
  { root: 'user', below: /^user\../, meaning: 'the user of a call' },
  { root: 'caller', below: /^caller\.header\./, meaning: 'the caller' },
] as const;

export function callNameProblems(tool: ToolSpec, server: Declarations): PlacedProblem[] {
  if (!server.auth) return [];
  return ROOTS.flatMap(({ root, below, meaning }) => {
    const places = placesOf(tool, root);
    const named = places.length === 0 ? undefined : usedTexts(tool, server, root).flatMap(namesIn(below))[0];
    if (named === undefined) return [];
    return places.map((path): PlacedProblem => ({
      path,
      part: 'key',
      message: `With \`auth\` of the server, "${root}" is ${meaning}, as in ${named}, and ${path[0] === 'parameters' ? 'a parameter' : 'a value of `let`'} has that name.`,
      hint: `Rename it, for example to ${root}_name.`,
    }));
  });
}

/** Where the tool gives the name to something else. */
function placesOf(tool: ToolSpec, root: string): NodePath[] {
  const lets = behaviorsOf(tool).flatMap(({ steps }) =>
    steps.flatMap(({ path, parts }) => (Object.hasOwn(parts.lets ?? {}, root) ? [[...path, 'let', root]] : [])),
  );
  return [...(Object.hasOwn(tool.parameters ?? {}, root) ? [['parameters', root]] : []), ...lets];
}

interface UsedTexts {
  readonly owner: string;
  readonly texts: unknown;
}

/** All that a call of the tool can fill in. A header of the caller has no place in the tool itself. */
function usedTexts(tool: ToolSpec, server: Declarations, root: string): UsedTexts[] {
  return behaviorsOf(tool).flatMap(({ key, steps }) => [
    ...(root === 'user' ? [{ owner: `\`${key}\` of the tool`, texts: steps.map(({ spec }) => spec) }] : []),
    ...steps.flatMap(({ parts }) => [
      ...usedBy(parts.connections, 'connection', server.connections, connectionTemplates),
      ...usedBy(parts.databases, 'database', server.databases, databaseTemplates),
      ...usedBy(parts.upstreams, 'upstream', server.upstreams, upstreamTemplates),
    ]),
  ]);
}

function usedBy<T>(
  names: readonly { readonly name: string }[],
  what: string,
  declared: Readonly<Record<string, T>> = {},
  templates: (one: T) => readonly TemplateUse[],
): UsedTexts[] {
  return names.flatMap(({ name }) => {
    const one = ownMember(declared, name);
    return one === undefined ? [] : [{ owner: `${what} "${name}"`, texts: templates(one).map(({ text }) => text) }];
  });
}

/** The variables of a value that are below a name, each with who names it. */
function namesIn(below: RegExp): (used: UsedTexts) => string[] {
  return ({ owner, texts }) => {
    const variables = textsIn(texts).flatMap(({ text }) => templateVariables(text));
    return variables.flatMap(({ name }) => (below.test(name) ? `{${name}} of ${owner}` : []));
  };
}
