/** Title, description and order of parameters: what a model reads of a tool, and the cases that it is tested with. */
import { expectsItself } from '../../../plan/eval.ts';
import type { ToolPlan } from '../../../plan/model.ts';
import { reportChanged } from '../../compare/changed.ts';
import { partChanged, titleChanged } from '../../compare/descriptions.ts';
import { exampleOf } from '../../compare/example-documents.ts';
import { kindsOf } from '../../kind.ts';
import { propertyOrder } from '../../schema/forms.ts';

const { model } = kindsOf('tool');

const DESCRIBED = 'description: { does: Searches the shelves by words., when: the user looks for a book* }';
const INSTEAD = DESCRIBED.replace('*', ', instead: [{ case: * is known, use: list_shelf }]');
const EXAMPLES = DESCRIBED.replace('*', ', examples: [*]');

/** An eval expects the tool that it belongs to, also after a rename. */
function ownEvals({ name, evals }: ToolPlan): object[] {
  return evals.map((one) => ({ ...one, expect: expectsItself(one, name) ? 'this tool' : one.expect }));
}

export const TOOL_TEXT = [
  model.safe('tool/evals', {
    says: 'The evals of a tool changed.',
    why: 'Evals test the choice and do not affect it; results for the old cases do not apply to the new ones.',
    next: 'Run the evals of "<tool>" and record the results with `haft eval --tier model --record`.',
    example: exampleOf('evals: [{ query: find books on bees *}]', '', '}, { query: who wrote Walden '),
    detect: (pair, report) => reportChanged(pair, report, ['evals'], ownEvals),
  }),
  model.risky('tool/title', {
    says: 'The title of a tool changed.',
    why: 'Hosts show it to people, and some also to the model.',
    next: 'Rerun the evals of "<tool>" and of similar tools, and record the results with `haft eval --tier model --record`.',
    example: { before: 'title: Search books', after: 'title: Search the shelves' },
    detect: titleChanged,
  }),
  model.risky('tool/description-does', {
    says: 'The `does` part of a tool description changed.',
    why: 'A model matches requests with this sentence first; even punctuation can change its choice.',
    next: 'Rerun the evals of "<tool>" and of similar tools, and record the results with `haft eval --tier model --record`.',
    example: exampleOf(DESCRIBED.replace('*', '').replace('words', 'words*'), '', ' or by author'),
    detect: partChanged('does'),
  }),
  model.risky('tool/description-when', {
    says: 'The `when` part of a tool description changed.',
    why: 'A model may call the tool in situations where it did not before, and the reverse.',
    next: 'Rerun the evals of "<tool>" and of similar tools, and record the results with `haft eval --tier model --record`.',
    example: exampleOf(DESCRIBED, '', ' or a journal'),
    detect: partChanged('when'),
  }),
  model.risky('tool/description-limits', {
    says: 'The `limits` of a tool description changed.',
    why: 'A model calls the tool for requests that a limit excluded before, and the reverse.',
    next: 'Rerun the evals of "<tool>" and of similar tools, and record the results with `haft eval --tier model --record`.',
    example: exampleOf(DESCRIBED, ', limits: [finds titles only]', ', limits: [finds titles and authors only]'),
    detect: partChanged('limits'),
  }),
  model.risky('tool/description-instead', {
    says: 'The `instead` cases of a tool changed.',
    why: 'They redirect requests, so this tool and the tools that it names are chosen differently.',
    next: 'Rerun the evals of "<tool>" and of similar tools, and record the results with `haft eval --tier model --record`.',
    example: exampleOf(INSTEAD, 'the shelf', 'the number of the shelf'),
    detect: partChanged('instead'),
  }),
  model.risky('tool/description-examples', {
    says: 'The example requests of a tool changed.',
    why: 'A model prefers the tool for requests that are similar to an example.',
    next: 'Rerun the evals of "<tool>" and of similar tools, and record the results with `haft eval --tier model --record`.',
    example: exampleOf(EXAMPLES, 'Do we have anything on beekeeping?', 'Is there a book about bees?'),
    detect: partChanged('examples'),
  }),
  model.risky('tool/parameter-order', {
    says: 'The parameter order of a tool changed.',
    why: 'A model reads parameters in order and prefers to fill the first ones.',
    next: 'Restore the order, or rerun the evals of "<tool>".',
    example: {
      before: 'parameters: { words: { type: string }, shelf: { type: string } }',
      after: 'parameters: { shelf: { type: string }, words: { type: string } }',
    },
    detect(pair, report) {
      if (!pair.before || !pair.after) return;
      const order = propertyOrder({ before: pair.before.inputSchema, after: pair.after.inputSchema });
      if (order) report({ path: ['parameters'], ...order });
    },
  }),
];
