/** A parameter with a default is not required. */
import { rule } from '../../rule.ts';

export const defaultNotRequired = rule({
  id: 'param/default-not-required',
  subject: 'tool',
  severity: 'error',
  says: 'A parameter with a default must not be required.',
  profiles: ['ext'],
  why: 'A model must invent a value for every required parameter. A parameter with a default does not need one.',
  source: 'EXT §8 rule 3',
  good: [
    'parameters: { limit: { type: integer, default: 25, description: How many books at most. } }',
    'parameters: { query: { type: string, description: Words to look for. }, scope: { type: string, default: title, description: Where to look. } }\nrequired: [query]',
  ],
  bad: [
    'parameters:\n  query: { type: string, description: Words to look for. }\n  scope: { type: string, default: title, description: Where to look. }\nrequired:\n  - query\n  - scope',
    'parameters: { limit: { type: integer, default: 25, description: How many books at most. } }\nrequired: [limit]',
  ],
  check(tool, report) {
    for (const [index, name] of (tool.spec.required ?? []).entries()) {
      if (tool.spec.parameters?.[name]?.default === undefined) continue;
      const only = tool.spec.required?.length === 1;
      const edit = tool.edit({ kind: 'remove', path: only ? ['required'] : ['required', index] });
      report(['required', index], `Parameter "${name}" has a default but is required.`, 'Remove it from `required`.', {
        fix: { title: `Remove "${name}" from \`required\`.`, edits: [edit] },
      });
    }
  },
});
