/** Validates arguments and results, and fills defaults (EXT §2.2; JSON Schema 2020-12 semantics). */
import { requireModule } from './require-module.ts';
import { describeSchema, describeValue } from './describe.ts';
import type { Check, PatternMatching, PendingIssue, Issue, SchemaCompiler } from './issue.ts';
import { isFull, toIssues, within } from './issue.ts';
import { type Json, type JsonObject, sameJson } from './json.ts';
import { type MatchPatterns, matchPatterns } from './match-patterns.ts';
import type { Schema } from './schema.ts';
import { checkObject } from './validate-object.ts';

/** Judges a value: a copy with defaults filled (the input is never changed), or up to ten issues. */
export type Validator<V extends Json = Json> = (
  value: unknown,
) => { readonly value: V } | { readonly issues: readonly Issue[] };

/** What a schema accepts, as far as a type can say it. */
type ValueOf<S> = S extends { readonly type: 'object' } ? JsonObject : Json;

/** Makes the validator of a schema whose references lead into `root`. */
export type CompileSchema = <S extends Schema>(schema: S, root: Schema) => Validator<ValueOf<S>>;

/** The same with a matcher of patterns, which only schemas with patterns need. */
export type CompileSchemaWith = <S extends Schema>(
  schema: S,
  root: Schema,
  matchPatterns: MatchPatterns | undefined,
) => Validator<ValueOf<S>>;

/** Turns a schema of profile `ext` into closures, once; judging a value then costs no look at the schema. */
export function compileSchema<S extends Schema>(schema: S): Validator<ValueOf<S>> {
  return compileSchemaWith(schema, schema, matchPatterns);
}

/** Like `compileSchema`, which alone brings the matcher of patterns along. */
export const compileSchemaWith: CompileSchemaWith = (schema, _root, open) => {
  const compiler: SchemaCompiler = {
    fill: true,
    compile: (inner) => compileCheck(inner, compiler),
    describe: describeSchema,
    patterns: open?.(),
  };
  return toValidator(compileCheck(schema, compiler), compiler.patterns);
};

/** The validator of a check. */
export function toValidator<V extends Json>(check: Check, patterns: PatternMatching | undefined): Validator<V> {
  const whole = patterns?.within(check) ?? check;
  return (value) => {
    const issues: PendingIssue[] = [];
    const filled = whole(value, issues);
    // The checks have just proved it, which no type expresses.
    return issues.length === 0 ? { value: filled as V } : { issues: toIssues(issues) };
  };
}

/** The check of one type and of `enum`; inner schemas are compiled by the compiler. */
export function compileCheck(schema: Schema, compiler: SchemaCompiler): Check {
  const mismatch = (value: unknown): PendingIssue => mismatchIssue(compiler.describe(schema), value);
  const check = compileType(schema, compiler, mismatch);
  const allowed = schema.enum;
  if (allowed === undefined) return check;
  return (value, issues) => {
    const from = issues.length;
    const filled = check(value, issues);
    if (issues.length === from && !allowed.some((item) => sameJson(item, value))) issues.push(mismatch(value));
    return filled;
  };
}

type Mismatch = (value: unknown) => PendingIssue;

function compileType(schema: Schema, compiler: SchemaCompiler, mismatch: Mismatch): Check {
  switch (schema.type) {
    case 'object':
      return checkObject(schema, compiler, mismatch);
    case 'array':
      return checkArray(schema, compiler, mismatch);
    case 'string':
      return checkString(schema, compiler, mismatch);
    case 'boolean':
      return checkScalar((value) => typeof value === 'boolean', mismatch);
    case 'null':
      return checkScalar((value) => value === null, mismatch);
    default:
      return checkScalar(numberTest(schema), mismatch);
  }
}

function checkScalar(test: (value: unknown) => boolean, mismatch: Mismatch): Check {
  return (value, issues) => {
    if (!test(value)) issues.push(mismatch(value));
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

function checkString(schema: Schema, { patterns }: SchemaCompiler, mismatch: Mismatch): Check {
  const { minLength = 0, maxLength = Infinity, pattern } = schema;
  const match = pattern === undefined ? () => true : requireModule(patterns, 'patterns').compile(pattern);
  return (value, issues) => {
    const fits =
      typeof value === 'string' &&
      (minLength === 0 || hasLength(value, minLength)) &&
      (value.length <= maxLength || !hasLength(value, maxLength + 1)) &&
      match(value, issues);
    if (!fits) issues.push(mismatch(value));
    return value;
  };
}

/** Whether there are at least `length` code points; UTF-16 units alone decide most cases. */
function hasLength(text: string, length: number): boolean {
  if (text.length < length) return false;
  if (text.length >= length * 2) return true;
  let points = 0;
  for (const _ of text) points += 1;
  return points >= length;
}

function checkArray(schema: Schema, { compile }: SchemaCompiler, mismatch: Mismatch): Check {
  const { minItems = 0, maxItems = Infinity } = schema;
  const check = schema.items === undefined ? undefined : compile(schema.items);
  return (value, issues) => {
    if (!Array.isArray(value) || value.length < minItems || value.length > maxItems) {
      issues.push(mismatch(value));
      return value;
    }
    return check === undefined ? value : checkItems(value, check, issues);
  };
}

function checkItems(items: readonly unknown[], check: Check, issues: PendingIssue[]): unknown {
  let filled: unknown[] | undefined;
  for (let at = 0; at < items.length && !isFull(issues); at += 1) {
    const from = issues.length;
    const item = items[at];
    const result = check(item, issues);
    if (issues.length > from) within(at, issues, from);
    if (result === item) continue;
    filled ??= [...items];
    filled[at] = result;
  }
  return filled ?? items;
}

/** The issue of a value that does not match: what is allowed, and what was given. */
export function mismatchIssue(wanted: string, value: unknown): PendingIssue {
  return { path: '', message: `must be ${wanted}, got ${describeValue(value)}.` };
}
