/** What profile `mcp` says of objects beyond `validate-object.ts`: members by the form of their names, and how many there are. */
import { after, placed, testing } from './checks.ts';
import { clip } from './describe.ts';
import type { Check, PendingIssue, SchemaCompiler } from './issue.ts';
import { isFull, within } from './issue.ts';
import { isObject } from './json.ts';
import { copyMembers, setOwn } from './members.ts';
import type { Schema } from './schema.ts';
import { carried } from './carried.ts';
import { compileCheck } from './validate.ts';
import { refuseUndeclared } from './validate-object.ts';

export function compileObject(schema: Schema, compiler: SchemaCompiler): Check {
  const { patternProperties, additionalProperties: others, propertyNames, minProperties, maxProperties } = schema;
  const check = compileCheck(patternProperties === undefined ? schema : opened(schema), compiler);
  const counted = minProperties === undefined && maxProperties === undefined ? undefined : countTest(schema);
  const first = counted === undefined ? check : before(testing(counted, schema), check);
  if (!patternProperties && !propertyNames && typeof others !== 'object') return first;
  return after(first, checkByName(schema, compiler));
}

function opened({ additionalProperties: _closed, ...schema }: Schema): Schema {
  return schema;
}

function before(count: Check, check: Check): Check {
  return (value, found) => {
    if (isObject(value)) count(value, found);
    return check(value, found);
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
    return [carried(matching, 'patterns').compile(pattern), compile(form)] as const;
  });
  const named = propertyNames && compile(propertyNames);
  const rest = typeof others === 'object' ? compile(others) : undefined;
  const checksOf = (name: string, found: PendingIssue[]): readonly Check[] => {
    const fitting = patterns.flatMap(([match, check]) => (match(name, found) ? [check] : []));
    return fitting.length > 0 || declared.has(name) || rest === undefined ? fitting : [rest];
  };
  return (value, found) => {
    // An object: it was checked before.
    const object = value as Readonly<Record<string, unknown>>;
    let filled: Record<string, unknown> | undefined;
    for (const name of Object.keys(object)) {
      const own = object[name];
      if (own === undefined || isFull(found)) continue;
      if (named) placed(name, nameCheck(named, name), own, found);
      const from = found.length;
      const checks = checksOf(name, found);
      if (found.length > from) within(clip(name), found, from);
      if (checks.length === 0 && others === false && !declared.has(name)) {
        refuseUndeclared({ [name]: own }, declared, found);
      }
      const result = checks.reduce<unknown>((made, check) => placed(name, check, made, found), own);
      if (result !== own) setOwn((filled ??= copyMembers(object)), name, result);
    }
    return filled ?? value;
  };
}

function nameCheck(named: Check, name: string): Check {
  return (value, found) => {
    const issues: PendingIssue[] = [];
    named(name, issues);
    for (const { message } of issues) found.push({ path: '', message: `has an invalid name, which ${message}` });
    return value;
  };
}
