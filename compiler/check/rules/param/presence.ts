/** Defaults, required names, null, and what objects and lists hold. */
import { askedNames } from '../../../spec/behaviors/behavior.ts';
import { say } from '../../../base/sentence.ts';
import { rule } from '../../rule.ts';
import { isOrNull, valueIssue } from '../../analysis/schemas/inner-schemas.ts';
import { narrowType } from '../../analysis/intended-type/intended-type.ts';
import { type Json, type Schema, mainType } from '@haft/runtime/language';
import { isTargetOfAll } from '../../analysis/prose/all-purpose.ts';
import { unknownName } from '../../analysis/unknown-name.ts';

export const defaultValid = rule({
  id: 'param/default-valid',
  severity: 'error',
  imported: 'warning',
  says: 'A default must be valid for its parameter.',
  why: 'The server applies defaults before validation, so an invalid default makes every call without the argument fail.',
  hint: 'Change the default, or the constraint that it violates.',
  source: 'EXT §8 rule 3; JSON Schema 2020-12',
  good: [
    'parameters: { limit: { type: integer, minimum: 1, default: 25, description: How many books at most. } }',
    'parameters: { scope: { type: string, enum: [title, author], default: title, description: Where to look. } }',
  ],
  bad: [
    'parameters: { limit: { type: integer, minimum: 1, default: 0, description: How many books at most. } }',
    'parameters: { scope: { type: string, enum: [title, author], default: titles, description: Where to look. } }',
  ],
  check(param, report) {
    const { default: value, ...schema } = param.spec;
    const issue = value === undefined ? undefined : valueIssue(schema, value, param.tool);
    if (issue === undefined) return;
    report(['default'], say`The default of "${param.name}" is not valid: ${issue}`);
  },
});

export const defaultNotRequired = rule({
  id: 'param/default-not-required',
  subject: 'tool',
  severity: 'error',
  says: 'A parameter with a default must not be required.',
  profiles: ['ext'],
  why: 'A model must invent a value for every required parameter. A parameter with a default does not need one.',
  hint: 'Remove it from `required`.',
  source: 'EXT §8 rule 3',
  good: [
    'parameters: { limit: { type: integer, default: 25, description: How many books at most. } }',
    'parameters: { query: { type: string, description: Words to look for. }, scope: { type: string, default: title, description: Where to look. } }\nrequired: [query]',
  ],
  bad: [
    'parameters:\n  query: { type: string, description: Words to look for. }\n  scope: { type: string, default: title, description: Where to look. }\nrequired:\n  - query\n  - scope',
    'parameters: { limit: { type: integer, default: 25, description: How many books at most. } }\nrequired: [limit]',
  ],
  check(tool, report) {
    for (const [index, name] of (tool.spec.required ?? []).entries()) {
      if (tool.spec.parameters?.[name]?.default === undefined) continue;
      const only = tool.spec.required?.length === 1;
      const edit = tool.edit({ kind: 'remove', path: only ? ['required'] : ['required', index] });
      report(['required', index], say`Parameter "${name}" has a default but is required.`, {
        fix: { title: `Remove "${name}" from \`required\`.`, edits: [edit] },
      });
    }
  },
});

