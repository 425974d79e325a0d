/** A tool has no argument that chooses between opposite operations. */
import { rule } from '../../rule.ts';
import { allPurpose, severalInOne } from '../../analysis/prose/all-purpose.ts';
import { nameWords } from '../../analysis/names/name-words.ts';

export const severalInOneTool = rule({
  id: 'tool/several-in-one',
  subject: 'tool',
  severity: 'warning',
  says: 'A tool should not add, show or remove things depending on an argument.',
  profiles: ['ext'],
  why: 'Hosts ask for approval per tool: a user who allows adding songs has then also allowed deleting the list.',
  source: 'EXT §8 rule 6 (no all-purpose tool)',
  good: [
    `name: control_player
parameters: { action: { type: string, enum: [play, pause, skip], description: What the player does. } }`,
    `name: search_history
parameters: { action: { type: string, enum: [add, change, delete], description: Kind of entry to show. } }`,
    'name: label_book\nparameters: { action: { type: string, enum: [add, remove], description: What happens with the label. } }',
  ],
  bad: [
    `name: edit_reading_list
effects: write
parameters: { action: { type: string, enum: [add, remove, reorder, delete], description: What to do with the list. } }`,
    `name: edit_shelf
effects: write
parameters: { operation: { type: string, description: "show, shuffle or clear." } }`,
  ],
  check({ spec }, report, { settings }) {
    if (allPurpose(spec, settings.lexicon)) return;
    const found = severalInOne(spec, settings.lexicon);
    if (!found) return;
    const { operation, operations } = found;
    const noun = nameWords(spec.name).slice(1).join('_') || 'item';
    const split = operations.filter((verb) => /^[a-z]+$/.test(verb)).map((verb) => `${verb}_${noun}`);
    report(
      ['parameters', operation],
      `Tool "${spec.name}" seems to be several tools: "${operation}" is one of ${operations.join(', ')}.`,
      `Split it, as in ${split.slice(0, 4).join(', ')}, unless users would allow all of these at once.`,
      { part: 'key' },
    );
  },
});
