/** Validation of objects: members, defaults, and names that nobody declared. */
import { clip, describeSchema, listed } from './describe.ts';
import type { Check, Found } from './issue.ts';
import { isFull, within } from './issue.ts';
import type { Json } from './json.ts';
import { copyJson, isObject, ownMember } from './json.ts';
import { nearest } from './nearest.ts';
import type { Schema } from './schema.ts';

interface Member {
  readonly name: string;
  readonly schema: Schema | undefined;
  readonly check: Check | undefined;
  readonly required: boolean;
}

type Unchecked = Readonly<Record<string, unknown>>;

/** Builds the check of an object schema; `compile` and `refuse` come from the caller to keep imports one-way. */
export function checkObject(
  schema: Schema,
  compile: (schema: Schema) => Check,
  refuse: (schema: Schema, value: unknown) => Found,
): Check {
  const members = membersOf(schema, compile);
  const declared = new Set(Object.keys(schema.properties ?? {}));
  const closed = schema.additionalProperties === false;
  return (value, found) => {
    if (!isObject(value)) {
      found.push(refuse(schema, value));
      return value;
    }
    if (closed) refuseUndeclared(value, declared, found);
    return checkMembers(value, members, found);
  };
}

function membersOf(schema: Schema, compile: (schema: Schema) => Check): readonly Member[] {
  const properties = schema.properties ?? {};
  const required = new Set(schema.required);
  return [...new Set([...Object.keys(properties), ...required])].map((name) => {
    const property = ownMember(properties, name);
    return { name, schema: property, check: property && compile(property), required: required.has(name) };
  });
}

function checkMembers(value: Unchecked, members: readonly Member[], found: Found[]): unknown {
  let filled: Record<string, unknown> | undefined;
  for (const member of members) {
    if (isFull(found)) break;
    const { name, check } = member;
    const own = ownMember(value, name);
    const given = own === undefined ? defaultOf(member) : own;
    if (given === undefined) {
      if (member.required) found.push(missing(member));
      continue;
    }
    const from = found.length;
    const result = check === undefined ? given : check(given, found);
    if (found.length > from) within(name, found, from);
    if (result === own) continue;
    filled ??= copyMembers(value);
    setOwn(filled, name, result);
  }
  return filled ?? value;
}

function defaultOf({ schema }: Member): Json | undefined {
  return schema?.default === undefined ? undefined : copyJson(schema.default);
}

function missing({ name, schema }: Member): Found {
  const wanted = schema === undefined ? '' : `; it must be ${describeSchema(schema)}`;
  const found = { path: '', message: `is missing${wanted}.` };
  within(name, [found], 0);
  return found;
}

function refuseUndeclared(value: Unchecked, declared: ReadonlySet<string>, found: Found[]): void {
  for (const name in value) {
    if (declared.has(name) || !Object.hasOwn(value, name) || value[name] === undefined) continue;
    if (isFull(found)) return;
    const meant = nearest(name, declared);
    const known = declared.size === 0 ? 'none is' : `the known ones are ${listed([...declared])}`;
    const advice = meant === undefined ? known : `did you mean "${meant}"?`;
    const issue = { path: '', message: `is not a known property; ${advice}${meant === undefined ? '.' : ''}` };
    within(clip(name), [issue], 0);
    found.push(issue);
  }
}

/** Not by spreading: V8 makes objects that are slow to add members to. */
function copyMembers(value: Unchecked): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name in value) if (Object.hasOwn(value, name)) setOwn(copy, name, value[name]);
  return copy;
}

/** Assignment to `__proto__` would change the prototype instead of adding a member. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}
