/** Branches of a schema: `anyOf`, `oneOf` and `not`, and how the defaults of several branches come together. */
import { describeImported, describeValue } from './describe.ts';
import { type Check, type PendingIssue, type SchemaCompiler, toIssue, within } from './issue.ts';
import { isObject, setOwn } from './json.ts';
import type { Schema } from './schema.ts';
import { mismatchIssue } from './validate.ts';

interface Judging extends SchemaCompiler {
  readonly judge: (schema: Schema) => Check;
}

/** At least one branch holds, or exactly one; where it is only one, its defaults are filled. */
export function choice(branches: readonly Schema[], one: boolean, { fill, compile, judge }: Judging): Check {
  const judges = branches.map(judge);
  const fillers = fill ? branches.map(compile) : [];
  return (value, problems) => {
    const misses: PendingIssue[][] = [];
    const held: number[] = [];
    for (const [at, test] of judges.entries()) {
      const issues = issuesOf(test, value);
      if (issues.length > 0) misses.push(issues);
      else held.push(at);
      // Nothing is left to find out.
      if (held.length > 0 && !one && !fill) return value;
    }
    if (held.length === 0) problems.push(...fitsNone(branches, misses, value));
    else if (held.length === 1) return filledBy(fillers[held[0] ?? 0], value);
    else if (one) problems.push(fitsSeveral(held.map((at) => branches[at] ?? {})));
    return value;
  };
}

/** The issues of the branches whose type the value has, or all alternatives if there is no such branch. */
function fitsNone(
  branches: readonly Schema[],
  misses: readonly PendingIssue[][],
  value: unknown,
): readonly PendingIssue[] {
  const near = misses.filter((issues) => issues.every(({ path }) => path !== ''));
  if (near.length === 1) return near[0] ?? [];
  if (near.length === 0) return [mismatchIssue(describeImported({ anyOf: branches }), value)];
  const reasons = near.flatMap(([first]) => (first === undefined ? [] : [toIssue(first).message]));
  return [{ path: '', message: `must match one of ${near.length} alternatives: ${reasons.slice(0, 5).join(' Or: ')}` }];
}

function fitsSeveral(branches: readonly Schema[]): PendingIssue {
  const forms = describeImported({ anyOf: branches });
  return { path: '', message: `must match exactly one alternative, but matches ${branches.length} (${forms}).` };
}

function filledBy(check: Check | undefined, value: unknown): unknown {
  const issues: PendingIssue[] = [];
  const filled = check?.(value, issues);
  return check === undefined || issues.length > 0 ? value : filled;
}

/** The schema does not hold. */
export function exclusion(schema: Schema, check: Check): Check {
  return (value, issues) => {
    if (issuesOf(check, value).length > 0) return value;
    const message = `must not be ${describeImported(schema)}, got ${describeValue(value)}.`;
    issues.push({ path: '', message });
    return value;
  };
}

function issuesOf(check: Check, value: unknown): PendingIssue[] {
  const issues: PendingIssue[] = [];
  check(value, issues);
  return issues;
}

/** One value of two that were filled from the same; where both filled a member, the first counts. */
export function mergeDefaults(value: unknown, first: unknown, second: unknown): unknown {
  if (first === value || second === value) return first === value ? second : first;
  if (Array.isArray(first) && Array.isArray(second) && Array.isArray(value)) {
    return first.map((item, at) => mergeDefaults(value[at], item, second[at]));
  }
  if (!isObject(first) || !isObject(second) || !isObject(value)) return first;
  const all: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(first), ...Object.keys(second)])) {
    const own = Object.hasOwn(first, name) ? first[name] : second[name];
    const inBoth = Object.hasOwn(value, name) && Object.hasOwn(second, name);
    setOwn(all, name, inBoth ? mergeDefaults(value[name], own, second[name]) : own);
  }
  return all;
}

/** The second check looks only at what the first one let pass. */
export function after(first: Check, second: Check): Check {
  return (value, issues) => {
    const from = issues.length;
    const filled = first(value, issues);
    return issues.length > from ? filled : second(filled, issues);
  };
}

/** A condition on values that already have their type. */
export function testing<T>(test: (value: T) => boolean, schema: Schema): Check {
  return (value, issues) => {
    // Its own type was checked before.
    if (!test(value as T)) issues.push(mismatchIssue(describeImported(schema), value));
    return value;
  };
}

export function checkAt(at: number | string, check: Check, value: unknown, issues: PendingIssue[]): unknown {
  const from = issues.length;
  const filled = check(value, issues);
  if (issues.length > from) within(at, issues, from);
  return filled;
}
