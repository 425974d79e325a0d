/** The parameters of a tool are not all plain strings. */
import { rule } from '../../rule.ts';
import { FREE_TEXTS } from '../../analysis/intended-type/type-lexicon.ts';
import { snakeCase } from '../../analysis/names/snake-case.ts';

export const allStrings = rule({
  id: 'param/all-strings',
  subject: 'tool',
  severity: 'warning',
  says: 'The parameters of a tool should not all be plain strings.',
  profiles: ['ext'],
  why: 'Plain strings do not constrain the model: it invents a format for every number, date, flag and choice.',
  source: 'EXT §8 rule 2 (do not type everything as string)',
  good: [
    `parameters:
  title: { type: string, description: Title of the book. }
  author: { type: string, description: Name of the author. }
  isbn: { type: string, description: ISBN without hyphens. }
  note: { type: string, description: A remark for the librarian. }`,
    `parameters:
  branch: { type: string, description: Name of the branch. }
  guests: { type: integer, minimum: 1, maximum: 10, default: 1, description: How many people come. }
  room: { type: string, description: Name of the room. }
  equipment: { type: string, description: What should be there. }`,
  ],
  bad: [
    `parameters:
  room: { type: string, description: Name of the room. }
  day: { type: string, description: Day of the visit. }
  guests: { type: string, description: People who come. }
  catering: { type: string, description: What they eat. }`,
    `parameters: { origin: { type: string }, destination: { type: string }, departure: { type: string }, travellers: { type: string }, cabin: { type: string } }`,
  ],
  check(tool, report) {
    const parameters = Object.entries(tool.spec.parameters ?? {});
    const plain = parameters.every(
      ([, { type, enum: values, pattern }]) => type === 'string' && !values && pattern === undefined,
    );
    const suspect = parameters.filter(([name]) => !FREE_TEXTS.has(snakeCase(name).split('_').at(-1) ?? ''));
    if (parameters.length < 4 || !plain || suspect.length < 2) return;
    const names = suspect
      .slice(0, 3)
      .map(([name]) => `"${name}"`)
      .join(', ');
    report(
      ['parameters'],
      `All ${parameters.length} parameters of tool "${tool.spec.name}" are plain strings.`,
      `Give ${names} the narrowest suitable type: integer, boolean, array, enum, or a string with a pattern.`,
      { part: 'key' },
    );
  },
});
