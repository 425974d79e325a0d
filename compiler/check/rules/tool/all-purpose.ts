/** A tool does one thing, not whatever its arguments select. */
import { rule } from '../../rule.ts';
import { allPurpose } from '../../analysis/prose/all-purpose.ts';
import { nameWords } from '../../analysis/names/name-words.ts';

export const allPurposeTool = rule({
  id: 'tool/all-purpose',
  subject: 'tool',
  severity: 'error',
  says: 'A tool must do one thing, not whatever its arguments select.',
  profiles: ['ext'],
  why: 'The model must know the operations, no schema can say which arguments each one takes, and a host cannot ask for approval of the dangerous ones alone.',
  source: 'EXT §8 rule 6 (no all-purpose tool)',
  good: [
    `name: control_player
parameters: { action: { type: string, enum: [play, pause, skip], description: What the player does. } }
required: [action]`,
    `name: edit_note
parameters:
  operation: { type: string, enum: [append, prepend, replace], description: Where the text goes. }
  content: { type: string, description: The text. }`,
    'name: run_query\neffects: read\nparameters: { sql: { type: string, description: A query that changes nothing. } }',
  ],
  bad: [
    `name: manage_records
parameters:
  operation: { type: string, enum: [create, read, update, delete], description: What to do. }
  table: { type: string, description: Which table. }
  data: { type: object, description: Fields of the record. }
required: [operation, table]`,
    `name: manage_loan
parameters: { action: { type: string, enum: [create, extend, return], description: What to do with the loan. } }`,
    `name: call_library
effects: write
parameters:
  method: { type: string, enum: [GET, POST, DELETE], description: Method. }
  endpoint: { type: string, description: Where to send it. }
  body: { type: object, description: What to send. }`,
    'name: execute_query\neffects: write\nparameters: { query: { type: string, description: What to execute. } }',
  ],
  check({ spec }, report, { settings }) {
    const found = allPurpose(spec, settings.lexicon);
    if (!found) return;
    const { operation, target, operations } = found;
    const noun = nameWords(spec.name).slice(1).join('_') || 'item';
    const split = operations.filter((verb) => /^[a-z]+$/.test(verb)).map((verb) => `${verb}_${noun}`);
    const rest = target === undefined ? '' : ` and what it works on ("${target}")`;
    report(
      ['parameters', operation],
      `Tool "${spec.name}" takes its operation as an argument ("${operation}")${rest}, so it is several tools in one.`,
      `Split it into one tool per operation${split.length > 0 ? `: ${split.slice(0, 4).join(', ')}` : ''}.`,
      { part: 'key' },
    );
  },
});
