/** The type of a schema and the values that it allows: enums, bounds, and keywords for another type. */
import { say } from '../../../base/sentence.ts';
import { rule } from '../../rule.ts';
import { meantBy, namesCount, narrowType, ownWords } from '../../analysis/intended-type/intended-type.ts';
import { POSITIONS } from '../../analysis/intended-type/type-lexicon.ts';
import type { Json, Schema, SchemaType } from '@haft/runtime/language';
import { typeTest } from '../../../spec/shape/fits.ts';
import { isOrNull, valueIssue } from '../../analysis/schemas/inner-schemas.ts';

/** Which keywords of a schema check nothing, because they are for values of another type. */
const NUMBERS: readonly SchemaType[] = ['integer', 'number'];

/** The types that each keyword is for. */
const KEYWORDS = Object.entries<readonly SchemaType[]>({
  minimum: NUMBERS,
  maximum: NUMBERS,
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  format: ['string'],
  items: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
  properties: ['object'],
  required: ['object'],
  additionalProperties: ['object'],
});

const PAIRS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;

export const boundsOrder = rule({
  id: 'param/bounds-order',
  subject: 'schema',
  severity: 'error',
  imported: 'warning',
  says: 'A lower bound must not be greater than its upper bound.',
  why: 'No value can satisfy both bounds, so every call with the argument is rejected.',
  hint: 'Swap the bounds, or change one of them.',
  source: 'EXT §2.2 (minimum / maximum)',
  good: [
    'parameters: { limit: { type: integer, minimum: 1, maximum: 100, description: How many books at most. } }',
    'parameters: { code: { type: string, minLength: 8, maxLength: 8, description: Code on the card. } }',
  ],
  bad: [
    'parameters:\n  tags:\n    type: array\n    items: { type: string }\n    minItems: 10 # enough to choose from\n    maxItems: 1\n    description: Tags that a book must have.',
    'parameters: { limit: { type: integer, minimum: 100, maximum: 1, description: How many books at most. } }',
    'returns: { type: object, properties: { stars: { type: number, minimum: 5, maximum: 0 } } }',
  ],
  check(param, report) {
    for (const [low, high] of PAIRS) {
      const { [low]: least, [high]: most } = param.spec;
      if (least === undefined || most === undefined || least <= most) continue;
      report([low], say`"${low}" of "${param.name}" is ${least}, greater than its "${high}" of ${most}.`, {
        fix: {
          title: 'Swap the two bounds.',
          edits: [
            param.edit({ kind: 'replace', path: [low], value: most }),
            param.edit({ kind: 'replace', path: [high], value: least }),
          ],
        },
      });
    }
  },
});

export const integerBounds = rule({
  id: 'param/integer-bounds',
  severity: 'warning',
  follows: ['param/integer-for-count'],
  says: 'A count should have a minimum and a maximum.',
  profiles: ['ext'],
  why: 'A model that wants everything sends 100000, and a confused one sends -1. Bounds show what is possible.',
  source: 'EXT §2.2 (minimum / maximum); EXT §8 (count: minimum 1, maximum 100)',
  good: [
    'parameters: { limit: { type: integer, minimum: 1, maximum: 100, default: 25, description: How many books at most. } }',
    'parameters: { offset: { type: integer, minimum: 0, default: 0, description: How many books to skip. } }',
    'parameters: { year: { type: integer, description: Year of the first edition. } }',
  ],
  bad: [
    'parameters: { limit: { type: integer, default: 25, description: How many books at most. } }',
    'parameters:\n  page_size:\n    type: integer\n    minimum: 1\n    default: 25\n    description: Books on a page.',
    'parameters: { page: { type: integer, default: 1, description: Page of the list. } }',
  ],
  check(param, report, { settings }) {
    const { name, spec } = param;
    const words = ownWords(param);
    if (narrowType(param, settings) !== 'integer' || !namesCount(words, settings.lexicon.counts, true)) return;
    const isPosition = POSITIONS.has(words.at(-1) ?? '') && words.at(-2) !== 'per';
    const needed = isPosition ? (['minimum'] as const) : (['minimum', 'maximum'] as const);
    const absent = needed.filter((bound) => spec[bound] === undefined);
    if (absent.length === 0) return;
    report(
      [],
      say`Integer "${name}" has no ${absent.join(' and no ')}.`,
      `Add ${absent.map((bound) => `"${bound}:"`).join(' and ')} with the limits of the service or program.`,
      { part: 'key' },
    );
  },
});

