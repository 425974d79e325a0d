/** What ajv found, in our words: what stands there, what may stand there, and the likely typing slip. */
import { nearest } from '@haft/runtime/language';
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Diagnostic } from '../../diagnostic.ts';
import type { NodePath, Part, SpecDocument } from '../../load/spec.ts';
import { describePlace } from './place.ts';

interface Words {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  /** Relative to the error's path. */
  readonly at?: NodePath;
  readonly part?: Part;
}

type Explain = (error: ErrorObject, place: string) => Words;

export function explainShape(document: SpecDocument, path: NodePath, error: ErrorObject): Diagnostic {
  const explain = BY_KEYWORD[error.keyword] ?? other;
  const { at = [], part, ...words } = explain(error, describePlace(document.value, path));
  return { ...words, severity: 'error', span: document.at([...path, ...at], part) };
}

const unknownKey: Explain = (error, place) => {
  const key = String(error.params['additionalProperty']);
  const known = Object.keys(error.parentSchema?.['properties'] ?? {});
  return {
    code: 'spec/unknown-key',
    message: `Unknown key "${key}" in ${place}.`,
    hint: unknownKeyHint(key, known),
    at: [key],
    part: 'key',
  };
};

function unknownKeyHint(key: string, known: readonly string[]): string {
  if (key === '<<') return 'Specs have no merge keys; alias the whole value with *name instead.';
  const guess = nearest(key, known);
  if (!guess && /[\s"']/.test(key)) return 'Inside { } a comma ends a value; quote the text that holds it.';
  return guess ? `Did you mean "${guess}"?` : `Known keys: ${known.join(', ')}.`;
}

const missingKey: Explain = (error, place) => {
  const key = String(error.params['missingProperty']);
  const description: unknown = error.parentSchema?.['properties']?.[key]?.description;
  return {
    code: 'spec/missing-key',
    message: `"${key}" is missing in ${place}.`,
    hint: typeof description === 'string' ? `Add it: ${description}` : 'Add it.',
    part: 'key',
  };
};

const wrongType: Explain = (error, place) => {
  const wanted = [error.schema].flat().map(String);
  const looksQuoted = wanted.includes('string') && ['number', 'boolean'].includes(typeof error.data);
  return {
    code: 'spec/wrong-type',
    message: `${capital(place)} is ${typeName(error.data)} where ${wanted.map((type) => TYPE_NAMES[type] ?? type).join(' or ')} is expected.`,
    hint: looksQuoted ? 'Put it in quotes.' : describe(error),
  };
};

const notAllowed: Explain = (error, place) => {
  const allowed = [error.schema].flat().map(String);
  const guess = nearest(String(error.data), allowed);
  return {
    code: 'spec/not-allowed',
    message: `${capital(place)} is ${show(error.data)}; it is one of ${allowed.join(', ')}.`,
    hint: guess ? `Did you mean "${guess}"?` : describe(error),
  };
};

const format: Explain = (error, place) => {
  const words: unknown = error.parentSchema?.['patternErrorMessage'];
  const isKey = error.propertyName !== undefined;
  return {
    code: isKey ? 'spec/key-format' : 'spec/format',
    message: isKey
      ? `${show(error.propertyName)} cannot be a key in ${place}.`
      : `${capital(place)} is ${show(error.data)}, which does not have its form.`,
    hint: `Write ${typeof words === 'string' ? words : String(error.schema)}.`,
    ...(error.propertyName === undefined ? {} : { at: [error.propertyName], part: 'key' }),
  };
};

const length: Explain = (error, place) => {
  const empty = (error.keyword === 'minLength' || error.keyword === 'minItems') && error.schema === 1;
  return {
    code: 'spec/length',
    message: empty
      ? `${capital(place)} is empty.`
      : `${capital(place)} has ${BOUNDS[error.keyword] ?? ''} ${error.schema}.`,
    hint: describe(error),
  };
};

const bound: Explain = (error, place) => ({
  code: 'spec/bound',
  message: `${capital(place)} is ${show(error.data)}; it is ${BOUNDS[error.keyword] ?? ''} ${error.schema}.`,
  hint: describe(error),
});

const other: Explain = (error, place) => ({
  code: 'spec/shape',
  message: `${capital(place)} ${error.message ?? 'does not fit'}.`,
  hint: describe(error),
});

const BY_KEYWORD: Readonly<Record<string, Explain>> = {
  additionalProperties: unknownKey,
  required: missingKey,
  type: wrongType,
  enum: notAllowed,
  pattern: format,
  minLength: length,
  maxLength: length,
  minItems: length,
  maxItems: length,
  minimum: bound,
  maximum: bound,
};

const BOUNDS: Readonly<Record<string, string>> = {
  minLength: 'fewer characters than',
  maxLength: 'more characters than',
  minItems: 'fewer entries than',
  maxItems: 'more entries than',
  minimum: 'at least',
  maximum: 'at most',
};

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
};

function typeName(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return typeof value === 'string' ? `the text ${show(value)}` : `the ${typeof value} ${show(value)}`;
}

/** A value of the author's, short enough for one line. */
function show(value: unknown): string {
  const shown = JSON.stringify(value) ?? 'nothing';
  return shown.length > 60 ? `${shown.slice(0, 57)}…` : shown;
}

function describe(error: ErrorObject): string {
  const description: unknown = error.parentSchema?.['description'];
  return typeof description === 'string' ? description : 'See `haft schema` for what may stand here.';
}

function capital(place: string): string {
  return place.charAt(0).toUpperCase() + place.slice(1);
}
