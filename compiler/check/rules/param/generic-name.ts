/** The name of a parameter is specific. */
import { rule } from '../../rule.ts';
import { isTargetOfAll } from '../../analysis/prose/all-purpose.ts';
import { isGenericName } from '../../analysis/names/generic-name.ts';
import { isItem } from '../../analysis/intended-type/intended-type.ts';

export const paramGenericName = rule({
  id: 'param/generic-name',
  subject: 'param',
  severity: 'error',
  says: 'A parameter name must say what the value is.',
  profiles: ['ext'],
  why: 'A model fills "data" or "input" with whatever is available, and "id" with the wrong id.',
  source: 'EXT §8 rule 4 (no generic names, such as a fetch that takes id or a process_data that takes input)',
  good: [
    'parameters: { book_id: { type: string, description: Number on the label of the book. } }',
    'parameters: { content: { type: string, description: Text of the note. } }',
    'name: get_book\nparameters: { id: { type: string, description: Number on the label of the book. } }',
  ],
  bad: [
    'parameters: { data: { type: string, description: What to look for. } }',
    'name: fetch_page\nparameters: { id: { type: string, description: Which one. } }',
    'parameters:\n  options:\n    type: object\n    description: Further options.\n    properties: { value: { type: string, description: The one to set. } }',
  ],
  check(param, report, { settings }) {
    if (isItem(param) || !isGenericName(param, settings) || isTargetOfAll(param, settings)) return;
    const { name, tool } = param;
    const what = name === 'id' ? 'does not say which id it is' : 'is too generic';
    report(
      [],
      `Parameter name "${name}" of tool "${tool.spec.name}" ${what}.`,
      'Name it after the value, such as book_id or search_words.',
      { part: 'key' },
    );
  },
});
