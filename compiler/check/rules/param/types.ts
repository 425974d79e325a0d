/** The type of a parameter: the narrowest that its values have. */
import { say } from '../../../base/sentence.ts';
import { rule } from '../../rule.ts';
import { meantBy } from '../../analysis/intended-type/intended-type.ts';
import { type Json, type SchemaType, ownMember } from '@haft/runtime/language';
import type { TextEdit } from '../../../base/diagnostic.ts';
import { allSteps } from '../../../spec/behaviors/index.ts';
import { templateRoots } from '../../../spec/behaviors/variables.ts';
import { serverDocument } from '../../example-documents.ts';
import type { ParamPart } from '../../model.ts';

export const arrayForList = rule({
  id: 'param/array-for-list',
  severity: 'warning',
  imported: 'note',
  evidence: 'prose',
  measured: { useful: 49, judged: 49 },
  says: 'A parameter that takes several values must be an array.',
  why: 'For several values in one string, the model chooses its own separator, spaces and quotes, and a value that contains a comma is split in two.',
  hint: 'Use `type: array` with `items: { type: string }`; text bodies and queries join the values themselves.',
  source: 'EXT §8 rule 2 (array of string for lists)',
  good: [
    'parameters: { tags: { type: array, items: { type: string }, description: Tags that a book must have. } }',
    'parameters: { position: { type: string, description: "Latitude and longitude, separated by a comma." } }',
    'parameters: { table: { type: string, description: Rows to import as comma-separated values. } }',
  ],
  bad: [
    'parameters: { tags: { type: string, description: Comma-separated tags that a book must have. } }',
    'parameters: { fields: { type: string, description: "Fields to return, separated by commas.", default: "title,author" } }',
    'parameters:\n  book_ids:\n    type: string\n    description: List of book IDs to reserve\nrequired: [book_ids]',
  ],
  check(param, report, { settings }) {
    if (meantBy(param, settings)?.type !== 'array') return;
    const { name } = param;
    report(['type'], say`Parameter "${name}" takes a list but has type string.`);
  },
});

export const booleanForFlag = rule({
  id: 'param/boolean-for-flag',
  severity: 'warning',
  imported: 'note',
  evidence: 'signals',
  release: 'error',
  says: 'A parameter that is true or false must be a boolean.',
  why: 'As a string, a flag arrives as "True", "yes", "1" or "on", and many services treat all of them as set.',
  source: 'EXT §8 rule 2 (boolean for flags)',
  good: [
    'parameters: { include_lent: { type: boolean, default: false, description: Whether to list lent books too. } }',
    'parameters: { include_fields: { type: array, items: { type: string }, default: [], description: Fields to return beside the title. } }',
    'parameters: { skip: { type: integer, minimum: 0, default: 0, description: How many books to skip. } }',
  ],
  bad: [
    'parameters: { include_lent: { type: string, enum: ["true", "false"], default: "false", description: Whether to list lent books too. } }',
    'parameters: { is_lent: { type: integer, description: 1 for lent books only. } }',
    `parameters:
  exact:
    type: string
    enum: [yes, no]
    default: no
    description: Whether the title has to match letter by letter.`,
    `name: search_books
---
${serverDocument('lights', 'Turns lights on and off.', 'connections: { home: { base_url: "https://home.example" } }')}
tools:
  - name: turn_light
    description: { does: Turns a light on or off., when: the user asks for light }
    effects: write
    parameters: { state: { type: string, enum: ["on", "off"], description: Whether the light is on. } }
    required: [state]
    http: { connection: home, request: "POST /lights/turn_{state}" }`,
    'parameters: { notify: { type: string, description: Whether to send the reader a message. } }',
  ],
  check(param, report, { settings }) {
    const meant = meantBy(param, settings);
    if (meant?.type !== 'boolean') return;
    const { name, spec } = param;
    // Only true and false come out as the same text again; yes and no, or 1 and 0, are another service's words.
    const same = spec.enum?.every((value) => truth(value) !== undefined) ?? false;
    report(
      ['type'],
      say`Parameter "${name}" is a flag but has type ${[spec.type].flat().join(',')}.`,
      flagHint(param),
      {
        suspected: meant.signals < 2,
        fix: { title: `Make "${name}" a boolean.`, edits: same ? retype(param, 'boolean', truth) : [undefined] },
      },
    );
  },
});

