/** What changed is released under a version that says so. */
import { versionAdvice } from '../semver.ts';
import type { PolicyRule } from './policy.ts';

export const notRaised: PolicyRule = {
  id: 'version/not-raised',
  says: 'A server or skill that changed is released with a version that says how much.',
  why: 'Hosts, installers and people read from the version whether what they know still holds; a change under the number they know reaches them unseen.',
  next: 'Write the version that "haft diff" names: the first number rises when callers may break, the second when callers or models notice something, the third otherwise.',
  source: 'Semantic Versioning 2.0.0; EXT §9 (existing callers stay valid, or are told)',
  onRelease: true,
  judge({ before, after, changes }) {
    return versionAdvice(before, after, changes).flatMap(({ kind, name, released, written, suggested, enough }) => {
      if (enough) return [];
      const target = kind === 'server' ? { server: name, path: ['version'] } : { skill: name, path: ['version'] };
      const is = written === released ? 'still has that version' : `now has ${written}`;
      const says = `${kind === 'server' ? 'Server' : 'Skill'} "${name}" was released as ${released} and ${is}; its changes ask for ${suggested}.`;
      return [{ target, says, next: `Write version: ${suggested}, or a later one.` }];
    });
  },
};