export const optionalHasDefault = rule({
  id: 'param/optional-has-default',
  severity: 'warning',
  says: 'An optional integer, boolean or enum should have a default, or a description of what happens without it.',
  profiles: ['ext'],
  why: 'Without a default the model does not know the effect of omitting the argument, so it fills it in, often wrongly.',
  source: 'EXT §8 rule 3; EXT §9 rule 1 (a parameter is added with a default)',
  good: [
    'parameters: { limit: { type: integer, minimum: 1, maximum: 100, default: 25, description: How many books at most. } }',
    'parameters: { year: { type: integer, description: Year of the first edition; all years when left out. } }',
    'parameters: { author: { type: string, description: Family name of the author. } }',
    'parameters: { state: { type: [string, "null"], enum: [lent, lost, null], description: State of the book; null clears it. } }',
    'parameters: { author: { type: string, description: Family name. }, year: { type: integer, description: Year of the first edition. } }\nat_least_one: [[author, year]]',
  ],
  bad: [
    'parameters: { limit: { type: integer, minimum: 1, maximum: 100, description: How many books at most. Defaults to 25. } }',
    'parameters: { include_lent: { type: boolean, description: Whether to list lent books too. } }',
    'parameters:\n  order:\n    type: string\n    enum: [title, year]\n    description: "Order of the books (default: title)"\n  format: { type: string, enum: [short, long], description: How much to say of each book. }',
  ],
  check(param, report, { settings }) {
    const { name, spec, tool, topLevel } = param;
    const type = narrowType(param, settings);
    const groups = tool.spec.at_least_one ?? [];
    if (!topLevel || spec.default !== undefined || tool.spec.required?.includes(name)) return;
    // Where null clears a field, a default would change it in every call without the argument.
    if (isOrNull(spec)) return;
    // The user gives it.
    if (askedNames(tool.spec.ask).includes(name)) return;
    // With a default, a group would always be fulfilled.
    if (groups.some((group) => group.includes(name))) return;
    if (!['integer', 'boolean', 'enum'].includes(String(type)) || describesAbsence(spec.description)) return;
    const value = describedDefault(spec);
    const edits = value === undefined ? [undefined] : [param.edit({ kind: 'insert', path: [], key: 'default', value })];
    const hint =
      value === undefined
        ? 'Add `default:`, or describe what happens without it.'
        : `Write it as \`default: ${String(value)}\`.`;
    report([], say`"${name}" is optional and has no default.`, hint, {
      part: 'key',
      fix: { title: `Declare the default of "${name}".`, edits },
    });
  },
});

export const nullDescribed = rule({
  id: 'param/null-told',
  severity: 'warning',
  says: 'The description of a parameter that may be null should state what null does, and null should not be its default.',
  profiles: ['ext'],
  why: 'A model sends null for "not given"; where null clears a field, that deletes what the user did not mention. A default of null does the same in every call.',
  source: 'EXT §2.2 (properties.<p>.description); ADR 20 (null clears a field)',
  good: [
    'parameters: { due: { type: [string, "null"], format: date, description: Day on which the book is due; null removes it. } }',
    'parameters: { shelf: { type: string, description: Label of the shelf. } }',
  ],
  bad: [
    'parameters: { due: { type: [string, "null"], format: date, description: Day on which the book is due. } }',
    'parameters: { floor: { type: [integer, "null"], minimum: 0, maximum: 5, description: Floor to look on. } }',
    'parameters: { due: { type: [string, "null"], format: date, default: null, description: Day on which the book is due; null removes it. } }',
  ],
  check({ name, spec }, report) {
    if (!isOrNull(spec)) return;
    if (spec.default === null)
      report(
        ['default'],
        say`Null is the default of "${name}", so a call that does not mention it clears it.`,
        'Remove `default`; an absent field is then left unchanged.',
      );
    if (/\b(?:null|clear|remov|delet|empt|unset|reset)\w*/i.test(spec.description ?? '')) return;
    report(
      ['type'],
      say`Parameter "${name}" may be null, and its description does not state what null does.`,
      'State it if null clears the field, such as "null removes it"; otherwise do not allow null.',
    );
  },
});

export const itemsRequired = rule({
  id: 'param/items-required',
  severity: 'error',
  says: 'An array must declare its items.',
  profiles: ['ext'],
  why: 'Without an item type the model guesses what to put in the array, and some hosts drop the whole tool.',
  hint: 'Add `items: { type: string }` or another item type.',
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
    report(['type'], say`Array "${param.name}" does not declare its items.`);
  },
});

export const objectProperties = rule({
  id: 'param/object-properties',
  severity: 'error',
  says: 'An object must declare its properties.',
  profiles: ['ext'],
  why: 'Without properties the model invents keys, and Haft rejects all of them, because an object is closed by default.',
  hint: 'List them under `properties:`. Where users choose the keys, describe the values: additionalProperties: { type: string, description: … }.',
  source: 'EXT §2.2 (properties maps parameter name to schema); EXT §8 rule 2',
  good: [
    'parameters: { author: { type: object, description: Who wrote it., properties: { family_name: { type: string, description: Family name. } } } }',
    'parameters: { labels: { type: object, additionalProperties: true, description: "Labels by name, as the reader wrote them." } }',
    'parameters: { copies: { type: object, additionalProperties: { type: integer, minimum: 0, description: Number of copies. }, description: Copies by branch. } }',
  ],
  bad: [
    'parameters: { author: { type: object, description: Who wrote it. } }',
    `parameters:
  filters:
    type: object
    description: 'Filters as a JSON object, e.g. {"year": 1984}'
    properties: {}`,
    'parameters: { author: { type: [object, "null"], description: Who wrote it; null clears it. } }',
    'parameters: { books: { type: array, description: Books to add., items: { type: object } } }',
  ],
  check(param, report, { settings }) {
    const { name, spec } = param;
    if (mainType(spec) !== 'object' || spec.additionalProperties || Object.keys(spec.properties ?? {}).length > 0)
      return;
    if (isTargetOfAll(param, settings)) return;
    report(['type'], say`Object "${name}" does not declare its properties.`);
  },
});