/** A default is for a flag that may be left out; the text around a value would get "true" and "false". */
function flagHint({ name, spec, tool }: ParamPart): string {
  const isRequired = tool.spec.required?.includes(name) === true;
  const start = isRequired ? 'Use `type: boolean`, and no enum.' : 'Use `type: boolean` with a default, and no enum.';
  const uses = allSteps(tool.spec).flatMap(({ parts }) => parts.templates.map(({ text }) => text));
  const isInText = uses.some((text) => text !== `{${name}}` && templateRoots(text).includes(name));
  const [on = 'on', off = 'off'] = (spec.enum ?? [])
    .map(String)
    .toSorted((one, other) => Number(OFF.test(one)) - Number(OFF.test(other)));
  return isInText
    ? `${start} Write what is sent under \`translate\`: translate: { ${name}: { true: ${JSON.stringify(on)}, false: ${JSON.stringify(off)} } }.`
    : start;
}

const OFF = /^(?:off|no|n|false|f|0|disabled?|inactive|never|none)$/i;

function truth(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

export const integerForCount = rule({
  id: 'param/integer-for-count',
  severity: 'warning',
  imported: 'note',
  evidence: 'signals',
  release: 'error',
  measured: { useful: 119, judged: 123 },
  says: 'A parameter that counts must be an integer.',
  why: 'Without an integer type a model sends "ten", "10 books" or 2.5, and bounds cannot be enforced.',
  hint: 'Use `type: integer` with a minimum and a maximum.',
  source: 'EXT §8 rule 2 (integer for counts)',
  good: [
    'parameters: { limit: { type: integer, minimum: 1, maximum: 100, default: 25, description: How many books at most. } }',
    'parameters: { account_number: { type: string, description: Number on the library card. } }',
    'parameters: { phone_count_label: { type: string, description: What to write beside the count. } }',
    'parameters: { page_size: { type: string, enum: [small, large], default: small, description: How full a page is. } }',
  ],
  bad: [
    'parameters: { max_results: { type: string, default: "10", description: How many books to return at most. } }',
    'parameters: { limit: { type: number, minimum: 1, maximum: 50, default: 10, description: How many books to return. } }',
    `parameters:
  query: { type: string, description: Words to look for. }
  num_pages:
    type: string
    description: Number of pages to read.
evals: [{ query: three pages about gardens, arguments: { query: gardens, num_pages: "3" } }]`,
  ],
  check(param, report, { settings }) {
    const meant = meantBy(param, settings);
    if (meant?.type !== 'integer') return;
    const { name, spec } = param;
    report(['type'], say`Parameter "${name}" takes whole numbers but has type ${[spec.type].flat().join(',')}.`, {
      suspected: meant.signals < 2,
      fix: { title: `Make "${name}" an integer.`, edits: retype(param, 'integer', wholeNumber) },
    });
  },
});

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^(?:0|-?[1-9]\d{0,14})$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

export const enumForClosedSet = rule({
  id: 'param/enum-for-closed-set',
  severity: 'warning',
  imported: 'note',
  evidence: 'prose',
  measured: { useful: 56, judged: 59 },
  says: 'A string with a closed set of values must declare them as enum.',
  why: 'Values that are only in the description are not enforced: a model sends "descending" for "desc", and the call fails. An enum prevents this.',
  source: 'EXT §8 rule 2 (enum for closed sets)',
  good: [
    'parameters: { order: { type: string, enum: [asc, desc], default: asc, description: Order of the titles. } }',
    'parameters: { language: { type: string, description: "Language of the book, such as en, de or fr." } }',
    'parameters: { reader: { type: string, description: Either name or email of the reader. } }',
    'parameters: { state: { type: string, description: State or province. } }',
    'parameters: { color: { type: string, description: "Color of the cover: #hex, rgb(r,g,b) or a name." } }',
    'parameters: { arrive_type: { type: string, description: "Arrival as YYYY-MM-DDThh:mm, or YYYY-MM-DDThh:mmZ." } }',
  ],
  bad: [
    'parameters: { order: { type: string, description: "Order of the titles: asc or desc." } }',
    `parameters:
  state:
    type: string
    description: Which loans to list. One of "open", "overdue" or "returned".
    default: open`,
    'parameters: { sort_by: { type: string, description: Sort field (title|author|year) } }',
    'parameters: { cover: { type: string, pattern: "^(hard|soft)$", description: How it is bound. } }',
    'parameters: { binding: { type: string, description: "How the book is bound. Allowed values: hardcover, paperback, spiral." } }',
  ],
  check(param, report, { settings }) {
    const meant = meantBy(param, settings);
    if (meant?.type !== 'enum') return;
    const { name } = param;
    const values = meant.values.map(String);
    const edits = setFits(param, values)
      ? [param.edit({ kind: 'insert', path: [], key: 'enum', value: values })]
      : [undefined];
    report(
      ['description'],
      say`"${name}" lists its values only in the description: ${values.join(', ')}.`,
      `Add \`enum: [${values.join(', ')}]\`.`,
      {
        word: values[0],
        fix: { title: `Declare the values of "${name}" as enum.`, edits },
      },
    );
  },
});

/** Narrows the type of a parameter, with its default and the arguments of its evals; undefined where a request would change. */
type Edits = (TextEdit | undefined)[];

/** `convert` returns undefined for a value that has no counterpart in the new type. */
function retype(param: ParamPart, type: SchemaType, convert: (value: Json) => Json | undefined): Edits {
  const { default: value, minLength, maxLength, pattern, enum: values } = param.spec;
  const worded = [minLength, maxLength, pattern].some((keyword) => keyword !== undefined);
  if (worded || isSentTyped(param)) return [undefined];
  const change = (old: Json, replace: (value: Json) => TextEdit | undefined): Edits => {
    const converted = convert(old);
    return converted === old ? [] : [converted === undefined ? undefined : replace(converted)];
  };
  return [
    param.edit({ kind: 'replace', path: ['type'], value: type }),
    ...(value === undefined
      ? []
      : change(value, (next) => param.edit({ kind: 'replace', path: ['default'], value: next }))),
    ...(values ? [param.edit({ kind: 'remove', path: ['enum'] })] : []),
    ...argumentsOf(param).flatMap(({ path, old }) => {
      return change(old, (next) => param.tool.edit({ kind: 'replace', path, value: next }));
    }),
  ];
}

/** A JSON body sends a whole variable with its type, and the service may require a string. */
function isSentTyped({ name, tool }: ParamPart): boolean {
  const bodies = allSteps(tool.spec).map(({ parts }) => parts.typed ?? '');
  return JSON.stringify(bodies).includes(`"{${name}}"`);
}

function argumentsOf({ name, topLevel, tool }: ParamPart): { path: (string | number)[]; old: Json }[] {
  return (tool.spec.evals ?? []).flatMap(({ arguments: args }, index) => {
    const old = topLevel && args ? ownMember(args, name) : undefined;
    return old === undefined ? [] : [{ path: ['evals', index, 'arguments', name], old }];
  });
}

/** Whether every keyword of the parameter is in the set. */
function setFits(param: ParamPart, values: readonly string[]): boolean {
  const { default: value, minLength, maxLength, pattern } = param.spec;
  const steps = allSteps(param.tool.spec);
  const translated = steps.flatMap(({ parts }) => Object.keys(parts.translate?.[param.name] ?? {}));
  const usedValues = [
    ...(value === undefined ? [] : [value]),
    ...translated,
    ...argumentsOf(param).map(({ old }) => old),
  ];
  const unbounded = [minLength, maxLength, pattern].every((keyword) => keyword === undefined);
  return unbounded && usedValues.every((one) => values.some((choice) => choice === one));
}
