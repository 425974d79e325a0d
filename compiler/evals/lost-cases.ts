/** Which cases of the release are gone, or expect less than they did: a test that is deleted has not passed (EXT §9.3). */
import { isEqual } from '../equal.ts';
import type { Plan, ToolEval } from '../plan/model.ts';
import { choiceKey, choicesOf } from './choice.ts';
import type { ChoiceCase } from './choice.ts';

interface LostCases {
  readonly kind: 'server' | 'skill';
  readonly name: string;
  /** The number of cases at the release. */
  readonly released: number;
  /** Those of the release that no current case takes the place of. */
  readonly cases: readonly ChoiceCase[];
}

/** Of servers and skills that both Plans have, without cases of tools that were removed. */
export function lostCases(before: Plan, after: Plan): readonly LostCases[] {
  const current = new Map(choicesOf(after).map((choice) => [choiceKey(choice), choice]));
  const lines = lineages(after);
  return choicesOf(before).flatMap((released) => {
    const now = current.get(choiceKey(released));
    if (!now) return [];
    const remaining = new Set([...now.visible.keys()].map((name) => lines.rootOf(name)));
    const known = released.cases.filter(({ owner }) => remaining.has(lines.rootOf(owner)));
    const cases = known.filter((old) => !now.cases.some((one) => isThere(old, one, lines)));
    return cases.length === 0 ? [] : [{ kind: released.kind, name: released.name, released: known.length, cases }];
  });
}

interface Lineages {
  /** The name that a tool was first released under. */
  readonly rootOf: (name: string) => string;
  readonly hasSuccessor: (name: string) => boolean;
}

/** A successor has the cases of the tool that it replaces. */
function lineages({ servers }: Plan): Lineages {
  const replaced = new Map<string, string>();
  for (const { name, replaces = [] } of servers.flatMap(({ tools }) => tools))
    for (const [index, one] of replaces.entries()) if (index === 0) replaced.set(name, one);
  const known = new Set(servers.flatMap(({ tools }) => tools.flatMap(({ replaces = [] }) => replaces)));
  const rootOf = (name: string, seen: readonly string[] = []): string => {
    const earlier = replaced.get(name);
    return earlier === undefined || seen.includes(name) ? name : rootOf(earlier, [...seen, name]);
  };
  return { rootOf: (name) => rootOf(name), hasSuccessor: (name) => known.has(name) };
}

/** A case may ask for more than before, and never for less. */
function isThere(old: ChoiceCase, now: ChoiceCase, lines: Lineages): boolean {
  if (old.request !== now.request || lines.rootOf(old.owner) !== lines.rootOf(now.owner)) return false;
  const [was, is] = [rooted(expectedOf(old.test), lines), rooted(expectedOf(now.test), lines)];
  if (!isEqual(was.expect, is.expect) || !isEqual(was.after, is.after)) return false;
  if (!was.never.every((name) => is.never.includes(name))) return false;
  // The arguments of a successor are others: that is why there is one.
  if (lines.hasSuccessor(old.owner)) return true;
  return Object.entries(was.arguments).every(([name, value]) => isEqual(is.arguments[name], value));
}

interface Expectations {
  readonly expect: unknown;
  readonly after: unknown;
  readonly never: readonly string[];
  readonly arguments: Readonly<Record<string, unknown>>;
}

function expectedOf({ expect, after = [], never = [], arguments: values = {} }: ToolEval): Expectations {
  return { expect, after, never, arguments: values };
}

/** With the first names of tools, wherever one is named. */
function rooted({ expect, after, never, arguments: values }: Expectations, lines: Lineages): Expectations {
  const named = (value: unknown): unknown => {
    if (typeof value === 'string') return lines.rootOf(value);
    if (Array.isArray(value)) return value.map(named);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, named(one)]));
  };
  return { expect: named(expect), after: named(after), never: never.map(lines.rootOf), arguments: values };
}
