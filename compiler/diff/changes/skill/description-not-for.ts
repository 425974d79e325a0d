/** What a skill must not be used for changed. */
import { changed } from '../../parts/changed.ts';
import { wholePart } from '../../parts/descriptions.ts';
import { describedAs } from '../../parts/example-documents.ts';
import { changeKind } from '../../kind.ts';

export const skillDescriptionNotFor = changeKind({
  id: 'skill/description-not-for',
  scope: 'skill',
  axis: 'model',
  level: 'risky',
  says: 'What a skill must not be used for changed.',
  why: 'Requests that were kept away may now load it, and others no longer do.',
  next: 'Run the evals of skill "<skill>" again before you release.',
  example: {
    before: describedAs(),
    after: describedAs({ not_for: '[{ case: buying books }, { case: borrowing films }]' }),
  },
  mirror: 'skill/description-not-for',
  detect(pair, found) {
    const [old, now] = [pair.before, pair.after].map((skill) => skill && wholePart(skill.description, 'not_for'));
    const path = ['description', 'not_for'];
    if (old !== now) changed(pair, found, path, ({ description }) => wholePart(description, 'not_for'));
    // One text can stand for other cases: the body of the skill lists each of them.
    else changed(pair, found, path, ({ not_for }) => not_for);
  },
});
