/** A tool that a skill names exists. */
import { crossRule } from '../../rule.ts';
import { unknownName } from '../../analysis/unknown-name.ts';
import { isMeantAsTool, namedIn } from '../../analysis/edits/named-tools.ts';

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
    'servers: [library]\nsteps: [Search with `search_books`., "Say `done`."]',
    'servers: [library]\nsteps: ["Search with `search_books`, note the `due_date`, check `status_code`, and read the list with `read_csv()`."]',
    'steps: [Call `find_shelf` of the host.]',
  ],
  bad: [
    'servers: [library]\nsteps: [Search with `serch_books`.]',
    `servers: [library]
context: Books come from \`search_book\`; their labels are in \`upper_case\`.
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
    // Without a server, tools are those of the host.
    if ((skill.spec.servers ?? []).length === 0) return;
    for (const named of namedIn(texts)) {
      const { path, word, written } = named;
      if (draft.names.tools.has(word) || !isMeantAsTool(named, draft)) continue;
      report(path, ...unknownName('tool', word, draft.names.tools), { word: written });
    }
  },
});