export const requiredExists = rule({
  id: 'param/required-exists',
  subject: 'tool',
  severity: 'error',
  imported: 'warning',
  says: 'Every required parameter must be declared.',
  why: 'A call cannot set an undeclared parameter, so every call is rejected.',
  source: 'EXT §2.2 (required names parameters)',
  good: [
    'parameters: { query: { type: string, description: Words. } }\nrequired: [query]',
    'parameters: { shelf: { type: string, description: Letter of the shelf. } }\nrequired: []',
  ],
  bad: [
    'parameters: { title: { type: string, description: Title of the book. }, author: { type: string, description: Who wrote it. } }\nrequired: [title, author, isbn]',
    'parameters: { query: { type: string, description: Words. } }\nrequired: [qurey]',
  ],
  check(tool, report) {
    const declaredNames = Object.keys(tool.spec.parameters ?? {});
    for (const [index, name] of (tool.spec.required ?? []).entries()) {
      if (!declaredNames.includes(name)) report(['required', index], ...unknownName('parameter', name, declaredNames));
    }
  },
});

export const requiredProperty = rule({
  id: 'param/required-property',
  subject: 'schema',
  severity: 'error',
  imported: 'warning',
  locked: true,
  says: 'Every required property of an object must be declared.',
  why: 'A closed object cannot have an undeclared property, so every call or result is rejected.',
  source: 'JSON Schema 2020-12, required',
  good: [
    'returns: { type: object, properties: { title: { type: string } }, required: [title] }',
    'parameters: { author: { type: object, description: Who wrote it., properties: { name: { type: string } }, required: [name] } }',
  ],
  bad: [
    'returns: { type: object, properties: { title: { type: string } }, required: [titel] }',
    'parameters: { author: { type: object, description: Who wrote it., properties: { name: { type: string } }, required: [surname] } }',
  ],
  check(schema, report) {
    const { properties, required = [], additionalProperties, patternProperties } = schema.spec;
    // An imported form may leave to another branch, or to no one, what it requires.
    if (schema.tool.profile === 'mcp' && (additionalProperties !== false || patternProperties)) return;
    const declaredNames = Object.keys(properties ?? {});
    for (const [index, name] of required.entries()) {
      if (properties && !declaredNames.includes(name))
        report(['required', index], ...unknownName('property', name, declaredNames));
    }
  },
});

/** The description states what happens without the parameter, other than a default. */
function describesAbsence(description = ''): boolean {
  return (
    describedWord(description) === undefined &&
    /\b(?:left out|leave(?: it)? (?:out|empty|off)|leav(?:e|ing) (?:it )?out|omit(?:ted|s)?|omitting|absent|missing|not given|none given|not set|unset|unless|without (?:it|one)|otherwise|when empty|only (?:when|if|for|with)|all (?:when|if))\b/i.test(
      description,
    )
  );
}

/** The default that only the description names, where it is valid for the parameter. */
function describedDefault({ type, description = '', enum: values }: Schema): Json | undefined {
  const word = describedWord(description);
  if (word === undefined) return undefined;
  if (values) return values.find((value) => value === word);
  if (type === 'integer' && /^-?\d{1,15}$/.test(word)) return Number(word);
  return type === 'boolean' && /^(?:true|false)$/.test(word) ? word === 'true' : undefined;
}

function describedWord(text: string): string | undefined {
  const description = text.slice(0, 1000);
  const match = /\bdefault(?:s|ing)?(?: value)?(?:\s+(?:to|is)|\s*[:=])\s*["'`]?([\w.+-]*\w)/i.exec(description);
  return match?.[1] ?? /["'`]?(?<![\w+-])([\w+-]+)["'`]? (?:by default|\(default\))/i.exec(description)?.[1];
}
