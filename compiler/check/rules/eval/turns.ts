/** The turns before the request of an eval, and the calls after it: what a model reads must be complete. */
import { filterMemo } from '../../../base/memo.ts';
import { turnIssues } from '../../analysis/evals/arguments.ts';
import { stepIssues } from '../../analysis/evals/steps.ts';
import { partOfTool, serversNear } from '../../analysis/names/tool-references.ts';
import type { ToolPart } from '../../model.ts';
import { crossRule, reportProblems, rule } from '../../rule.ts';

export const evalTurns = rule({
  id: 'eval/turns',
  subject: 'tool',
  severity: 'error',
  says: 'Each earlier turn of an eval must be one of user, assistant and call; the first is the user’s.',
  why: 'Model interfaces accept a conversation only in this form; they reject any other, and the case is never judged.',
  source: 'EXT §9 rule 3 (queries that test the choice)',
  good: [
    'evals: [{ query: and the next one, after: [{ user: what is on the north shelf }, { call: search_books, arguments: { query: north }, result: { books: [] } }] }]',
    'evals: [{ query: the second, after: [{ user: open an atlas }, { assistant: "There are two, which one?" }] }]',
  ],
  bad: [
    'evals: [{ query: and the next one, after: [{ user: open the atlas, assistant: Which one? }] }]',
    'evals: [{ query: and the next one, after: [{ assistant: Which one? }] }]',
    'evals: [{ query: and the next one, after: [{ user: open the atlas }, { call: search_books }] }]',
    'evals: [{ query: and the next one, after: [{ user: open the atlas, result: { books: [] } }] }]',
  ],
  check({ spec }, report) {
    for (const [index, { after = [] }] of (spec.evals ?? []).entries())
      for (const { at, message, hint } of turnIssues(after)) report(['evals', index, 'after', at], message, hint);
  },
});

export const evalSteps = crossRule({
  id: 'eval/steps',
  subject: 'tool',
  severity: 'error',
  around: (draft) => draft.toolLists.flatMap(stepping).map((tool) => [tool, draft]),
  says: 'Each call on the way of an eval must either have a result or fail, with a failure that its tool has.',
  why: 'What such a call returns is all that the model knows before its next call. Without it, the journey cannot be run.',
  source: 'EXT §7 rule 2 (retry hints), §9 rule 3',
  good: [
    'evals: [{ query: open the atlas, via: [{ call: search_books, result: { books: [] } }] }]',
    'evals: [{ query: open the atlas, via: [{ call: search_books, fails: { error: Too many books., retry_hint: Name the author. } }] }]',
    'on_timeout: { error: The catalog is slow., retry_hint: Search for one word., code: slow }\nevals: [{ query: open the atlas, via: [{ call: search_books, fails: slow }] }]',
  ],
  bad: [
    'evals: [{ query: open the atlas, via: [{ call: search_books }] }]',
    'evals: [{ query: open the atlas, via: [{ call: search_books, result: {}, fails: slow }] }]',
    'on_timeout: { error: The catalog is slow., retry_hint: Search for one word., code: slow }\nevals: [{ query: open the atlas, via: [{ call: search_books, fails: slowly }] }]',
  ],
  check(tool, report, draft) {
    for (const [index, { via = [] }] of (tool.spec.evals ?? []).entries())
      for (const [at, step] of via.entries()) {
        const [id] = draft.names.tools.resolve(step.call, serversNear(tool));
        const part = id && partOfTool(draft, id);
        // The tool, and its server without its tools.
        const holders = part && [part.spec, { ...part.server?.spec, tools: [] }];
        reportProblems(stepIssues(step, holders), report, ['evals', index, 'via', at]);
      }
  },
});

const stepping = filterMemo(({ spec }: ToolPart) => spec.evals?.some(({ via }) => via !== undefined) === true);
