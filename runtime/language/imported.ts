/** Validation of schemas of profile `mcp`: what JSON Schema 2020-12 has beyond `validate.ts`, for imported tools. */
import { after, choice, exclusion, mergeDefaults, checkAt, testing } from './compose.ts';
import { clip, describeImported } from './describe.ts';
import { formatTest } from './format.ts';
import { type Check, type PendingIssue, type SchemaCompiler, isFull, within } from './issue.ts';
import { copyMembers, isObject, ownMember, sameJson, setOwn } from './json.ts';
import { matchPatterns } from './match-patterns.ts';
import { plain } from './plain.ts';
import type { AnyType, Schema } from './schema.ts';
import { type CompileSchemaWith, type Validator, compileCheck, mismatchIssue, toValidator } from './validate.ts';
import { requireModule } from './require-module.ts';
import { refuseUndeclared } from './validate-object.ts';

/** Like `compileSchema`, for any schema; references lead into `root`. */
export function compileImported(schema: Schema, root: Schema = schema): Validator {
  return compileImportedWith(schema, root, matchPatterns);
}

export const compileImportedWith: CompileSchemaWith = (schema, root, open) => {
  const shared = { patterns: open?.() };
  const own = plain(schema, root);
  const judging = branchCompiler(own, shared);
  return toValidator(branchCompiler(own, shared, judging.compile).compile(own), shared.patterns);
};

type Shared = Pick<SchemaCompiler, 'patterns'>;

interface Branches extends SchemaCompiler {
  /** Checks a branch on the given value, without filling. */
  readonly judge: (schema: Schema) => Check;
  readonly resolve: (reference: string) => Check;
}

/** With `judge`, which judges without filling, this one fills. */
function branchCompiler(root: Schema, shared: Shared, judge?: Branches['judge']): Branches {
  const checks = new Map<string, Check>();
  const compile = (schema: Schema): Check => compileAny(schema, compiler);
  const resolve = (reference: string): Check => {
    const check = checks.get(reference) ?? later(() => compile(definition(root, reference)));
    checks.set(reference, check);
    return check;
  };
  const own = {
    fill: judge !== undefined,
    compile,
    dropsDefaults: true,
    describe: describeImported,
    judge: judge ?? compile,
    resolve,
  };
  const compiler: Branches = { ...shared, ...own };
  return compiler;
}

const definition = ({ $defs = {} }: Schema, name: string): Schema =>
  ownMember($defs, name.slice('#/$defs/'.length)) ?? {};

/** Far deeper than a model nests, far shallower than the stack. */
const MAX_DEPTH = 200;

/** Compiled at the first use, because a definition may lead back to itself. */
function later(make: () => Check): Check {
  let check: Check | undefined;
  let depth = 0;
  return (value, issues) => {
    if (depth > MAX_DEPTH) {
      issues.push({ path: '', message: 'is nested too deeply (more than 200 levels).' });
      return value;
    }
    depth += 1;
    check ??= make();
    const filled = check(value, issues);
    depth -= 1;
    return filled;
  };
}

const TYPES = ['null', 'boolean', 'string', 'number', 'array', 'object'] as const;

function compileAny(schema: Schema, compiler: Branches): Check {
  const { type = TYPES } = schema;
  const single = typeof type === 'string';
  const core = single ? compileOne(schema, type, compiler) : compileSeveral(schema, type, compiler);
  const all = [core, ...branchesOf(schema, compiler)];
  if (all.length === 1) return core;
  return (value, issues) => {
    let filled = value;
    for (const check of all) if (!isFull(issues)) filled = mergeDefaults(value, filled, check(value, issues));
    return filled;
  };
}

function branchesOf({ $ref, const: only, allOf = [], anyOf, oneOf, not }: Schema, compiler: Branches): Check[] {
  const all = allOf.map(compiler.compile);
  if ($ref !== undefined) all.push(compiler.resolve($ref));
  if (only !== undefined) all.push(testing((value) => sameJson(value, only), { const: only }));
  if (anyOf) all.push(choice(anyOf, false, compiler));
  if (oneOf) all.push(choice(oneOf, true, compiler));
  if (not) all.push(exclusion(not, compiler.judge(not)));
  return all;
}

function compileSeveral(schema: Schema, types: readonly AnyType[], compiler: Branches): Check {
  const checks = new Map<string, Check>(
    types.map((type) => [type, compileOne({ ...schema, type }, type, compiler)] as const),
  );
  return (value, issues) => {
    const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    const check = checks.get(kind) ?? (kind === 'number' ? checks.get('integer') : undefined);
    if (check !== undefined) return check(value, issues);
    issues.push(mismatchIssue(describeImported(schema), value));
    return value;
  };
}

function compileOne(schema: Schema, type: AnyType, compiler: Branches): Check {
  if (type === 'object') return compileObject(schema, compiler);
  if (type === 'array') return compileArray(schema, compiler);
  const check = compileCheck(schema, compiler);
  const extra =
    type === 'string' ? formatCheck(schema) : type === 'integer' || type === 'number' ? numberCheck(schema) : undefined;
  return extra === undefined ? check : after(check, extra);
}

