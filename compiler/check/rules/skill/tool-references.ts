/** A tool that a skill names exists. */
import { crossRule } from '../../rule.ts';
import { unknownName } from '../../unknown-name.ts';
import { likelyTool, namedIn } from '../../edits/named-tools.ts';

export const toolReferences = crossRule({
  id: 'skill/tool-references',
  subject: 'skill',
  severity: 'error',
  around: (draft) => draft.skills.map((skill) => [skill, draft]),
  says: 'Every tool that a skill or its evals name must exist.',
  profiles: ['ext'],
  resolves: true,
  why: 'A step sends the model to the named tool; if it does not exist, the skill stops there.',
  source: 'EXT §2.1 (numbered steps, and behaviors that should be observed)',
  good: [
    'steps: [Search with `search_books`., "Say `done`."]',
    'context: Titles are written in `snake_case`.\nsteps: [Search with `search_books`.]',
  ],
  bad: [
    'steps: [Search with `serch_books`.]',
    `context: Shelves come from \`list_shelves\`; their labels are in \`upper_case\`.
steps: [Search with \`search_books\`.]
never: [Call \`delete_books\` without asking]
evals: [{ input: find a book, expected_behavior: [Calls serch_books first, Names the shelf] }]`,
  ],
  check(skill, report, draft) {
    const { context, steps, example, never, evals = [] } = skill.spec;
    const texts = {
      context,
      steps,
      example,
      never,
      evals: evals.map(({ expected_behavior = [] }) => ({ expected_behavior })),
    };
    for (const { path, word, written } of namedIn(texts)) {
      if (draft.names.tools.has(word)) continue;
      const isStep = path[0] === 'steps' || path[0] === 'never';
      if (!likelyTool(word, isStep, draft)) continue;
      report(path, ...unknownName('tool', word, draft.names.tools), { word: written });
    }
  },
});
