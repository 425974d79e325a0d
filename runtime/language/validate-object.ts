/** Validation of objects: members, defaults, and undeclared names. */
import { clip, clippedList } from './describe.ts';
import { type Check, type PendingIssue, type SchemaCompiler, isFull, within } from './issue.ts';
import { type Json, copyJson, copyMembers, isObject, ownMember, setOwn } from './json.ts';
import { nearest } from './nearest.ts';
import type { Schema } from './schema.ts';

interface Member {
  readonly name: string;
  /** Gives the default with its own defaults filled; undefined where there is none. */
  readonly preset: (issues: PendingIssue[]) => unknown;
  /** Describes the schema of the member. */
  readonly wanted: (() => string) | undefined;
  readonly check: Check | undefined;
  readonly required: boolean;
}

type Unchecked = Readonly<Record<string, unknown>>;

/** Builds the check of an object schema; `compiler` and `mismatch` are parameters to keep imports one-way. */
export function checkObject(
  schema: Schema,
  compiler: SchemaCompiler,
  mismatch: (value: unknown) => PendingIssue,
): Check {
  const members = membersOf(schema, compiler);
  const declared = new Set(Object.keys(schema.properties ?? {}));
  const closed = schema.additionalProperties === false;
  return (value, issues) => {
    if (!isObject(value)) {
      issues.push(mismatch(value));
      return value;
    }
    if (closed) refuseUndeclared(value, declared, issues);
    return checkMembers(value, members, issues);
  };
}

function membersOf(schema: Schema, compiler: SchemaCompiler): readonly Member[] {
  const properties = schema.properties ?? {};
  const required = new Set(schema.required);
  return [...new Set([...Object.keys(properties), ...required])].map((name) => {
    const property = ownMember(properties, name);
    const check = property && compiler.compile(property);
    return {
      name,
      preset: presetOf(property, check, compiler),
      wanted: property && (() => compiler.describe(property)),
      check,
      required: required.has(name),
    };
  });
}

const none = (): undefined => undefined;

/** A valid default is checked once, not at each call. */
function presetOf(
  property: Schema | undefined,
  check: Check | undefined,
  { fill, dropsDefaults }: SchemaCompiler,
): Member['preset'] {
  const preset = property?.default;
  if (!fill || preset === undefined || check === undefined) return none;
  let valid: unknown;
  return (issues) => {
    if (valid !== undefined) return copyJson(valid as Json);
    const from = issues.length;
    const filled = check(copyJson(preset), issues);
    if (issues.length === from) valid = copyJson(filled as Json);
    else if (dropsDefaults) {
      issues.length = from;
      return undefined;
    }
    return filled;
  };
}

function checkMembers(value: Unchecked, members: readonly Member[], issues: PendingIssue[]): unknown {
  let filled: Record<string, unknown> | undefined;
  for (const member of members) {
    if (isFull(issues)) break;
    const { name, check } = member;
    const own = ownMember(value, name);
    const from = issues.length;
    const result = own === undefined ? member.preset(issues) : check === undefined ? own : check(own, issues);
    if (issues.length > from) within(name, issues, from);
    if (result === undefined && member.required) issues.push(missingIssue(member));
    if (result === own) continue;
    filled ??= copyMembers(value);
    setOwn(filled, name, result);
  }
  return filled ?? value;
}

function missingIssue({ name, wanted }: Member): PendingIssue {
  const issue = { path: '', message: `is required${wanted === undefined ? '' : `: expected ${wanted()}`}.` };
  within(name, [issue], 0);
  return issue;
}

/** Reports every undeclared member, with the nearest declared name. */
export function refuseUndeclared(value: Unchecked, declared: ReadonlySet<string>, issues: PendingIssue[]): void {
  for (const name in value) {
    if (declared.has(name) || !Object.hasOwn(value, name) || value[name] === undefined) continue;
    if (isFull(issues)) return;
    const meant = nearest(name, declared);
    const names = `Known properties: ${declared.size === 0 ? 'none' : clippedList([...declared])}.`;
    const advice = meant === undefined ? names : `Did you mean "${meant}"?`;
    const issue = { path: '', message: `is not a known property. ${advice}` };
    within(clip(name), [issue], 0);
    issues.push(issue);
  }
}
