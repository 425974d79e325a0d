/** Names, descriptions and headers of parameters. */
import { UNWRITTEN } from '../../analysis/prose/information.ts';
import { say } from '../../../base/sentence.ts';
import { crossRule, rule } from '../../rule.ts';
import type { Schema } from '@haft/runtime/language';
import { flatMapMemo, memoizeText } from '../../../base/memo.ts';
import { idOf } from '../../analysis/names/tool-references.ts';
import type { ParamPart, ToolPart } from '../../model.ts';
import { schemasOf } from '../../analysis/schemas/inner-schemas.ts';
import { renameParameter } from '../../analysis/edits/rename.ts';
import { everyWord, nameWords, sentenceWords, snakeCase, stem } from '../../analysis/names/name-words.ts';
import { isTargetOfAll } from '../../analysis/prose/all-purpose.ts';
import { isSecretName } from '../../analysis/secrets/secret-name.ts';
import type { Settings } from '../../settings.ts';
import { GENERIC_NOUNS, GENERIC_PARAMETERS, POSSIBLE_NOUNS } from '../../analysis/names/lexicon.ts';
import { regex, wordSet } from '../../../base/word-lists.ts';

/** "Number of guests" of `guests` says that it is not their names, "Number of the invoice" of `invoice` that it is not its title. */
const COUNTED = /^\W*(?:the )?number of \w/i;

const stems = memoizeText(stem);

const namedBy = memoizeText((name): ReadonlySet<string> => new Set(snakeCase(name).split('_').map(stem)));

/** They add nothing to a name: "The user ID value to use." */
const EMPTY = wordSet(`
  a an the this that of for to in on is be its it your you given required optional parameter argument field value
  values variable string text number integer boolean bool array object input type param arg use used specify specified
  provide provided set here please some any
`);

/** With a number behind them they say no more: `arg1`, `id2`; `line_2` of an address does. */
const NUMBERED = regex()`
  ^(?:
    id|key|val|prm|text|word|name|obj|num|str|var|x|y|a|b|thing|field|first|second|string|file|list|opt|option|
    entity|record|element|resource|filter|type|date|user
  )_?\d+$|
  ^(?:arg|args|argument|param|parameter|prm|val|value|var|opt|thing|obj|object|item|input)_
  (?:[a-z]|one|two|three|first|second)$
`;

export const paramNameFormat = crossRule({
  id: 'param/name-format',
  around: (draft) => draft.toolLists.flatMap(misnamed).map((param) => [param, draft]),
  severity: 'warning',
  says: 'Parameter names should be in snake_case.',
  profiles: ['ext'],
  why: 'Models are most reliable with one naming style. With mixed styles they send max_results where maxResults is declared.',
  source: 'EXT §8 rule 4 (self-explanatory names); EXT §2.1, §8 write snake_case throughout',
  good: [
    'parameters: { page_size: { type: integer, minimum: 1, maximum: 50, default: 10, description: How many books at most. } }',
    'parameters: { isbn13: { type: string, description: ISBN without hyphens. } }',
  ],
  bad: [
    `name: search_books
---
kind: tool
name: find_shelf
description: { does: Finds the shelf of a book., when: the user asks where a book is }
parameters:
  bookId: { type: string, description: Number on the label. } # on the back
  floorNo: { type: string, description: Floor to look on. }
required: [bookId]
effects: read
command: { argv: [find-shelf, "--floor={floorNo}", "{bookId}"] }
evals:
  - { query: where is book 17, arguments: { bookId: "17" } }`,
    'parameters: { "Author": { type: string, description: Family name of the author. } }',
    `parameters:
  shelfURL:
    type: string
    description: Address of the page about the shelf.
  filter:
    type: object
    description: What a book must be.
    properties: { publishedAfter: { type: string, description: First day that counts. } }`,
  ],
  check(param, report, draft) {
    const { name } = param;
    const wanted = snakeCase(name);
    report(
      [],
      say`Parameter name "${name}" is not in snake_case.`,
      /^[a-z]/.test(wanted) ? `Write "${wanted}".` : 'Start with a letter, and join words with "_".',
      {
        part: 'key',
        fix: {
          title: `Rename "${name}" to "${wanted}".`,
          edits: renameParameter(param, wanted, draft),
          renames: { ...idOf(param.tool), from: name, to: wanted },
        },
      },
    );
  },
});

const misnamed = flatMapMemo((tool: ToolPart): readonly ParamPart[] => {
  if (areWellNamed(tool.spec.parameters)) return [];
  return schemasOf(tool).params.filter((param) => !param.isItem && !SNAKE_CASE.test(param.name));
});

const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

function areWellNamed(parameters: Schema['properties'] = {}): boolean {
  return Object.entries(parameters).every(([name, schema]) => SNAKE_CASE.test(name) && areWellNamedIn(schema));
}

function areWellNamedIn({ properties, items }: Schema): boolean {
  return areWellNamed(properties) && (items === undefined || areWellNamedIn(items));
}

