/** Two contracts that were released from a common one → one contract, part by part: a tool, a server's settings, a skill. */
import { compareText } from '../base/diagnostic.ts';
import { isEqual } from '../base/json.ts';
import { currentMarks, readMark, releasedParts } from '../plan/contract.ts';
import type { Plan, ReleaseMarks, ReleasedEvals, ServerPlan } from '../plan/model.ts';
import type { HasName } from './change.ts';
import { compareVersions } from './semver.ts';

export type MergeSide = 'ours' | 'theirs';

/**
 * `conflicts`: parts that both sides released with different contents, such as `server clock tool get_time`; from `side` or
 * ours. Without a base, everything that both have and that differs is in conflict.
 */
export function mergeContracts(base: Plan | undefined, ours: Plan, theirs: Plan, side: MergeSide = 'ours') {
  const parts = [base, ours, theirs].map(
    (plan) => new Map((plan ? releasedParts(plan) : []).map((part) => [part.key, part])),
  );
  const [ourMarks, theirMarks] = [allMarks(ours), allMarks(theirs)];
  const releases = [ours, theirs].map((plan) => currentMarks(releasedParts(plan)));
  const keys = [...new Set([...parts, ourMarks, theirMarks].flatMap((one) => [...one.keys()]))].sort(compareText);
  const deleted = deletedOwners(parts);
  const conflicts: string[] = [];
  const marks: Record<string, string> = {};
  const sideByKey = new Map<string, MergeSide>();
  for (const key of keys) {
    const [before, our, their] = parts.map((one) => one.get(key)?.content);
    const ownerKey = parts.find((one) => one.has(key))?.get(key)?.owner ?? '';
    const owner = deleted.get(ownerKey);
    const own = isEqual(our, their) || isEqual(before, their) ? 'ours' : isEqual(before, our) ? 'theirs' : undefined;
    const from = owner ? owner.from : own;
    if (from === undefined && (!owner || deleted.has(key))) {
      // A part that is gone on one side looks like no other.
      conflicts.push(our && their ? key : `${key} (deleted in ${our ? 'theirs' : 'ours'})`);
    }
    const mark = markFor([ourMarks.get(key), theirMarks.get(key)], isEqual(our, their) ? undefined : from);
    const chosen = from ?? side;
    const later = isEqual(our, their) ? [] : laterOf(releases, ownerKey, chosen);
    const all = joinMarks([mark, ...later]);
    if (all !== undefined) marks[key] = all;
    if ((chosen === 'ours' ? our : their) !== undefined) sideByKey.set(key, chosen);
  }
  const pick = picker(sideByKey, marks, ours, theirs);
  const evals = mergedEvals(base?.evals, ours.evals, theirs.evals);
  const plan: Plan = { planVersion: 1, ...pick, marks, ...(evals && { evals }) };
  return { plan, conflicts };
}

type Parts = ReadonlyMap<string, ReturnType<typeof releasedParts>[number]>;

/**
 * Servers and skills that one side deleted, with the side from which all their parts are: that side, where the other
 * one changed none of them, else none until a side is chosen. A part without its owner would be lost.
 */
function deletedOwners([before, our, their]: readonly Parts[]): ReadonlyMap<string, { readonly from?: MergeSide }> {
  const owners = [...(before?.values() ?? [])].filter(({ key, owner }) => key === owner);
  return new Map(
    owners.flatMap(({ owner }) => {
      const [isOurs, isTheirs] = [our?.has(owner), their?.has(owner)];
      if (isOurs === isTheirs) return [];
      const parts = [...((isOurs ? our : their)?.values() ?? [])].filter((part) => part.owner === owner);
      const isChanged = parts.some(({ key, content }) => !isEqual(before?.get(key)?.content, content));
      const from = isOurs ? 'theirs' : 'ours';
      return [[owner, isChanged ? {} : { from }] as const];
    }),
  );
}

/** Evidence of both sides stays: a choice that both changed keeps the cases of both. */
function mergedEvals(
  base: ReleasedEvals | undefined,
  ours: ReleasedEvals | undefined,
  theirs: ReleasedEvals | undefined,
): ReleasedEvals | undefined {
  if (!ours || !theirs) return ours ?? theirs;
  const named = [base, ours, theirs].map((side) => new Map((side?.choices ?? []).map((one) => [one.name, one])));
  const names = [...new Set(named.flatMap((one) => [...one.keys()]))].sort(compareText);
  const choices = names.flatMap((name) => {
    const [before, our, their] = named.map((one) => one.get(name));
    if (isEqual(our, their) || isEqual(before, their)) return our ?? [];
    if (isEqual(before, our)) return their ?? [];
    const added = their?.evals.filter((test) => !our?.evals.some((one) => isEqual(one, test))) ?? [];
    return our ? { ...our, evals: [...our.evals, ...added] } : (their ?? []);
  });
  return { choices, tested: [...new Set([...ours.tested, ...theirs.tested])].sort(compareText) };
}

