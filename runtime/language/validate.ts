/** Validation with defaults: the one judge of arguments and results (EXT §2.2; JSON Schema 2020-12 semantics). */
import { describeSchema, describeValue } from './describe.ts';
import type { Check, Found, Issue } from './issue.ts';
import { isFull, toIssue, within } from './issue.ts';
import type { Json } from './json.ts';
import { sameJson } from './json.ts';
import type { Schema } from './schema.ts';
import { checkObject } from './validate-object.ts';

/** Judges a value: a copy with defaults filled (the input is never changed), or up to ten issues. */
export type Validator = (value: unknown) => { readonly value: Json } | { readonly issues: readonly Issue[] };

/** Turns a schema into closures, once; judging a value then costs no look at the schema. */
export function compileSchema(schema: Schema): Validator {
  const check = compileCheck(schema);
  return (value) => {
    const found: Found[] = [];
    const filled = check(value, found);
    // The checks have just proved it; no type can say so.
    return found.length === 0 ? { value: filled as Json } : { issues: found.map(toIssue) };
  };
}

function compileCheck(schema: Schema): Check {
  const check = compileType(schema);
  const allowed = schema.enum;
  if (allowed === undefined) return check;
  return (value, found) => {
    const from = found.length;
    const filled = check(value, found);
    if (found.length === from && !allowed.some((item) => sameJson(item, filled))) found.push(refusal(schema, value));
    return filled;
  };
}

function compileType(schema: Schema): Check {
  switch (schema.type) {
    case 'object':
      return checkObject(schema, compileCheck, refusal);
    case 'array':
      return checkArray(schema);
    case 'string':
      return checkScalar(schema, stringTest(schema));
    case 'boolean':
      return checkScalar(schema, (value) => typeof value === 'boolean');
    default:
      return checkScalar(schema, numberTest(schema));
  }
}

function checkScalar(schema: Schema, test: (value: unknown) => boolean): Check {
  return (value, found) => {
    if (!test(value)) found.push(refusal(schema, value));
    return value;
  };
}

function numberTest({ type, minimum = -Infinity, maximum = Infinity }: Schema): (value: unknown) => boolean {
  const whole = type === 'integer';
  return (value) =>
    typeof value === 'number' &&
    // JSON text such as 1e999 is parsed to Infinity.
    (whole ? Number.isInteger(value) : Number.isFinite(value)) &&
    value >= minimum &&
    value <= maximum;
}

function stringTest({ minLength = 0, maxLength = Infinity, pattern }: Schema): (value: unknown) => boolean {
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  return (value) =>
    typeof value === 'string' &&
    (minLength === 0 || hasLength(value, minLength)) &&
    (value.length <= maxLength || !hasLength(value, maxLength + 1)) &&
    (expression === undefined || expression.test(value));
}

/** Whether there are at least `length` code points; UTF-16 units alone decide most cases. */
function hasLength(text: string, length: number): boolean {
  if (text.length < length) return false;
  if (text.length >= length * 2) return true;
  let points = 0;
  for (const _ of text) points += 1;
  return points >= length;
}

function checkArray(schema: Schema): Check {
  const { minItems = 0, maxItems = Infinity } = schema;
  const check = schema.items === undefined ? undefined : compileCheck(schema.items);
  return (value, found) => {
    if (!Array.isArray(value) || value.length < minItems || value.length > maxItems) {
      found.push(refusal(schema, value));
      return value;
    }
    return check === undefined ? value : checkItems(value, check, found);
  };
}

function checkItems(items: readonly unknown[], check: Check, found: Found[]): unknown {
  let filled: unknown[] | undefined;
  for (let at = 0; at < items.length && !isFull(found); at += 1) {
    const from = found.length;
    const item = items[at];
    const result = check(item, found);
    if (found.length > from) within(at, found, from);
    if (result === item) continue;
    filled ??= [...items];
    filled[at] = result;
  }
  return filled ?? items;
}

function refusal(schema: Schema, value: unknown): Found {
  return { path: '', message: `must be ${describeSchema(schema)}, but ${describeValue(value)} came.` };
}