export const paramGenericName = rule({
  id: 'param/generic-name',
  severity: 'warning',
  release: 'error',
  says: 'A parameter name must say what the value is.',
  profiles: ['ext'],
  why: 'A model fills "data" or "input" with whatever is available, and "id" with the wrong id.',
  hint: 'Name it after the value, such as book_id or search_words.',
  source: 'EXT §8 rule 4 (no generic names, such as a fetch that takes id or a process_data that takes input)',
  good: [
    'parameters: { book_id: { type: string, description: Number on the label of the book. } }',
    'parameters: { content: { type: string, description: Text of the note. } }',
    'parameters: { item: { type: string, enum: [book, map], description: What is lent. } }',
    'name: get_book\nparameters: { id: { type: string, description: Number on the label of the book. } }',
  ],
  bad: [
    'parameters: { data: { type: string, description: What to look for. } }',
    'parameters: { item: { type: string, enum: [book, map], description: The item. } }',
    'name: fetch_page\nparameters: { id: { type: string, description: Which one. } }',
    'parameters:\n  options:\n    type: object\n    description: Further options.\n    properties: { value: { type: string, description: The one to set. } }',
  ],
  check(param, report, { settings }) {
    if (param.isItem || !isGenericName(param, settings) || isTargetOfAll(param, settings)) return;
    const { name, tool } = param;
    const what = name === 'id' ? 'does not say which id it is' : 'is too generic';
    report([], say`Parameter name "${name}" of tool "${tool.spec.name}" ${what}.`, { part: 'key' });
  },
});

/** Of others, one whose values are all in the schema needs no text. */
function hasListedValues({ enum: values, minimum, maximum }: Schema): boolean {
  return values !== undefined || (minimum !== undefined && maximum !== undefined && maximum - minimum <= 1000);
}

export const paramDescription = rule({
  id: 'param/description',
  severity: 'warning',
  imported: 'note',
  measured: { useful: 54, judged: 66 },
  says: 'Every parameter should have a description that adds to its name.',
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
    'parameters: { place: { type: string, description: Lorem ipsum dolor sit amet. } }',
    'parameters:\n  owner:\n    type: string\n    description: Owner string.\n  filter:\n    type: object\n    description: What a book must be.\n    properties:\n      genre: { type: string }',
  ],
  check(param, report) {
    const { name, spec, tool, topLevel } = param;
    // In an import those inside of objects are too many to be read.
    if (param.isItem || (tool.profile === 'mcp' && (!topLevel || hasListedValues(spec)))) return;
    if (spec.description === undefined) {
      report(
        [],
        say`Parameter "${name}" has no description.`,
        'Describe what the value means, its format or unit, and where it comes from.',
        { part: 'key' },
      );
    } else if (UNWRITTEN.test(spec.description)) {
      report(['description'], say`The description of "${name}" is not written yet.`, 'Describe what the value means.');
    } else if (repeatsName(spec.description, name)) {
      report(
        ['description'],
        say`The description of "${name}" only repeats the name.`,
        'Describe what the value means, its format or unit, and where it comes from.',
      );
    }
  },
});

export const paramSecret = rule({
  id: 'param/secret',
  severity: 'error',
  says: 'A secret must come from the environment, not from the model.',
  profiles: ['ext'],
  why: 'A secret argument is visible in the conversation, in logs and to the model vendor, and a prompt injection can make the model send it elsewhere.',
  hint: 'Declare it under `env:` of the server with `secret: true`, and use {env.NAME} where it is sent.',
  source: 'MCP 2025-11-25, authorization (a local server takes credentials from the environment)',
  good: [
    'parameters: { page_token: { type: string, description: next_page_token of the answer before. } }',
    'parameters: { max_tokens: { type: integer, minimum: 1, maximum: 4000, default: 500, description: Length of the summary. } }',
    'parameters: { secret_santa_id: { type: string, description: Number of the round of presents. } }',
  ],
  bad: [
    'parameters: { api_key: { type: string, description: Your key for the library. } }',
    'parameters: { password: { type: [string, "null"], description: Password of the reader; null for guests. } }',
    'parameters:\n  username: { type: string, description: Name on the card. }\n  password: { type: string, description: Password of the reader. }',
    'parameters: { auth: { type: object, description: How to log in., properties: { accessToken: { type: string, description: From the login. } } } }',
  ],
  check(param, report) {
    const { name } = param;
    if (param.isItem || !isSecretName(param)) return;
    report([], say`Parameter "${name}" asks the model for a secret.`, { part: 'key' });
  },
});

/** Whether a parameter's name does not say what the value is. */
function isGenericName({ name, tool, topLevel, spec }: ParamPart, { lexicon }: Settings): boolean {
  const whole = snakeCase(name);
  // Its values say what it is.
  if (POSSIBLE_NOUNS.has(whole) && spec.enum && !repeatsName(spec.description ?? '', name)) return false;
  if (whole === 'id') return topLevel && !namesOwner(spec.description ?? '', tool.spec.name);
  if (/^[a-z]$/.test(whole)) return topLevel && !isTerm(whole, tool.spec.parameters ?? {});
  const base = /^([a-z_]*[a-z])_?\d+$/.exec(whole)?.[1] ?? whole;
  if (NUMBERED.test(whole) || (base !== whole && GENERIC_PARAMETERS.has(base))) return true;
  const allowed = GENERIC_NOUNS.includes(whole) && !lexicon.genericNouns.has(whole);
  return GENERIC_PARAMETERS.has(whole) && !allowed;
}

/** One of the numbers of a formula, or of the coordinates of a point. */
function isTerm(letter: string, parameters: Readonly<Record<string, Schema>>): boolean {
  const letters = Object.entries(parameters).filter(([name]) => /^[a-z]$/.test(name));
  return letters.length > 1 && ['integer', 'number'].includes(String(parameters[letter]?.type));
}

/** `get_book(id)`: the tool names one kind of thing, and the description names it again. */
function namesOwner(description: string, tool: string): boolean {
  const nouns = new Set(nameWords(tool).slice(1).map(stem));
  return sentenceWords(description).some((word) => nouns.has(stem(word)));
}

/** Whether a description only repeats the name. */
function repeatsName(description: string, name: string): boolean {
  const named = namedBy(name);
  if (COUNTED.test(description) && !named.has('number')) return false;
  return everyWord(description, (word) => named.has(stems(word)) || EMPTY.has(word));
}