export const enumUnique = rule({
  id: 'param/enum-unique',
  subject: 'schema',
  severity: 'error',
  says: 'An enum must not have duplicate values.',
  profiles: ['ext'],
  why: 'Some model vendors reject the whole list of tools for it, and usually another value was intended.',
  hint: 'Remove one of them, or write the value that was meant.',
  source: 'JSON Schema 2020-12, enum (elements in the array should be unique)',
  good: [
    'parameters: { scope: { type: string, enum: [title, author], default: title, description: Where to look. } }',
    'parameters: { stars: { type: integer, enum: [1, 2, 3], default: 3, description: Fewest stars. } }',
  ],
  bad: [
    'parameters: { scope: { type: string, enum: [title, author, title], default: title, description: Where to look. } }',
    'returns: { type: object, properties: { stars: { type: integer, enum: [1, 2, 2] } } }',
  ],
  check(schema, report) {
    const values = schema.spec.enum ?? [];
    const texts = values.map((value) => JSON.stringify(value));
    for (const [at, text] of texts.entries()) {
      if (texts.indexOf(text) === at) continue;
      report(['enum', at], say`Duplicate value ${text} in the enum of "${schema.name}".`);
    }
  },
});

export const enumValid = rule({
  id: 'param/enum-valid',
  subject: 'schema',
  severity: 'error',
  imported: 'warning',
  locked: true,
  says: 'The values of `enum` and `const` must be valid for the rest of their schema.',
  why: 'Another value is always rejected, so a call that uses it fails.',
  source: 'EXT §2.2 (enum is the closed set of allowed values)',
  good: [
    'parameters: { scope: { type: string, enum: [title, author], default: title, description: Where to look. } }',
    'parameters: { stars: { type: integer, enum: [1, 2, 3], default: 3, description: Fewest stars. } }',
    'parameters: { state: { type: [string, "null"], enum: [lent, lost, null], description: State of the book; null clears it. } }',
  ],
  bad: [
    'parameters: { stars: { type: string, enum: [1, 2, 3], description: Fewest stars. } }',
    'parameters: { answer: { type: string, enum: [yes, no, true], description: What the user said. } }',
    'parameters: { state: { type: [string, "null"], enum: [lent, lost], description: State of the book; null clears it. } }',
    'parameters: { stars: { type: integer, minimum: 1, maximum: 5, enum: [1, 5, 10], description: Stars of the book; all when left out. } }',
    'returns: { type: object, properties: { unit: { type: string, const: 7 } } }',
  ],
  check(schema, report) {
    const { enum: values = [], const: only, default: _preset, ...rest } = schema.spec;
    const { type } = rest;
    for (const [index, value] of values.entries()) {
      if (type === undefined || [type].flat().some((one) => typeTest(one)(value))) continue;
      report(
        ['enum', index],
        say`${JSON.stringify(value)} is not of type ${[type].flat().join(' or ')}, so "${schema.name}" can never have this value.`,
        type === 'string' ? 'Put it in quotes.' : 'Change the value or the type.',
      );
    }
    if (schema.tool.profile === 'mcp') return;
    const impossible = (value: Json, bounds: Schema): string | undefined =>
      // The loop above has reported another type.
      [type ?? []].flat().some((one) => typeTest(one)(value)) ? valueIssue(bounds, value, schema.tool) : undefined;
    for (const [index, value] of values.entries()) {
      const issue = impossible(value, rest);
      if (issue === undefined) continue;
      report(
        ['enum', index],
        say`"${schema.name}" can never have the value ${JSON.stringify(value)}: ${issue}`,
        'Change the value, or the constraint that it violates.',
      );
    }
    const whole = schema.spec.enum ? { ...rest, enum: values } : rest;
    const issue = only === undefined ? undefined : valueIssue(whole, only, schema.tool);
    if (issue !== undefined) {
      const hint = 'Change `const`, or the constraint that it violates.';
      report(['const'], say`"${schema.name}" can never have its \`const\`: ${issue}`, hint);
    }
    if (isOrNull(schema.spec) && schema.spec.enum && !values.includes(null)) {
      const message = say`"${schema.name}" may be null by its type, but its \`enum\` does not list null.`;
      report(['enum'], message, 'Add null to `enum`, or remove "null" from `type`.', { part: 'key' });
    }
  },
});

