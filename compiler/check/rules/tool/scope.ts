/** A tool does one thing, and says with how many arguments. */
import { ownMember } from '@haft/runtime/language';
import { say } from '../../../base/sentence.ts';
import { rule } from '../../rule.ts';
import { type AllPurpose, allPurpose, severalInOne } from '../../analysis/prose/all-purpose.ts';
import { nameWords } from '../../analysis/names/name-words.ts';
import { unknownName } from '../../analysis/unknown-name.ts';

export const allPurposeTool = rule({
  id: 'tool/all-purpose',
  severity: 'warning',
  release: 'error',
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
    const allInOne = allPurpose(spec, settings.lexicon);
    if (!allInOne) return;
    const { operation, target } = allInOne;
    const split = splitNames(spec.name, allInOne);
    const rest = target === undefined ? '' : ` and what it works on ("${target}")`;
    report(
      ['parameters', operation],
      say`Tool "${spec.name}" takes its operation as an argument ("${operation}")${rest}, so it is several tools in one.`,
      `Split it into one tool per operation${split === '' ? '' : `: ${split}`}.`,
      { part: 'key' },
    );
  },
});

/** What tools of one operation each could be called. */
function splitNames(name: string, { operations }: AllPurpose): string {
  const noun = nameWords(name).slice(1).join('_') || 'item';
  const verbs = operations.filter((verb) => /^[a-z]+$/.test(verb)).slice(0, 4);
  return verbs.map((verb) => `${verb}_${noun}`).join(', ');
}

export const severalInOneTool = rule({
  id: 'tool/several-in-one',
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
    const allInOne = severalInOne(spec, settings.lexicon);
    if (!allInOne) return;
    const { operation, operations } = allInOne;
    report(
      ['parameters', operation],
      say`Tool "${spec.name}" seems to be several tools: "${operation}" is one of ${operations.join(', ')}.`,
      `Split it, as in ${splitNames(spec.name, allInOne)}, unless users would allow all of these at once.`,
      { part: 'key' },
    );
  },
});

/** With more, small models start to invent values. */
const MAX_REQUIRED = 4;

export const tooManyRequired = rule({
  id: 'tool/too-many-required',
  severity: 'warning',
  says: 'A tool should require at most four parameters.',
  profiles: ['ext'],
  why: 'The model invents required values that the user did not give; each additional required parameter adds one.',
  source: 'EXT §8 (as few required parameters as possible), rule 3',
  good: [
    'parameters: { title: { type: string, description: Title. } }\nrequired: [title]',
    parameters(['title', 'author', 'year', 'shelf'], 'required: [title, author, year, shelf]'),
  ],
  bad: [
    parameters(['title', 'author', 'year', 'shelf', 'language'], 'required: [title, author, year, shelf, language]'),
    parameters(
      ['first_name', 'last_name', 'email', 'phone', 'street', 'city'],
      'required: [first_name, last_name, email, phone, street, city]',
    ),
  ],
  check({ spec }, report) {
    const { name, required = [] } = spec;
    if (required.length <= MAX_REQUIRED) return;
    report(
      ['required', MAX_REQUIRED],
      say`Tool "${name}" requires ${required.length} parameters; a model will invent some of the values.`,
      `Require at most ${MAX_REQUIRED}: give the others a default, derive them, or split the tool.`,
    );
  },
});

function parameters(names: readonly string[], required: string): string {
  const lines = names.map((name) => `  ${name}: { type: string, description: Of the book or reader. }`);
  return `parameters:\n${lines.join('\n')}\n${required}`;
}

const PARAMETERS =
  'parameters: { title: { type: string, description: Words of the title. }, author: { type: string, description: Who wrote it. }, year: { type: integer, minimum: 1450, maximum: 2100, default: 2026, description: Year of print. } }';

export const atLeastOne = rule({
  id: 'tool/at-least-one',
  severity: 'error',
  says: 'A group of `at_least_one` must name parameters of the tool that are neither required nor have a default, and must not be fulfilled by another group.',
  why: 'A parameter that every call has fulfills the group by itself, and one that does not exist never does, so the model reads a rule that means nothing.',
  source: 'EXT §8 rule 3 (only what the tool cannot run without)',
  good: [
    `${PARAMETERS}\nat_least_one: [[title, author]]`,
    'parameters: { query: { type: string, description: Words. } }\nrequired: [query]',
  ],
  bad: [
    `${PARAMETERS}\nat_least_one: [[title, autor]]`,
    `${PARAMETERS}\nrequired: [title]\nat_least_one: [[title, author]]`,
    `${PARAMETERS}\nat_least_one: [[author, year]]`,
    `${PARAMETERS.replace(' default: 2026,', '')}\nat_least_one: [[title, author], [title, author, year]]`,
  ],
  check({ spec }, report) {
    const { parameters = {}, required = [], at_least_one: groups = [] } = spec;
    for (const [index, group] of groups.entries()) {
      const other = groups.findIndex((one, at) => {
        return one.every((name) => group.includes(name)) && (at < index || one.length < group.length);
      });
      if (other >= 0 && other !== index)
        report(
          ['at_least_one', index],
          `Group ${other + 1} fulfills this group: every call that gives one of its parameters gives one of these.`,
          'Remove this group.',
        );
      for (const [at, name] of group.entries()) {
        const path = ['at_least_one', index, at];
        const schema = ownMember(parameters, name);
        if (!schema) report(path, ...unknownName('parameter', name, Object.keys(parameters)));
        else if (required.includes(name))
          report(
            path,
            say`"${name}" is required, so this group is always fulfilled.`,
            'Remove the group, or remove the name from `required`.',
          );
        else if (schema.default !== undefined)
          report(
            path,
            say`"${name}" has a default, so a call never has to give it.`,
            'Remove the default, or the name from the group.',
          );
      }
    }
  },
});
