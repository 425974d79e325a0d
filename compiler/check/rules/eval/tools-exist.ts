/** Every tool that an eval names exists. */
import { flatMapMemo } from '../../../base/memo.ts';
import type { ToolEvalSpec } from '../../documents/eval.ts';
import type { ToolPart } from '../../model.ts';
import { LIST_SHELVES } from '../../example-documents.ts';
import { crossRule } from '../../rule.ts';
import { unknownName } from '../../analysis/unknown-name.ts';

export const evalToolsExist = crossRule({
  id: 'eval/tools-exist',
  subject: 'tool',
  severity: 'error',
  around: (draft) => draft.toolLists.flatMap(naming).map((tool) => [tool, draft]),
  says: 'Every tool that an eval names must exist.',
  resolves: true,
  why: 'A case that expects a tool that does not exist can never pass, and one that forbids it can never fail.',
  source: 'EXT §9 rule 3 (queries that test the choice)',
  good: [
    `evals: [{ query: is the atlas here, expect: { any_of: [search_books, list_shelves] } }, { query: find an atlas, never: [list_shelves] }]
---
${LIST_SHELVES}`,
    'evals: [{ query: what is the weather like, expect: none }, { query: look it up, expect: ask }]',
  ],
  bad: [
    'evals: [{ query: is the atlas here, expect: serch_books }]',
    'evals: [{ query: is the atlas here, never: [delete_boks] }, { query: and the second, after: [{ user: which shelf }, { call: list_shelfs, result: {} }] }]',
  ],
  check(tool, report, draft) {
    for (const [index, one] of (tool.spec.evals ?? []).entries()) {
      for (const { path, name } of namesIn(one)) {
        if (!draft.names.tools.has(name))
          report(['evals', index, ...path], ...unknownName('tool', name, draft.names.tools));
      }
    }
  },
});

const naming = flatMapMemo((tool: ToolPart) => {
  return tool.spec.evals?.some((one) => namesIn(one).length > 0) ? [tool] : [];
});

interface Named {
  readonly path: readonly (string | number)[];
  readonly name: string;
}

function namesIn({ expect, never = [], after = [] }: ToolEvalSpec): readonly Named[] {
  const several = typeof expect === 'object' ? expect.any_of : [];
  return [
    ...(typeof expect === 'string' && expect !== 'none' && expect !== 'ask'
      ? [{ path: ['expect'], name: expect }]
      : []),
    ...several.map((name, index) => ({ path: ['expect', 'any_of', index], name })),
    ...never.map((name, index) => ({ path: ['never', index], name })),
    ...after.flatMap(({ call }, index) => (call === undefined ? [] : [{ path: ['after', index, 'call'], name: call }])),
  ];
}
