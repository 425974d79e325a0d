/** An array declares its items. */
import { mainType } from '@haft/runtime/language';
import { rule } from '../../rule.ts';

export const itemsRequired = rule({
  id: 'param/items-required',
  subject: 'param',
  severity: 'error',
  says: 'An array must declare its items.',
  profiles: ['ext'],
  why: 'Without an item type the model guesses what to put in the array, and some hosts drop the whole tool.',
  source: 'EXT §2.2 (items, required for array)',
  good: [
    'parameters: { tags: { type: array, items: { type: string }, description: Tags that a book must have. } }',
    'parameters: { shelves: { type: array, items: { type: array, items: { type: integer } }, description: Numbers by floor. } }',
  ],
  bad: [
    'parameters: { tags: { type: array, description: Tags that a book must have. } }',
    'parameters: { tags: { type: [array, "null"], description: Tags of the book; null removes them. } }',
    'parameters:\n  rows:\n    type: array\n    description: Rows of the table.\n    items: { type: array, description: Cells of the row. }',
  ],
  check(param, report) {
    if (mainType(param.spec) !== 'array' || param.spec.items) return;
    report(
      ['type'],
      `Array "${param.name}" does not declare its items.`,
      'Add `items: { type: string }` or another item type.',
    );
  },
});
