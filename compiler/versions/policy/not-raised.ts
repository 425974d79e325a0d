/** A release with changes has a higher version. */
import { versionAdvice } from '../semver.ts';
import type { PolicyRule } from './policy.ts';

export const notRaised: PolicyRule = {
  id: 'version/not-raised',
  says: 'A changed server or skill must be released with a higher version.',
  why: 'Hosts, installers and people use the version to see what changed; a change under a known version goes unnoticed.',
  next: 'Run `haft release --raise`, or set the version that `haft diff` suggests: major for breaking changes, minor for visible ones, patch otherwise.',
  source: 'Semantic Versioning 2.0.0; EXT §9 (existing callers stay valid, or are notified)',
  when: 'release',
  judge({ before, after, changes }) {
    return versionAdvice(before, after, changes).flatMap(({ kind, name, released, written, suggested, enough }) => {
      if (enough) return [];
      const target = kind === 'server' ? { server: name, path: ['version'] } : { skill: name, path: ['version'] };
      const is = written === released ? 'has not changed' : `is now ${written}`;
      const says = `${kind === 'server' ? 'Server' : 'Skill'} "${name}" was released as ${released} and its version ${is}; the changes require ${suggested}.`;
      return [{ target, says, next: `Set \`version: ${suggested}\` or higher, or run \`haft release --raise\`.` }];
    });
  },
};
