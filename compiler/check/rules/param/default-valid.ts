/** A default is valid for its parameter. */
import { rule } from '../../rule.ts';
import { valueIssue } from '../../analysis/schemas/value-issue.ts';

export const defaultValid = rule({
  id: 'param/default-valid',
  subject: 'param',
  severity: 'error',
  imported: 'warning',
  says: 'A default must be valid for its parameter.',
  why: 'The server applies defaults before validation, so an invalid default makes every call without the argument fail.',
  source: 'EXT §8 rule 3; JSON Schema 2020-12',
  good: [
    'parameters: { limit: { type: integer, minimum: 1, default: 25, description: How many books at most. } }',
    'parameters: { scope: { type: string, enum: [title, author], default: title, description: Where to look. } }',
  ],
  bad: [
    'parameters: { limit: { type: integer, minimum: 1, default: 0, description: How many books at most. } }',
    'parameters: { scope: { type: string, enum: [title, author], default: titles, description: Where to look. } }',
  ],
  check(param, report) {
    const { default: value, ...schema } = param.spec;
    const issue = value === undefined ? undefined : valueIssue(schema, value, param.tool);
    if (issue === undefined) return;
    report(
      ['default'],
      `The default of "${param.name}" is not valid: ${issue}`,
      'Change the default, or the constraint that it violates.',
    );
  },
});
