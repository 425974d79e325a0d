/** A tool that a skill names exists. */
import { rule } from '../../rule.ts';
import { unknownName } from '../../unknown-name.ts';

export const toolReferences = rule({
  id: 'skill/tool-references',
  subject: 'skill',
  severity: 'error',
  resolves: true,
  why: 'A step that names a tool sends the model to it; when there is none, the skill stops there.',
  source: 'EXT §2.1 (numbered steps); EXT §1 (a skill has no tools of its own)',
  good: ['steps: [Search with `search_books`., "Say `done`."]'],
  bad: ['steps: [Search with `serch_books`.]'],
  check(skill, report, draft) {
    for (const key of ['steps', 'never'] as const) {
      for (const [index, text] of skill.spec[key].entries()) {
        for (const name of namedTools(text)) {
          if (!draft.names.tools.has(name))
            report([key, index], ...unknownName('tool', name, draft.names.tools), { word: `\`${name}\`` });
        }
      }
    }
  },
});

/** In backticks and in snake_case: that is how the steps of a skill name tools. */
function namedTools(text: string): string[] {
  return [...text.matchAll(/`([a-z][a-z0-9]*(?:_[a-z0-9]+)+)`/g)].map((match) => match[1] ?? '');
}
