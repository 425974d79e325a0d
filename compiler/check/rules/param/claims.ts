/** What the text of a parameter claims, and its schema does not say. */
import { say } from '../../../base/sentence.ts';
import { mainType, type Schema } from '@haft/runtime/language';
import {
  type Claim,
  claimOf,
  claimedBounds,
  claimedDefault,
  exampleValues,
  otherUnit,
} from '../../analysis/intended-type/claims.ts';
import { valueIssue } from '../../analysis/schemas/inner-schemas.ts';
import { rule } from '../../rule.ts';

export const requiredAgrees = rule({
  id: 'param/required-agrees',
  severity: 'warning',
  evidence: 'prose',
  imported: 'note',
  says: 'The description of a parameter should agree with `required`.',
  why: 'A model that reads "optional" omits the argument and the call is rejected; one that reads "required" invents a value.',
  source: 'EXT §8 rule 3 (required)',
  good: [
    'parameters: { title: { type: string, description: Title of the book without optional subtitles. } }\nrequired: [title]',
    'parameters: { shelf: { type: string, description: Letter of the shelf; required only for large books. } }',
  ],
  bad: [
    'parameters: { title: { type: string, description: Title of the book (optional). } }\nrequired: [title]',
    'parameters: { title: { type: string, description: "Title of the book. If omitted, all are listed." } }\nrequired: [title]',
    'parameters: { shelf: { type: string, description: Required. Letter of the shelf. } }',
    'parameters: { shelf: { type: string, description: Letter of the shelf. It must always be given. } }',
  ],
  check({ name, spec, tool, topLevel }, report) {
    const { required = [], at_least_one: groups = [] } = tool.spec;
    if (!topLevel || groups.some((group) => group.includes(name))) return;
    const isRequired = required.includes(name);
    const word = claimOf(spec.description ?? '', isRequired);
    if (word === undefined) return;
    report(
      ['description'],
      isRequired
        ? say`Parameter "${name}" is required, and its description calls it optional: "${word}".`
        : say`Parameter "${name}" is optional, and its description calls it required: "${word}".`,
      isRequired ? 'Remove it from `required`, or change the text.' : 'Add it to `required`, or change the text.',
      { word },
    );
  },
});

export const rangeAgrees = rule({
  id: 'param/range-agrees',
  severity: 'warning',
  evidence: 'prose',
  imported: 'note',
  measured: { useful: 66, judged: 66 },
  says: 'A range in the description of a parameter should be that of its schema.',
  why: 'A model follows the text or the schema: one of the two leads to calls that are rejected, or to values that are never tried.',
  hint: 'Write the same bound in both, or in the schema alone.',
  source: 'EXT §2.2 (minimum / maximum)',
  good: [
    'parameters: { limit: { type: integer, minimum: 1, maximum: 100, default: 25, description: "How many books, at most 100." } }',
    'parameters: { title: { type: string, minLength: 1, maxLength: 50, description: "Words of the title, at most 50 characters." } }',
    'parameters: { floor: { type: integer, minimum: 0, maximum: 5, description: Floor to look on; children books are on 1 to 3. } }',
  ],
  bad: [
    'parameters: { limit: { type: integer, minimum: 1, maximum: 100, default: 25, description: "How many books, from 1 to 50." } }',
    'parameters: { floor: { type: integer, minimum: 0, description: "Floor to look on. Maximum: 5." } }',
    'parameters: { title: { type: string, minLength: 1, maxLength: 100, description: "Words of the title, at most 50 characters." } }',
    'parameters: { tags: { type: array, items: { type: string }, maxItems: 10, description: "Tags of the book, up to 5." } }',
  ],
  check({ name, spec }, report) {
    for (const claim of claimedBounds(spec.description ?? '')) {
      for (const { bound, claimed, set } of disagreements(spec, claim)) {
        const message =
          set === undefined
            ? say`The description of "${name}" names a ${bound} of ${claimed}; its schema has none.`
            : say`The ${bound} of "${name}" is ${set} in the schema and ${claimed} in the description.`;
        report(['description'], message, {
          word: claim.words,
        });
      }
    }
  },
});

