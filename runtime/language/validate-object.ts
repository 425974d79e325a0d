/** Validation of objects: members, defaults, and undeclared names. */
import { clip, clippedList } from './describe.ts';
import type { Check, PendingIssue, SchemaCompiler } from './issue.ts';
import { isFull, within } from './issue.ts';
import { type Json, copyJson, copyMembers, isObject, ownMember, setOwn } from './json.ts';
import { nearest } from './nearest.ts';
import type { Schema } from './schema.ts';

interface Member {
  readonly name: string;
  /** The default. */
  readonly preset: Json | undefined;
  /** Describes the schema of the member. */
  readonly wanted: (() => string) | undefined;
  readonly check: Check | undefined;
  readonly required: boolean;
  /** A default that is not valid itself is none. */
  readonly mayDrop: boolean;
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

function membersOf(
  schema: Schema,
  { compile, describe, fill, dropsDefaults = false }: SchemaCompiler,
): readonly Member[] {
  const properties = schema.properties ?? {};
  const required = new Set(schema.required);
  return [...new Set([...Object.keys(properties), ...required])].map((name) => {
    const property = ownMember(properties, name);
    return {
      name,
      preset: fill ? property?.default : undefined,
      wanted: property && (() => describe(property)),
      check: property && compile(property),
      required: required.has(name),
      mayDrop: dropsDefaults,
    };
  });
}

function checkMembers(value: Unchecked, members: readonly Member[], issues: PendingIssue[]): unknown {
  let filled: Record<string, unknown> | undefined;
  for (const member of members) {
    if (isFull(issues)) break;
    const { name, check } = member;
    const own = ownMember(value, name);
    const input = own === undefined ? defaultOf(member) : own;
    if (input === undefined) {
      if (member.required) issues.push(missingIssue(member));
      continue;
    }
    const from = issues.length;
    const result = check === undefined ? input : check(input, issues);
    if (issues.length > from && own === undefined && member.mayDrop) {
      issues.length = from;
      if (member.required) issues.push(missingIssue(member));
      continue;
    }
    if (issues.length > from) within(name, issues, from);
    if (result === own) continue;
    filled ??= copyMembers(value);
    setOwn(filled, name, result);
  }
  return filled ?? value;
}

function defaultOf({ preset }: Member): Json | undefined {
  return preset === undefined ? undefined : copyJson(preset);
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
