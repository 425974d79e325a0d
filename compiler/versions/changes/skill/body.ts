/** The instructions of SKILL.md. */
import { CONTEXT, exampleOf } from '../../compare/example-documents.ts';
import { kindsOf } from '../../kind.ts';
import { reportChanged, json, memberChanged } from '../../compare/changed.ts';
import { entriesMoved, listsIn, stepChange } from '../../compare/sequence.ts';

const { model } = kindsOf('skill');

const STEPS = 'steps: [*]';
const [SEARCH, TELL] = ['Search with `search_books`.', 'Tell the user the shelf.'];

const REFERENCES = `references: [*]
# references/places.md: Shelves A to F stand by the door.
# references/journals.md: Journals stand upstairs.`;
const PLACES = '{ file: references/places.md, when: the user asks for a shelf }';
const JOURNALS = '{ file: references/journals.md, when: the user asks for a journal }';

export const SKILL_BODY = [
  model.risky('skill/context', {
    says: 'The context of a skill changed.',
    why: 'It affects how every step is carried out.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: { before: 'context: The library has one floor.', after: 'context: The library has two floors.' },
    detect: memberChanged('context'),
  }),
  model.risky('skill/example', {
    says: 'The example of a skill was added, changed or removed.',
    why: 'A model follows an example more closely than the steps.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: exampleOf(CONTEXT, '', '\nexample: Search for Momo with `search_books`, then tell the shelf.'),
    detect: (pair, report) => reportChanged(pair, report, ['example'], ({ example }) => example ?? null),
  }),
  model.risky('skill/step-added', {
    says: 'A step was added to a skill.',
    why: 'The model does more than before, possibly in cases where it should not.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: exampleOf(STEPS, SEARCH, `${SEARCH}, ${TELL}`),
    detect: entriesMoved('added', stepChange, (at) => ['steps', at]),
  }),
  model.risky('skill/step-removed', {
    says: 'A step was removed from a skill.',
    why: 'What the step ensured is now up to the model.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    detect: entriesMoved('removed', stepChange, (at) => ['steps', at]),
  }),
  model.risky('skill/step-changed', {
    says: 'The wording of a step changed.',
    why: 'A model follows steps literally.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: { before: 'steps: [Tell the user the shelf.]', after: 'steps: [Tell the user the shelf and the floor.]' },
    detect(pair, report) {
      for (const { before, after, at } of stepChange(pair).changed) report({ path: ['steps', at], before, after });
    },
  }),
  model.risky('skill/steps-reordered', {
    says: 'The steps of a skill were reordered.',
    why: 'A model follows steps in order; what a step depends on may not have happened yet.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: exampleOf(STEPS, `${SEARCH}, ${TELL}`, `${TELL}, ${SEARCH}`),
    detect(pair, report) {
      if (stepChange(pair).reordered) report({ path: ['steps'], before: pair.before?.steps, after: pair.after?.steps });
    },
  }),
  model.risky('skill/never', {
    says: 'The `never` list of a skill changed.',
    why: 'A model may now do what was forbidden, or decline what was allowed.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: { before: 'never: [Invent a title]', after: 'never: [Invent a title, Guess a shelf]' },
    detect(pair, report) {
      const { added, removed } = listsIn(pair, ({ never }) => never);
      if (added.length + removed.length > 0)
        report({ path: ['never'], before: pair.before?.never, after: pair.after?.never });
    },
  }),
  model.safe('skill/lists-reordered', {
    says: 'A list of a skill was reordered.',
    why: 'The entries are independent, but a model pays more attention to the first ones.',
    next: 'Restore the order if the change was not intended.',
    example: exampleOf(REFERENCES, `${PLACES}, ${JOURNALS}`, `${JOURNALS}, ${PLACES}`),
    detect(pair, report) {
      for (const key of ['never', 'references', 'servers', 'allowed_tools'] as const) {
        const { added, removed, reordered } = listsIn(pair, (skill): readonly unknown[] => skill[key] ?? []);
        if (reordered && added.length + removed.length === 0)
          report({ path: [key], before: json(pair.before?.[key]), after: json(pair.after?.[key]) });
      }
    },
  }),
  model.risky('skill/text', {
    says: 'The body of a skill changed.',
    why: 'A model follows it as it is written.',
    next: 'Try the skill "<skill>" with its evals.',
    example: { before: 'text: Look on the shelves.', after: 'text: Look on the shelves first.' },
    detect: memberChanged('text'),
  }),
];
