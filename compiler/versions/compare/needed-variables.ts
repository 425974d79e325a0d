/** The variables of the environment without which a call of a tool fails: what the runtime decides before each call, from the Plan. */
import { isJsonObject, ownMember, parseTemplate } from '@haft/runtime/language';
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';
import { json } from './changed.ts';

interface NeededVariables {
  /** No call works without them. */
  readonly always: ReadonlySet<string>;
  /** Code of a handler may need them: a request to a connection, or a program. */
  readonly perhaps: ReadonlySet<string>;
}

/** A variable with a fallback is not needed, and one that is passed on by name only where it is not optional. */
export function neededBy({ behavior }: Pick<ToolPlan, 'behavior'>, server: ServerPlan): NeededVariables {
  const { env, tools, connections } = server;
  const target = behavior.kind === 'via' ? tools.find(({ name }) => name === behavior.tool) : undefined;
  if (target && target.behavior.kind !== 'via') return neededBy(target, server);
  const required = (names: readonly string[]): string[] =>
    names.filter((name) => ownMember(env, name)?.optional === false);
  const always =
    behavior.kind === 'handler'
      ? required(Object.keys(env))
      : [...templatesIn([behavior, ...usedParts(behavior, server)]), ...required(passedNames(behavior, server))];
  const perhaps = behavior.kind === 'handler' ? templatesIn([connections, behavior.programs]) : [];
  return { always: new Set(always), perhaps: new Set(perhaps) };
}

type Behavior = ToolPlan['behavior'];

/** Descriptions of what it reaches, as far as their templates count. */
function usedParts(
  behavior: Behavior,
  { connections, databases = {}, upstreams = {} }: ServerPlan,
): readonly unknown[] {
  if (behavior.kind === 'http')
    return [behavior, ...(behavior.before ?? []), ...(behavior.verify ?? [])].map(({ connection }) =>
      ownMember(connections, connection),
    );
  if (behavior.kind === 'sql') {
    const { url, folder, path, role, settings } = ownMember(databases, behavior.database) ?? {};
    return [url, folder, path, role, settings];
  }
  if (behavior.kind !== 'mcp') return [];
  const { command, cwd, url, headers, auth } = ownMember(upstreams, behavior.upstream) ?? {};
  return [command, cwd, url, headers, auth];
}

function passedNames(behavior: Behavior, { upstreams = {} }: ServerPlan): readonly string[] {
  if (behavior.kind === 'mcp') return ownMember(upstreams, behavior.upstream)?.env ?? [];
  if (behavior.kind !== 'command') return [];
  return [...(behavior.before ?? []), behavior, ...(behavior.verify ?? [])].flatMap(({ env }) => env ?? []);
}

/** Names of variables without a fallback in all templates of a value. */
function templatesIn(value: unknown): readonly string[] {
  if (typeof value === 'string')
    return parseTemplate(value).parts.flatMap((part) =>
      typeof part === 'object' && part.path[0] === 'env' && part.fallback === undefined
        ? [part.path.slice(1).join('.')]
        : [],
    );
  const parts = json(value);
  return isJsonObject(parts) || Array.isArray(parts) ? Object.values(parts).flatMap(templatesIn) : [];
}
