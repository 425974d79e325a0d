/** What a skill needs to run changed. */
import { changed } from '../../parts/changed.ts';
import { changeKind } from '../../kind.ts';

export const skillCompatibility = changeKind({
  id: 'skill/compatibility',
  scope: 'skill',
  axis: 'wire',
  level: 'risky',
  says: 'What a skill needs to run changed.',
  why: 'Hosts and users that had what it needed may lack what it needs now.',
  next: 'Tell users what is new before they update.',
  example: {
    before: 'context: The library has one floor.',
    after: `context: The library has one floor.
compatibility: Needs Python 3.12.`,
  },
  mirror: 'skill/compatibility',
  detect(pair, found) {
    changed(pair, found, ['compatibility'], ({ compatibility }) => compatibility);
  },
});
