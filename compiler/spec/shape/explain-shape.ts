/** Turns the errors of ajv into messages: what was expected, what was found, and the likely typo. */
import { capital } from '../../base/text/escape.ts';
import { nearest } from '@haft/runtime/language';
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { NodePath, PairSide, SpecDocument } from '../yaml/spec.ts';
import { aboutOf, describePlace, show } from './place.ts';

/** Keys of JSON Schema and OpenAPI that schemas do not have, and what is written instead. */
const OF_SCHEMAS: readonly (readonly [keys: string, hint: string])[] = [
  ['nullable', 'Write type: [string, "null"], with the type of the value.'],
  [
    'anyOf oneOf allOf not',
    'Some hosts reject combinators. For null write type: [string, "null"]; otherwise use several parameters, or several tools.',
  ],
  [
    'exclusiveMinimum exclusiveMaximum multipleOf',
    'Use `minimum` and `maximum`; for steps, an integer in a smaller unit.',
  ],
  ['$ref', 'Declare the schema under `definitions:` of the server, and write use: <name>.'],
  [
    'patternProperties propertyNames minProperties maxProperties',
    'For free keys write additionalProperties: { type: string }, and describe the keys.',
  ],
  ['example examples', 'Write examples in `description`: "such as A7".'],
];

/** The same of tools. */
const OF_TOOLS: typeof OF_SCHEMAS = [
  [
    'anyOf oneOf any_of one_of required_one_of require_one_of',
    'Write at_least_one: [[id, isbn]] for parameters of which a call must give one.',
  ],
];

/** Descriptions of types for messages: what was found, what was expected, and the typo that explains the difference. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
};

interface ShapeMessage {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  /** Relative to the error's path. */
  readonly at?: NodePath;
  readonly part?: PairSide;
}

type Explain = (error: ErrorObject, place: string) => ShapeMessage;

export function explainShape(document: SpecDocument, path: NodePath, error: ErrorObject): Diagnostic {
  const explain = BY_KEYWORD[error.keyword] ?? other;
  const { at = [], part, ...explanation } = explain(error, describePlace(document, path));
  const whole = [...path, ...at];
  const place = { span: document.at(whole, part), about: aboutOf(document, whole) };
  const { skill, server, tool = skill ?? server } = place.about;
  const fix = quotingFix(document, whole, error);
  if (tool === undefined) return { ...explanation, severity: 'error', ...place, ...fix };
  const { message, hint } = explain(error, describePlace(document, path, '…'));
  return { ...explanation, unnamed: { message, hint, names: [tool] }, severity: 'error', ...place, ...fix };
}

/** A key that is the rest of a text with a comma. */
function quotingFix(document: SpecDocument, path: NodePath, { keyword }: ErrorObject): Pick<Diagnostic, 'fix'> {
  const edit = keyword === 'additionalProperties' ? document.edit({ kind: 'quote-commas', path }) : undefined;
  return edit ? { fix: { title: 'Quote the text with the comma', edits: [edit], repairs: true } } : {};
}

/** The known key that is most similar to an unknown one. */
export function meantKey(error: ErrorObject): string | undefined {
  return nearest(String(error.params['additionalProperty']), knownKeys(error));
}

function knownKeys(error: ErrorObject): string[] {
  return Object.keys(error.parentSchema?.['properties'] ?? {});
}

const unknownKey: Explain = (error, place) => {
  const key = String(error.params['additionalProperty']);
  return {
    code: 'spec/unknown-key',
    message: `Unknown key ${show(key)} in ${place}.`,
    hint: unknownKeyHint(key, error),
    at: [key],
    part: 'key',
  };
};

