/** Every template and every other text of a server and its tools, with the part that it is in. */
import { templateVariables } from '../../../spec/behaviors/variables.ts';
import { STEP_KEYS } from '../../../spec/behaviors/steps.ts';
import { type Sentence, say } from '../../../base/sentence.ts';
import { memoizeBy } from '../../../base/memo.ts';
import { environmentNames } from '../../../spec/behaviors/program-environment.ts';
import { allSteps, behaviorsOf } from '../../../spec/behaviors/index.ts';
import { authTemplates } from '../../../spec/behaviors/server-auth.ts';
import { databaseTemplates } from '../../../spec/behaviors/databases.ts';
import { upstreamTemplates } from '../../../spec/behaviors/upstreams.ts';
import { connectionTemplates, programTemplates, toolTemplates } from '../binding/template-use.ts';
import type { TemplateUse } from '../../../spec/behaviors/behavior.ts';
import type { SpecDraft, Located, ServerPart } from '../../model.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { keysAndTextsIn } from '../hidden/model-texts.ts';

interface PlacedText {
  readonly on: Located<unknown>;
  readonly path: NodePath;
  readonly text: string;
  /** For a message: connection "shop". */
  readonly owner: Sentence;
}

/** All that a tool sends, starts or opens: every text, whether something is filled into it or not. */
export function behaviorTexts(tool: ToolSpec): readonly Pick<PlacedText, 'path' | 'text'>[] {
  return behaviorsOf(tool).flatMap(({ failureKeys, steps }) =>
    steps.flatMap(({ path: base, spec }) =>
      keysAndTextsIn(without(spec, [...failureKeys, ...STEP_KEYS, 'result']), base).filter(
        ({ part }) => part === 'value',
      ),
    ),
  );
}

function without(spec: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(spec).filter(([key]) => !keys.includes(key)));
}

function templatesOf(server: ServerPart): readonly PlacedText[] {
  const inTools = server.tools.flatMap((on) => {
    return toolTemplates(on.spec).map(({ path, text }) => {
      return { on, path, text, owner: say`tool "${on.spec.name}"` };
    });
  });
  return [...sharedTemplates(server), ...inTools];
}

/** What several tools use. */
const SHARED = ['connections', 'programs', 'databases', 'upstreams'] as const;

export function sharedTemplates(server: ServerPart): readonly PlacedText[] {
  const { connections = {}, programs = {}, databases = {}, upstreams = {}, auth } = server.spec;
  const ofAuth = auth ? authTemplates(auth) : [];
  return [
    ...ofAuth.map(({ path, text }) => ({ path: ['auth', ...path], text, owner: say`\`auth\`` })),
    ...placeTexts('connections', connections, connectionTemplates),
    ...placeTexts('programs', programs, programTemplates),
    ...placeTexts('databases', databases, databaseTemplates),
    ...placeTexts('upstreams', upstreams, upstreamTemplates),
  ].map((template) => ({ on: server, ...template }));
}

function placeTexts<T>(
  key: (typeof SHARED)[number],
  members: Readonly<Record<string, T>>,
  templates: (member: T) => readonly TemplateUse[],
): Omit<PlacedText, 'on'>[] {
  return Object.entries(members).flatMap(([name, member]) =>
    templates(member).map(({ path, text }) => ({
      path: [key, name, ...path],
      text,
      owner: say`${key.slice(0, -1)} "${name}"`,
    })),
  );
}

/** For a message: "headers.Accept" of connection "shop". */
export function placeOf({ path, owner }: PlacedText): Sentence {
  const own = SHARED.some((key) => key === path[0]) ? path.slice(2) : path.slice(1);
  return say`"${own.join('.')}" of ${owner}`;
}

/** Names of the environment variables that templates and commands of the server use. */
export function usedEnv(server: ServerPart): ReadonlySet<string> {
  const inTemplates = templatesOf(server)
    .flatMap(({ text }) => templateVariables(text))
    .flatMap(({ path: [root, ...name] }) => (root === 'env' ? [name.join('.')] : []));
  const byName = server.tools.flatMap(({ spec }) => allSteps(spec).flatMap(({ parts }) => parts.variables));
  const byProgram = Object.values(server.spec.programs ?? {}).flatMap(({ env }) =>
    environmentNames(env).map(({ name }) => name),
  );
  const byUpstream = Object.values(server.spec.upstreams ?? {}).flatMap(({ env = [] }) => env);
  return new Set([...inTemplates, ...byName.map(({ name }) => name), ...byProgram, ...byUpstream]);
}

/** Unused names cannot be reported while a tool has no valid shape, or where code may use them. */
export const fullyKnown = memoizeBy((draft: SpecDraft): readonly (readonly [ServerPart, undefined])[] => {
  return withAllTools(draft).filter(([server]) => isDeclarative(server));
});

/** Servers of which every tool has its shape. */
export function withAllTools({ servers, names }: SpecDraft): (readonly [ServerPart, undefined])[] {
  // A tool without a server that is known can be of any.
  const strays = names.tools.countOf('');
  return servers
    .filter(({ spec, tools }) => strays === 0 && names.tools.countOf(spec.name) <= tools.length)
    .filter(({ spec, tools }) => (spec.tools?.length ?? 0) <= tools.length)
    .map((server) => [server, undefined]);
}

const isDeclarative = memoizeBy(({ tools }: ServerPart): boolean => {
  return !tools.some((tool) => behaviorsOf(tool.spec).some(({ isCode }) => isCode));
});
