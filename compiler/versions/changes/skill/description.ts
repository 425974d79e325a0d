/** The title and the parts of a description by which a host chooses a skill. */
import { changeKinds } from '../../kind.ts';
import { reportChanged } from '../../compare/changed.ts';
import { titleChanged } from '../../compare/derived-title.ts';
import { partChanged, wholePart } from '../../compare/descriptions.ts';
import { describedAs } from '../../compare/example-documents.ts';

export const SKILL_DESCRIPTION = changeKinds('skill', [
  {
    id: 'skill/title',
    axis: 'model',
    level: 'safe',
    says: 'The title of a skill changed.',
    why: 'It is the heading of the instructions that a model follows.',
    next: 'Check that it still says what the skill is for.',
    example: {
      before: 'title: Find a book',
      after: 'title: Look for a book',
    },
    detect: titleChanged,
  },
  {
    id: 'skill/description-does',
    axis: 'model',
    level: 'risky',
    says: 'The `does` part of a skill description changed.',
    why: 'A host selects the skill by this sentence; it may now load for other requests.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: {
      before: describedAs(),
      after: describedAs({ does: 'Finds a book on the shelves or in the archive.' }),
    },
    detect: partChanged('does'),
  },
  {
    id: 'skill/description-when',
    axis: 'model',
    level: 'risky',
    says: 'The `when` part of a skill description changed.',
    why: 'A host may load it in situations where it did not before, and the reverse.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: {
      before: describedAs(),
      after: describedAs({ when: 'the user looks for a book or a journal' }),
    },
    detect: partChanged('when'),
  },
  {
    id: 'skill/description-triggers',
    axis: 'model',
    level: 'risky',
    says: 'The trigger phrases of a skill changed.',
    why: 'Requests that match a removed phrase may no longer load it.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: {
      before: describedAs(),
      after: describedAs({ triggers: '[find a book, where does this book stand]' }),
    },
    detect: partChanged('triggers'),
  },
  {
    id: 'skill/description-not-for',
    axis: 'model',
    level: 'risky',
    says: 'The `not_for` part of a skill description changed.',
    why: 'Requests that were excluded may now load it, and others no longer do.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: {
      before: describedAs(),
      after: describedAs({ not_for: '[{ case: buying books }, { case: borrowing films }]' }),
    },
    detect(pair, found) {
      const [old, now] = [pair.before, pair.after].map((skill) => skill && wholePart(skill.description, 'not_for'));
      const path = ['description', 'not_for'];
      if (old !== now) reportChanged(pair, found, path, ({ description }) => wholePart(description, 'not_for'));
      // The same text can mean other cases: the body of the skill lists each of them.
      else reportChanged(pair, found, path, ({ not_for }) => not_for);
    },
  },
]);