function unknownKeyHint(key: string, error: ErrorObject): string {
  if (key === '<<') return 'YAML merge keys are not supported; use an alias (*name) for the whole value.';
  const foreign = instead(key, knownKeys(error));
  if (foreign !== undefined) return foreign;
  const guess = meantKey(error);
  if (guess) return `Did you mean "${guess}"?`;
  const isEmpty = typeof error.data === 'object' && error.data !== null && Reflect.get(error.data, key) === null;
  if (isEmpty || /[\s"']/.test(key)) return 'Inside { } a comma ends a value; quote a string that contains a comma.';
  return `Known keys: ${knownKeys(error).join(', ')}.`;
}

const missingKey: Explain = (error, place) => {
  const key = String(error.params['missingProperty']);
  const { properties, description: condition } = error.parentSchema ?? {};
  const description: unknown = properties === undefined ? condition : properties[key]?.description;
  return {
    code: 'spec/missing-key',
    message: `${capital(place)} has no \`${key}\`, which is required.`,
    hint: typeof description === 'string' ? `Add it: ${description}` : 'Add it.',
    part: 'key',
  };
};

const wrongType: Explain = (error, place) => {
  const wanted = [error.schema].flat().map(String);
  const names = wanted.map((type) => TYPE_NAMES[type] ?? type).join(' or ');
  return {
    code: 'spec/wrong-type',
    message: `${capital(place)} must be ${names}, got ${typeName(error.data)}.`,
    hint: typeHint(error, wanted) ?? describe(error),
  };
};

const notAllowed: Explain = (error, place) => {
  const allowed = [error.schema].flat().map(String);
  const guess = nearest(String(error.data), allowed);
  return {
    code: 'spec/not-allowed',
    message: `${capital(place)} must be one of ${allowed.join(', ')}, got ${show(error.data)}.`,
    hint: guess ? `Did you mean "${guess}"?` : `Write ${allowed.length > 1 ? 'one of these' : `"${allowed[0]}"`}.`,
  };
};

const format: Explain = (error, place) => {
  const expected: unknown = error.parentSchema?.['patternErrorMessage'];
  const wanted = typeof expected === 'string' ? expected : String(error.schema);
  if (error.propertyName === undefined) {
    return {
      code: 'spec/format',
      message: `${capital(place)} has an invalid format: ${show(error.data)}.`,
      hint: `Expected ${wanted}.`,
    };
  }
  return {
    code: 'spec/key-format',
    message: `${show(error.propertyName)} is not a valid key in ${place}.`,
    hint: `Expected ${wanted}.`,
    at: [error.propertyName],
    part: 'key',
  };
};

const length: Explain = (error, place) => {
  const bound = Number(error.schema);
  const isList = error.keyword.endsWith('Items');
  const size = isList && Array.isArray(error.data) ? error.data.length : String(error.data).length;
  const unit = isList ? (size === 1 ? 'entry' : 'entries') : size === 1 ? 'character' : 'characters';
  const limit = error.keyword.startsWith('min') ? `the minimum is ${bound}` : `the maximum is ${bound}`;
  const problem = size === 0 && bound === 1 ? 'is empty' : `has ${size} ${unit}; ${limit}`;
  return { code: 'spec/length', message: `${capital(place)} ${problem}.`, hint: describe(error) };
};

const explainBound: Explain = (error, place) => {
  const { minimum, maximum, exclusiveMinimum: above } = error.parentSchema ?? {};
  const range = [
    above === undefined ? '' : `above ${above}`,
    minimum === undefined ? '' : `from ${minimum}`,
    maximum === undefined ? '' : `to ${maximum}`,
  ].filter((part) => part !== '');
  return {
    code: 'spec/bound',
    message: `${capital(place)} is out of range: ${show(error.data)}.`,
    hint: `Write a number ${range.join(' ')}.`,
  };
};

const twice: Explain = (error, place) => {
  const { i, j } = error.params;
  const first: unknown = Array.isArray(error.data) ? error.data[Number(j)] : undefined;
  return {
    code: 'spec/twice',
    message: `Duplicate entry ${show(first)} in ${place}.`,
    hint: 'Remove one of the two.',
    at: [Number(i)],
  };
};

const other: Explain = (error, place) => ({
  code: 'spec/shape',
  message: `${capital(place)} ${error.message ?? 'does not match the spec schema'}.`,
  hint: describe(error),
});

const BY_KEYWORD: Readonly<Record<string, Explain>> = {
  additionalProperties: unknownKey,
  required: missingKey,
  type: wrongType,
  enum: notAllowed,
  pattern: format,
  format,
  minLength: length,
  maxLength: length,
  minItems: length,
  maxItems: length,
  minimum: explainBound,
  maximum: explainBound,
  exclusiveMinimum: explainBound,
  uniqueItems: twice,
};

function describe(error: ErrorObject): string {
  const description: unknown = error.parentSchema?.['description'];
  return typeof description === 'string'
    ? `Expected: ${description}`
    : 'Run `haft schema` to see what is allowed here.';
}

function typeName(value: unknown): string {
  if (value === null) return 'no value';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return typeof value === 'string' ? `the string ${show(value)}` : `the ${typeof value} ${show(value)}`;
}

/** A common mistake in YAML that explains the value. */
function typeHint({ data, parentSchema }: ErrorObject, wanted: readonly string[]): string | undefined {
  const form: unknown = parentSchema?.['patternErrorMessage'];
  const listed: unknown = parentSchema?.['enum'];
  if (data === null && Array.isArray(listed) && listed.includes('null'))
    return 'Put it in quotes: "null". Without quotes, YAML reads it as no value.';
  if (wanted.includes('string') && (typeof data === 'number' || typeof data === 'boolean')) {
    return typeof form === 'string' ? `Put it in quotes; expected ${form}.` : 'Put it in quotes.';
  }
  const variable = wanted.includes('string') ? loneKey(data) : undefined;
  if (variable !== undefined) return `Quote it: "{${variable}}". Without quotes, YAML reads it as a map.`;
  if (wanted.includes('object') && typeof data === 'string') return mapHint(parentSchema);
  return undefined;
}

/** `q: {query}` is a map with one key and nothing behind it. */
function loneKey(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const [first, ...rest] = Object.entries(data);
  return first && rest.length === 0 && first[1] === null ? first[0] : undefined;
}

/** The keys that the map has to have, as a pattern to type. */
function mapHint(schema: ErrorObject['parentSchema']): string | undefined {
  const forms: readonly unknown[] = [schema, ...(schema?.['allOf'] ?? []).map((form: { then?: unknown }) => form.then)];
  const required = forms.flatMap((form) => {
    const keys: unknown = typeof form === 'object' && form !== null ? Reflect.get(form, 'required') : undefined;
    return Array.isArray(keys) && keys.length > 0 ? [keys.map(String)] : [];
  });
  const [keys] = required;
  return keys && `Write { ${keys.map((key) => `${key}: …`).join(', ')} }.`;
}

/** What to write instead of an unknown key of a map with these known keys. */
function instead(key: string, siblings: readonly string[]): string | undefined {
  const table = siblings.includes('additionalProperties')
    ? OF_SCHEMAS
    : siblings.includes('at_least_one')
      ? OF_TOOLS
      : [];
  return table.find(([keys]) => keys.split(' ').includes(key))?.[1];
}
