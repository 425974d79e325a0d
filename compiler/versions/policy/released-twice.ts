/** One version is one release, also when two branches were merged. */
import { memoizeBy } from '../../base/memo.ts';
import type { Plan } from '../../plan/model.ts';
import { readMark } from '../../plan/contract.ts';
import { raiseVersion } from '../semver.ts';
import type { PolicyRule } from './policy.ts';

export const releasedTwice: PolicyRule = {
  id: 'version/released-twice',
  says: 'Two releases with different contents must have different versions.',
  why: 'Two branches released the same version; users of one of them would not notice what the merge adds.',
  next: 'Raise the version, and run `haft release`.',
  source: 'Semantic Versioning 2.0.0 §3',
  judge({ before, after }) {
    return twiceIn(before).flatMap(({ kind, name, version, parts }) => {
      const now = (kind === 'server' ? after.servers : after.skills).find((one) => one.name === name);
      if (now?.version !== version) return [];
      const target = kind === 'server' ? { server: name, path: ['version'] } : { skill: name, path: ['version'] };
      const what = kind === 'server' ? 'Server' : 'Skill';
      return [
        {
          target,
          says: `${what} "${name}" ${version} was released on two branches with different contents (${parts.join(', ')}).`,
          next: `Set \`version: ${raiseVersion(version, 1)}\` or higher, and run \`haft release\`.`,
        },
      ];
    });
  },
};

interface Twice {
  readonly kind: 'server' | 'skill';
  readonly name: string;
  readonly version: string;
  /** The content of either release. */
  readonly parts: readonly string[];
}

const twiceIn = memoizeBy(({ servers, skills, marks = {} }: Plan): readonly Twice[] => {
  const all = [
    ...servers.map(({ name, version, removed = {} }) => ({ kind: 'server' as const, name, version, removed })),
    ...skills.map(({ name, version }) => ({ kind: 'skill' as const, name, version, removed: {} })),
  ];
  return all.flatMap(({ kind, name, version, removed }) => {
    const owner = `${kind} ${name}`;
    const own = Object.entries(marks).flatMap(([key, mark]) =>
      key === owner
        ? [{ part: 'settings', mark }]
        : key.startsWith(`${owner} tool `)
          ? [{ part: key.slice(owner.length + ' tool '.length), mark }]
          : [],
    );
    const gone = Object.entries(removed).map(([tool, mark]) => ({ part: `${tool} removed`, mark }));
    const current = [...own, ...gone].flatMap(({ part, mark }) =>
      readMark(mark).flatMap((one) => (one.version === version ? [{ part, ...one }] : [])),
    );
    if (new Set(current.map(({ hash }) => hash)).size < 2) return [];
    const parts = current.map(({ part }) => part);
    return [{ kind, name, version, parts: [...new Set(parts)] }];
  });
});
