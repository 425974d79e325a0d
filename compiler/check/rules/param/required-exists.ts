/** Every required parameter is declared. */
import { rule } from '../../rule.ts';
import { unknownName } from '../../analysis/unknown-name.ts';

export const requiredExists = rule({
  id: 'param/required-exists',
  subject: 'tool',
  severity: 'error',
  imported: 'warning',
  says: 'Every required parameter must be declared.',
  why: 'A call cannot set an undeclared parameter, so every call is rejected.',
  source: 'EXT §2.2 (required names parameters)',
  good: [
    'parameters: { query: { type: string, description: Words. } }\nrequired: [query]',
    'parameters: { shelf: { type: string, description: Letter of the shelf. } }\nrequired: []',
  ],
  bad: [
    'parameters: { title: { type: string, description: Title of the book. }, author: { type: string, description: Who wrote it. } }\nrequired: [title, author, isbn]',
    'parameters: { query: { type: string, description: Words. } }\nrequired: [qurey]',
  ],
  check(tool, report) {
    const known = Object.keys(tool.spec.parameters ?? {});
    for (const [index, name] of (tool.spec.required ?? []).entries()) {
      if (!known.includes(name)) report(['required', index], ...unknownName('parameter', name, known));
    }
  },
});
