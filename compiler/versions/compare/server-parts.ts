/** Variables, connections and upstreams of a server, each with its counterpart. */
import type { ConnectionDescriptor, DatabaseDescriptor, EnvDescriptor, UpstreamDescriptor } from '@haft/runtime';
import { ownMember } from '@haft/runtime/language';
import type { AuthPlan } from '../../spec/behaviors/server-auth.ts';
import type { ChangeKind, Pair, ServerPair } from '../change.ts';

type Named<T> = readonly (readonly [name: string, pair: Pair<T>])[];

/** Where it has `auth` before and after. */
export function bothGuarded({ before, after }: ServerPair): Pair<AuthPlan> {
  return { before: before?.auth, after: after?.auth };
}

/** None where the server itself was added or removed. */
export function envPairs({ before, after }: ServerPair): Named<EnvDescriptor> {
  return before && after ? membersOf(before.env, after.env) : [];
}

/** A flag of a variable was set (`now`) or cleared; `words` are the texts before and after. */
export function envFlagChanged(
  flag: 'optional' | 'secret',
  now: boolean,
  [was, is]: readonly [was: string, is: string],
): ChangeKind<'server'>['detect'] {
  return (pair, report) => {
    for (const [name, { before, after }] of envPairs(pair))
      if (before?.[flag] === !now && after?.[flag] === now) report({ path: ['env', name], before: was, after: is });
  };
}

/** One that is in only one of the two is seen by no one but through the tools that use it. */
export function connectionPairs({ before, after }: ServerPair): Named<ConnectionDescriptor> {
  return before && after ? membersOf(before.connections, after.connections) : [];
}

export function upstreamPairs({ before, after }: ServerPair): Named<UpstreamDescriptor> {
  return before && after ? membersOf(before.upstreams ?? {}, after.upstreams ?? {}) : [];
}

export function databasePairs({ before, after }: ServerPair): Named<DatabaseDescriptor> {
  return before && after ? membersOf(before.databases ?? {}, after.databases ?? {}) : [];
}

function membersOf<T>(before: Readonly<Record<string, T>>, after: Readonly<Record<string, T>>): Named<T> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => [name, { before: ownMember(before, name), after: ownMember(after, name) }]);
}
