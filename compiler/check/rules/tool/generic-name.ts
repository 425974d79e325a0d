/** A tool name says what the tool works on. */
import { rule } from '../../rule.ts';
import { moreSpecificName, vagueWord } from '../../analysis/names/specificity.ts';

export const genericToolName = rule({
  id: 'tool/generic-name',
  subject: 'tool',
  severity: 'error',
  says: 'A tool name must say what the tool works on.',
  profiles: ['ext'],
  why: 'The model sees dozens of tools from several servers; "get_info" or "fetch" matches every request, so it is called for the wrong ones.',
  source: 'EXT §8 rule 4 (no generic names)',
  good: [
    'name: fetch_invoice',
    'name: get_user_data',
    `name: get_item
description: { does: Gets an item of the shop's catalogue with its price and stock., when: the user asks about one thing on offer }`,
    'name: read\nparameters: { path: { type: string, description: Path of the file. } }\nrequired: [path]',
    'name: translate',
  ],
  bad: [
    `name: fetch
description: { does: Fetches a loan by its number., when: the number of a loan is known }`,
    `name: process_data
description: { does: Processes the given input and returns the output., when: a scan has to be tidied }
parameters: { raw_text: { type: string, description: Text as it was scanned. } }
required: [raw_text]`,
    'name: get_info\ndescription: { does: Gets the opening hours of the library., when: the user asks when it is open }',
    'name: run',
    'name: get_item\ndescription: { does: Gets an item by its ID., when: an item is needed }',
  ],
  check(tool, report, { settings }) {
    const vague = vagueWord(tool, settings.lexicon);
    if (vague === undefined) return;
    const better = moreSpecificName(tool, settings.lexicon);
    const { name } = tool.spec;
    report(
      ['name'],
      name.startsWith(vague)
        ? `Tool name "${name}" is only a verb.`
        : `Tool name "${name}" is too generic: "${vague}" can be anything.`,
      `Name the object, as in "${better ?? 'get_invoice'}".`,
      { word: vague },
    );
  },
});
