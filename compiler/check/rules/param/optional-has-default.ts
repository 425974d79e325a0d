/** An optional parameter has a default, or a description of what happens without it. */
import { isOrNull } from '../../analysis/schemas/or-null.ts';
import { rule } from '../../rule.ts';
import { narrowType } from '../../analysis/intended-type/intended-type.ts';
import { describedDefault, describesAbsence } from '../../analysis/intended-type/absent-behavior.ts';

export const optionalHasDefault = rule({
  id: 'param/optional-has-default',
  subject: 'param',
  severity: 'warning',
  says: 'An optional integer, boolean or enum should have a default, or a description of what happens without it.',
  profiles: ['ext'],
  why: 'Without a default the model does not know the effect of omitting the argument, so it fills it in, often wrongly.',
  source: 'EXT §8 rule 3; EXT §9 rule 1 (a parameter is added with a default)',
  good: [
    'parameters: { limit: { type: integer, minimum: 1, maximum: 100, default: 25, description: How many books at most. } }',
    'parameters: { year: { type: integer, description: Year of the first edition; all years when left out. } }',
    'parameters: { author: { type: string, description: Family name of the author. } }',
    'parameters: { state: { type: [string, "null"], enum: [lent, lost, null], description: State of the book; null clears it. } }',
    'parameters: { author: { type: string, description: Family name. }, year: { type: integer, description: Year of the first edition. } }\nat_least_one: [[author, year]]',
  ],
  bad: [
    'parameters: { limit: { type: integer, minimum: 1, maximum: 100, description: How many books at most. Defaults to 25. } }',
    'parameters: { include_lent: { type: boolean, description: Whether to list lent books too. } }',
    'parameters:\n  order:\n    type: string\n    enum: [title, year]\n    description: "Order of the books (default: title)"\n  format: { type: string, enum: [short, long], description: How much to say of each book. }',
  ],
  check(param, report, { settings }) {
    const { name, spec, tool, topLevel } = param;
    const type = narrowType(param, settings);
    const groups = tool.spec.at_least_one ?? [];
    if (!topLevel || spec.default !== undefined || tool.spec.required?.includes(name)) return;
    // Where null clears a field, a default would change it in every call without the argument.
    if (isOrNull(spec)) return;
    // With a default, a group would always be fulfilled.
    if (groups.some((group) => group.includes(name))) return;
    if (!['integer', 'boolean', 'enum'].includes(String(type)) || describesAbsence(spec.description)) return;
    const value = describedDefault(spec);
    const edits = value === undefined ? [undefined] : [param.edit({ kind: 'insert', path: [], key: 'default', value })];
    const hint =
      value === undefined
        ? 'Add `default:`, or describe what happens without it.'
        : `Write it as \`default: ${String(value)}\`.`;
    report([], `"${name}" is optional and has no default.`, hint, {
      part: 'key',
      fix: { title: `Declare the default of "${name}".`, edits },
    });
  },
});