/** Also those of tools that a release removed. */
function allMarks({ servers, marks = {} }: Plan): ReadonlyMap<string, string> {
  const removed = servers.flatMap((server) =>
    Object.entries(server.removed ?? {}).map(([tool, mark]) => [toolKey(server.name, tool), mark] as const),
  );
  return new Map([...Object.entries(marks), ...removed]);
}

function toolKey(server: string, tool: string): string {
  return `server ${server} tool ${tool}`;
}

/** Of a part that both sides released, also with the same content, both marks stay: under one version that has to be noticed. */
function markFor(marks: readonly (string | undefined)[], from: MergeSide | undefined): string | undefined {
  return from === undefined ? joinMarks(marks) : marks[from === 'ours' ? 0 : 1];
}

/** Of a part that is not from the side with the higher version, which the merge gets: the marks of both contents under it. */
function laterOf(releases: readonly ReadonlyMap<string, string>[], owner: string, chosen: MergeSide): string[] {
  const [our, their] = releases.flatMap((one) => readMark(one.get(owner) ?? ''));
  const [own, other] = chosen === 'ours' ? [our, their] : [their, our];
  if (!own?.version || !other?.version || compareVersions(other.version, own.version) <= 0) return [];
  return [own, other].map(({ hash }) => `${other.version} ${hash}`);
}

function joinMarks(marks: readonly (string | undefined)[]): string | undefined {
  const all = marks.flatMap((mark) => mark?.split(' + ') ?? []);
  return all.length === 0 ? undefined : [...new Set(all)].sort(compareText).join(' + ');
}

function picker(
  sideByKey: ReadonlyMap<string, MergeSide>,
  marks: ReleaseMarks,
  ours: Plan,
  theirs: Plan,
): Pick<Plan, 'servers' | 'skills'> {
  const planOf = (key: string): Plan | undefined => {
    const side = sideByKey.get(key);
    return side && (side === 'ours' ? ours : theirs);
  };
  const servers = namesIn(ours.servers, theirs.servers).flatMap((name) => {
    const head = find(planOf(`server ${name}`)?.servers, name);
    if (!head) return [];
    const [our, their] = [find(ours.servers, name), find(theirs.servers, name)];
    const tools = namesIn(our?.tools, their?.tools).flatMap((tool) => {
      return find(find(planOf(toolKey(name, tool))?.servers, name)?.tools, tool) ?? [];
    });
    const version = higher(our?.version, their?.version);
    return [{ ...head, version, removed: removedTools(head.name, [our, their], marks, sideByKey), tools }];
  });
  const skills = namesIn(ours.skills, theirs.skills).flatMap((name) => {
    const skill = find(planOf(`skill ${name}`)?.skills, name);
    const [our, their] = [find(ours.skills, name), find(theirs.skills, name)];
    return skill ? [{ ...skill, version: higher(our?.version, their?.version) }] : [];
  });
  return { servers, skills };
}

function namesIn(...lists: readonly (readonly HasName[] | undefined)[]): string[] {
  return [...new Set(lists.flatMap((list = []) => list.map(({ name }) => name)))].sort(compareText);
}

function find<T extends HasName>(list: readonly T[] | undefined, name: string): T | undefined {
  return list?.find((one) => one.name === name);
}

/** Tools that one of both removed, and that are not there. */
function removedTools(
  server: string,
  sides: readonly (ServerPlan | undefined)[],
  marks: ReleaseMarks,
  sideByKey: ReadonlyMap<string, MergeSide>,
): ReleaseMarks {
  const names = sides.flatMap((side) => Object.keys(side?.removed ?? {}));
  const absent = names.filter((name) => !sideByKey.has(toolKey(server, name)));
  return Object.fromEntries(absent.map((name) => [name, marks[toolKey(server, name)] ?? '']));
}

function higher(a = '', b = ''): string {
  return a === '' || (b !== '' && compareVersions(b, a) > 0) ? b : a;
}