export const textAgrees = rule({
  id: 'param/text-agrees',
  severity: 'warning',
  evidence: 'prose',
  imported: 'note',
  says: 'The default, examples and unit in the description of a parameter should be those of its schema and its name.',
  why: 'A model follows the text or the schema: an example that is rejected fails, and a value in another unit or another default goes unnoticed.',
  source: 'EXT §2.2 (properties.<p>.description)',
  good: [
    'parameters: { limit: { type: integer, minimum: 1, maximum: 100, default: 25, description: "How many books (default 25), such as 10." } }',
    'parameters: { scope: { type: string, enum: [title, author], default: title, description: "Where to look. Defaults to titles, for example." } }',
    'parameters: { shelf: { type: string, pattern: "^[A-Z]-\\\\d+$", description: "Shelf, such as B-12 or C-4, and never such as B12." } }',
    'parameters: { shelf: { type: string, pattern: "^[A-Z]-\\\\d+$", description: "Shelf of a genre, such as poetry, for example B-…" } }',
    'parameters: { loan_days: { type: integer, minimum: 1, maximum: 90, default: 28, description: "Days of the loan, e.g. 28 for four weeks; reminders are sent in weeks." } }',
    'parameters: { wait_minutes: { type: integer, minimum: 1, maximum: 90, default: 5, description: "How long to wait, in minutes." } }',
  ],
  bad: [
    'parameters: { limit: { type: integer, minimum: 1, maximum: 100, default: 50, description: "How many books at most (default 10)." } }',
    'parameters: { scope: { type: string, enum: [title, author], default: title, description: "Where to look. Defaults to author." } }',
    'parameters: { exact: { type: boolean, default: false, description: "Whether words must match; by default true." } }',
    'parameters: { shelf: { type: string, pattern: "^[A-Z]-\\\\d+$", description: "Shelf as printed on its side, such as OPS-12." } }',
    'parameters: { scope: { type: string, enum: [title, author], default: title, description: "Where to look, for example `titles`." } }',
    'parameters: { limit: { type: integer, minimum: 1, maximum: 100, default: 50, description: "How many books, e.g. 500." } }',
    'parameters: { wait_minutes: { type: integer, minimum: 1, maximum: 90, default: 5, description: "How long to wait, in seconds." } }',
  ],
  check({ name, spec, tool }, report) {
    const { description = '', default: set, ...schema } = spec;
    const stated = set === undefined ? undefined : claimedDefault(description, schema);
    const agree = 'Write the same in both, or in the schema alone.';
    if (stated && stated.value !== set)
      report(
        ['description'],
        say`The default of "${name}" is ${JSON.stringify(set)} in the schema and ${JSON.stringify(stated.value)} in the description.`,
        agree,
        { word: stated.words },
      );
    for (const { words, value } of exampleValues(description, schema)) {
      const issue = valueIssue(schema, value, tool);
      if (issue !== undefined)
        report(
          ['description'],
          say`The example ${JSON.stringify(value)} in the description of "${name}" is not valid: ${issue}`,
          'Change the example, or the constraint that it violates.',
          { word: words },
        );
    }
    const other = otherUnit(description, name);
    if (other)
      report(
        ['description'],
        say`"${name}" is in ${other.named} by its name and in ${other.stated} by its description.`,
        'Write the unit of the name, or rename the parameter.',
        {
          word: other.words,
        },
      );
  },
});

interface Disagreement {
  readonly bound: 'minimum' | 'maximum' | 'minimum length' | 'maximum length';
  readonly claimed: number;
  readonly set: number | undefined;
}

function disagreements(spec: Schema, { least, most, isLength }: Claim): Disagreement[] {
  const bounds = isLength ? lengthsOf(spec) : boundsOf(spec);
  if (!bounds) return [];
  const [min, max] = bounds;
  const [minimum, maximum] = isLength
    ? (['minimum length', 'maximum length'] as const)
    : (['minimum', 'maximum'] as const);
  return [
    ...(least !== undefined && least !== min ? [{ bound: minimum, claimed: least, set: min }] : []),
    ...(most !== undefined && most !== max ? [{ bound: maximum, claimed: most, set: max }] : []),
  ];
}

/** Undefined where the schema says nothing of it: a format or a pattern may. */
function lengthsOf(spec: Schema): readonly [min: number | undefined, max: number | undefined] | undefined {
  const { enum: values, minLength, maxLength } = spec;
  return mainType(spec) === 'string' && !values && (minLength ?? maxLength) !== undefined
    ? [minLength, maxLength]
    : undefined;
}

/** Undefined where a number in the text is of something else, such as a part of the text that is given. */
function boundsOf(spec: Schema): readonly [min: number | undefined, max: number | undefined] | undefined {
  const { enum: values, exclusiveMinimum: above, exclusiveMaximum: below } = spec;
  const type = mainType(spec);
  if (values || (above ?? below) !== undefined) return undefined;
  if (type === 'integer' || type === 'number') return [spec.minimum, spec.maximum];
  return type === 'array' && (spec.minItems ?? spec.maxItems) !== undefined
    ? [spec.minItems, spec.maxItems]
    : undefined;
}
