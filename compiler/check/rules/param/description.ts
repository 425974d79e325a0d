/** A parameter has a description that adds to its name. */
import { rule } from '../../rule.ts';
import { repeatsName } from '../../analysis/names/repeats-name.ts';
import { isItem } from '../../analysis/intended-type/intended-type.ts';

export const paramDescription = rule({
  id: 'param/description',
  subject: 'param',
  severity: 'warning',
  says: 'Every parameter should have a description that adds to its name.',
  profiles: ['ext'],
  why: 'A model fills in an argument from its description: format, unit, what it refers to and where to get it. Without one, it guesses from the name.',
  source: 'EXT §2.2 (properties.<p>.description, recommended)',
  good: [
    'parameters: { shelf: { type: string, description: "Shelf as printed on its side, such as B-12." } }',
    'parameters: { query: { type: string, description: Words to look for. } }',
    'parameters: { tags: { type: array, items: { type: string }, description: Tags that a book must have. } }',
  ],
  bad: [
    'parameters: { shelf: { type: string } }',
    'parameters: { user_id: { type: string, description: The ID of the user. } }',
    'parameters:\n  owner:\n    type: string\n    description: Owner string.\n  filter:\n    type: object\n    description: What a book must be.\n    properties:\n      genre: { type: string }',
  ],
  check(param, report) {
    const { name, spec } = param;
    if (isItem(param)) return;
    if (spec.description === undefined) {
      report(
        [],
        `Parameter "${name}" has no description.`,
        'Describe what the value means, its format or unit, and where it comes from.',
        { part: 'key' },
      );
    } else if (repeatsName(spec.description, name)) {
      report(
        ['description'],
        `The description of "${name}" only repeats the name.`,
        'Describe what the value means, its format or unit, and where it comes from.',
      );
    }
  },
});