function formatCheck(schema: Schema): Check | undefined {
  const test = formatTest(schema.format);
  return test && testing(test, schema);
}

function numberCheck(schema: Schema): Check | undefined {
  const { exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema;
  if (above === undefined && below === undefined && multipleOf === undefined) return undefined;
  const test = (value: number): boolean =>
    (above === undefined || value > above) &&
    (below === undefined || value < below) &&
    (multipleOf === undefined || isWhole(value / multipleOf));
  return testing(test, schema);
}

/** 19.99 has two decimals, though 19.99 / 0.01 is 1998.9999999999998 in a double. */
function isWhole(quotient: number): boolean {
  return Math.abs(Math.round(quotient) - quotient) < 1e-9;
}

function compileArray(schema: Schema, compiler: Branches): Check {
  const { prefixItems, items, uniqueItems, ...plain } = schema;
  const { compile } = compiler;
  let check = compileCheck(prefixItems === undefined && items ? { ...plain, items } : plain, compiler);
  if (uniqueItems) check = after(check, testing(isWithoutRepeats, schema));
  if (prefixItems === undefined) return check;
  const first = prefixItems.map(compile);
  const rest = items && compile(items);
  return after(check, (value, issues) => {
    if (!Array.isArray(value)) return value;
    return value.map((item: unknown, at) => {
      const own = first[at] ?? rest;
      return own === undefined || isFull(issues) ? item : checkAt(at, own, item, issues);
    });
  });
}

/** By their texts, in one pass: comparing each with each would take hours over a long list. */
function isWithoutRepeats(items: readonly unknown[]): boolean {
  return new Set(items.map((item) => JSON.stringify(item, inOrder))).size === items.length;
}

function inOrder(_name: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What profile `mcp` says of objects beyond `validate-object.ts`: members by the form of their names, and how many there are. */
function compileObject(schema: Schema, compiler: SchemaCompiler): Check {
  const { additionalProperties: others, ...open } = schema;
  const { patternProperties, propertyNames, minProperties, maxProperties } = open;
  const check = compileCheck(patternProperties === undefined ? schema : open, compiler);
  const counted = minProperties === undefined && maxProperties === undefined ? undefined : countTest(schema);
  const first = counted === undefined ? check : before(testing(counted, schema), check);
  if (!patternProperties && !propertyNames && typeof others !== 'object') return first;
  return after(first, checkByName(schema, compiler));
}

function before(count: Check, check: Check): Check {
  return (value, issues) => {
    if (isObject(value)) count(value, issues);
    return check(value, issues);
  };
}

function countTest({
  minProperties = 0,
  maxProperties = Infinity,
}: Schema): (value: Readonly<Record<string, unknown>>) => boolean {
  return (value) => {
    const { length } = Object.values(value).filter((member) => member !== undefined);
    return length >= minProperties && length <= maxProperties;
  };
}

/** The names themselves, and members by the form of their names or by not being declared. */
function checkByName(schema: Schema, { compile, patterns: matching }: SchemaCompiler): Check {
  const { properties = {}, patternProperties = {}, additionalProperties: others, propertyNames } = schema;
  const declared = new Set(Object.keys(properties));
  const patterns = Object.entries(patternProperties).map(([pattern, form]) => {
    return [requireModule(matching, 'patterns').compile(pattern), compile(form)] as const;
  });
  const named = propertyNames && compile(propertyNames);
  const rest = typeof others === 'object' ? compile(others) : undefined;
  const checksOf = (name: string, issues: PendingIssue[]): readonly Check[] => {
    const fitting = patterns.flatMap(([match, check]) => (match(name, issues) ? [check] : []));
    return fitting.length > 0 || declared.has(name) || rest === undefined ? fitting : [rest];
  };
  return (value, issues) => {
    if (!isObject(value)) return value;
    let filled: Record<string, unknown> | undefined;
    for (const name of Object.keys(value)) {
      const own = value[name];
      if (own === undefined || isFull(issues)) continue;
      if (named) checkAt(name, nameCheck(named, name), own, issues);
      const from = issues.length;
      const checks = checksOf(name, issues);
      if (issues.length > from) within(clip(name), issues, from);
      if (checks.length === 0 && others === false && !declared.has(name)) {
        refuseUndeclared({ [name]: own }, declared, issues);
      }
      const result = checks.reduce<unknown>((current, check) => checkAt(name, check, current, issues), own);
      if (result !== own) setOwn((filled ??= copyMembers(value)), name, result);
    }
    return filled ?? value;
  };
}

function nameCheck(named: Check, name: string): Check {
  return (value, problems) => {
    const issues: PendingIssue[] = [];
    named(name, issues);
    for (const { message } of issues) problems.push({ path: '', message: `has an invalid name, which ${message}` });
    return value;
  };
}