export const keywordIgnored = rule({
  id: 'param/keyword-ignored',
  subject: 'schema',
  severity: 'error',
  says: 'A schema must not have keywords that its type ignores.',
  profiles: ['ext'],
  why: 'Such a keyword checks nothing: with `minimum` on a string, "-5" passes, and the author believes it does not.',
  source: 'JSON Schema 2020-12, validation (a keyword applies to values of one type)',
  good: [
    'parameters: { shelf: { type: string, minLength: 1, maxLength: 10, description: Label of the shelf. } }',
    'parameters: { floor: { type: integer, minimum: 0, maximum: 5, description: Floor to look on. } }',
  ],
  bad: [
    'parameters: { shelf: { type: string, minimum: 1, description: Label of the shelf. } }',
    'parameters: { floor: { type: integer, pattern: "^[0-5]$", description: Floor to look on. } }',
    'returns: { type: object, properties: { title: { type: string, items: { type: string } } } }',
  ],
  check(schema, report) {
    for (const { keyword, of } of ignoredKeywords(schema.spec)) {
      const type = String(schema.spec.type);
      report(
        [keyword],
        say`\`${keyword}\` of "${schema.name}" has no effect: its type is ${type}, not ${of.join(' or ')}.`,
        `Remove \`${keyword}\`, or change the type.`,
        { part: 'key' },
      );
    }
  },
});

function ignoredKeywords(schema: Schema): { readonly keyword: string; readonly of: readonly SchemaType[] }[] {
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return [];
  return KEYWORDS.flatMap(([keyword, of]) => {
    return Object.hasOwn(schema, keyword) && !types.some((type) => of.some((one) => one === type))
      ? [{ keyword, of }]
      : [];
  });
}

export const typeAllowed = rule({
  id: 'param/type-allowed',
  subject: 'schema',
  severity: 'error',
  says: 'A parameter or result must have one type: string, integer, boolean, array, object, or number, which in a parameter has both bounds.',
  profiles: ['ext'],
  why: 'Hosts and models handle the five types best. A number is right for a real quantity, such as a latitude, and then its bounds are known.',
  source: 'EXT §2.2 (properties.<p>.type)',
  good: [
    'parameters: { year: { type: integer, description: Year of the first edition. } }',
    'parameters: { price: { type: string, description: "Highest price in euros, such as 12.50." } }',
    'parameters: { latitude: { type: number, minimum: -90, maximum: 90, description: Degrees north. } }',
    'returns: { type: object, properties: { distance: { type: number, description: In kilometers. } } }',
  ],
  bad: [
    'parameters: { shelf: { type: [string, integer], description: Label of the shelf. } }',
    'returns: { type: object, properties: { shelf: { type: [string, integer] } } }',
    'parameters: { price: { type: number, description: Highest price in euros. } }',
    'parameters:\n  near:\n    type: object\n    description: Where the user is.\n    properties:\n      latitude: { type: number, description: Degrees north. }',
  ],
  check(param, report, { settings }) {
    const { type, minimum, maximum } = param.spec;
    if (Array.isArray(type) && !type.includes('null')) {
      const hint = 'Choose one type, or use two properties; only "null" is allowed in addition to a type.';
      report(['type'], say`"${param.name}" has two types: ${type.join(' and ')}.`, hint);
      return;
    }
    if (param.side === 'result') return;
    if (![type].flat().includes('number') || (minimum !== undefined && maximum !== undefined)) return;
    // A count gets the other message, which can repair it.
    const isCount = meantBy(param, settings)?.type === 'integer';
    if (isCount && settings.severities['param/integer-for-count'] !== 'off') return;
    report(
      ['type'],
      say`Parameter "${param.name}" has type number without both bounds.`,
      'Use an integer in a smaller unit (cents, milliseconds), or add `minimum` and `maximum` if the quantity is real.',
    );
  },
});
