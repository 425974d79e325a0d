/** Variables, connections and upstreams of a server, each with its counterpart. */
import type { ConnectionDescriptor, DatabaseDescriptor, EnvDescriptor, UpstreamDescriptor } from '@haft/runtime';
import { ownMember } from '@haft/runtime/language';
import type { AuthPlan } from '../../spec/behaviors/server-auth.ts';
import type { Detect, Pair, ServerPair } from '../change.ts';
import { type MoveDirection, json, membersChanged, movedFacts, reportChanged } from './changed.ts';

type Named<T> = readonly (readonly [name: string, pair: Pair<T>])[];

/** Where it has `auth` before and after. */
export function bothGuarded({ before, after }: ServerPair): Pair<AuthPlan> {
  return { before: before?.auth, after: after?.auth };
}

interface Parts {
  readonly env: EnvDescriptor;
  readonly connections: ConnectionDescriptor;
  readonly databases: DatabaseDescriptor;
  readonly upstreams: UpstreamDescriptor;
}

type Held = { readonly [K in keyof Parts]?: Readonly<Record<string, Parts[K]>> };

/** None where the server itself was added or removed. */
export function partsOf<K extends keyof Parts>({ before, after }: ServerPair, key: K): Named<Parts[K]> {
  const [old, now]: readonly (Held | undefined)[] = [before, after];
  return old && now ? membersOf<Parts[K]>(old[key] ?? {}, now[key] ?? {}) : [];
}

/** One that is in only one of the two is seen by no one but through the tools that use it. */
export function partChanged<K extends keyof Parts>(key: K, member: string & keyof Parts[K]): Detect<ServerPair> {
  return (pair, report) => {
    for (const [name, part] of partsOf(pair, key))
      reportChanged(part, report, [key, name, member], (one) => one[member]);
  };
}

/** Those that only one side has and that `picks` holds for. */
export function partsMoved<K extends keyof Parts>(
  how: MoveDirection,
  key: K,
  picks: (one: Parts[K]) => boolean = () => true,
): Detect<ServerPair> {
  return (pair, report) => {
    for (const [name, { before, after }] of partsOf(pair, key)) {
      const one = how === 'added' ? after : before;
      if (one && !(before && after) && picks(one)) report(movedFacts(how, [key, name], json(one)));
    }
  };
}

/** As `partChanged`, for several members, or for a member that is a map: what differs of it. */
export function partMembersChanged<K extends keyof Parts>(
  key: K,
  below: readonly string[],
  members: (one: Parts[K]) => object | undefined,
): Detect<ServerPair> {
  return (pair, report) => {
    for (const [name, part] of partsOf(pair, key)) membersChanged(part, report, [key, name, ...below], members);
  };
}

export function partKeysChanged<K extends keyof Parts>(
  key: K,
  names: readonly (string & keyof Parts[K])[],
): Detect<ServerPair> {
  return partMembersChanged(key, [], (one) => Object.fromEntries(names.map((name) => [name, one[name]])));
}

/** A flag of a variable was set (`now`) or cleared; `words` are the texts before and after. */
export function envFlagChanged(
  flag: 'optional' | 'secret',
  now: boolean,
  [was, is]: readonly [was: string, is: string],
): Detect<ServerPair> {
  return (pair, report) => {
    for (const [name, { before, after }] of partsOf(pair, 'env'))
      if (before?.[flag] === !now && after?.[flag] === now) report({ path: ['env', name], before: was, after: is });
  };
}

function membersOf<T>(before: Readonly<Record<string, T>>, after: Readonly<Record<string, T>>): Named<T> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => [name, { before: ownMember(before, name), after: ownMember(after, name) }]);
}
