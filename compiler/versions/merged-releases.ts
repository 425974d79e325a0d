/** Releases that were merged: a version that two contents have. */
import { memoizeBy } from '../base/memo.ts';
import { readMark } from '../plan/contract.ts';
import type { Plan } from '../plan/model.ts';
import type { Change } from './change.ts';
import { type VersionAdvice, compareVersions, raiseVersion, versionAdvice } from './semver.ts';

/** For those whose version was not raised since the merge, also where the changes since then require less. */
export function mergeAdvice(before: Plan, after: Plan, changes: readonly Change[]) {
  const merged = mergedReleases(before);
  const all = merged.length === 0 ? [] : versionAdvice(before, after, changes);
  return merged.flatMap(({ kind, name, version, parts }): (VersionAdvice & { readonly parts: readonly string[] })[] => {
    const now = (kind === 'server' ? after.servers : after.skills).find((one) => one.name === name);
    if (now?.version !== version) return [];
    const least = raiseVersion(version, 1);
    const { suggested: required = least } = all.find((one) => one.kind === kind && one.name === name) ?? {};
    const suggested = compareVersions(required, least) > 0 ? required : least;
    return [{ kind, name, released: version, written: version, suggested, enough: false, parts }];
  });
}

/** Servers and skills whose version was released with other contents, and the parts that differ. */
const mergedReleases = memoizeBy(({ servers, skills, marks = {} }: Plan) => {
  const all = [
    ...servers.map(({ name, version, removed = {} }) => ({ kind: 'server' as const, name, version, removed })),
    ...skills.map(({ name, version }) => ({ kind: 'skill' as const, name, version, removed: {} })),
  ];
  return all.flatMap(({ kind, name, version, removed }) => {
    const owner = `${kind} ${name}`;
    const toolKey = `${owner} tool `;
    const own = Object.entries(marks).flatMap(([key, mark]) => {
      const part = key === owner ? 'settings' : key.slice(toolKey.length);
      return key === owner || key.startsWith(toolKey) ? { part, mark } : [];
    });
    const removals = Object.entries(removed).map(([tool, mark]) => ({ part: `${tool} removed`, mark }));
    const current = [...own, ...removals].flatMap(({ part, mark }) =>
      readMark(mark).flatMap((one) => (one.version === version ? [{ part, ...one }] : [])),
    );
    if (new Set(current.map(({ hash }) => hash)).size < 2) return [];
    const parts = [...new Set(current.map(({ part }) => part))];
    // Where the merge has the higher version of one branch, only parts of the other one have both contents.
    const both = parts.filter((part) => current.filter((one) => one.part === part).length > 1);
    return [{ kind, name, version, parts: both.length > 0 ? both : parts }];
  });
});
