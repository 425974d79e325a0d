/** Which cases of the release are gone, or expect less than they did: a test that is deleted has not passed (EXT §9.3). */
import { isEqual } from '../../base/json.ts';
import type { Plan, PlannedChoice, ToolEval } from '../../plan/model.ts';
import { choiceKey, choicesOf, resolveChoice } from './choice.ts';
import type { Choice, ChoiceCase } from './choice.ts';

interface LostCases {
  readonly kind: Choice['kind'];
  readonly name: string;
  /** The part of the specs to show it at. */
  readonly shownAt: { readonly server: string } | { readonly skill: string };
  /** The number of cases at the release. */
  readonly released: number;
  /** Those of the release that no current case takes the place of. */
  readonly cases: readonly ChoiceCase[];
}

/**
 * Of servers and skills that both Plans have, and of the choices of haft.yaml at the release; without cases that name a tool or
 * skill which was removed.
 */
export function lostCases(before: Plan, after: Plan, together: readonly PlannedChoice[]): readonly LostCases[] {
  const lines = lineages(after);
  const current = new Map(choicesOf(after).map((choice) => [choiceKey(choice), choice]));
  const alone = choicesOf(before).flatMap((released) => {
    const now = current.get(choiceKey(released));
    if (!now) return [];
    const members = new Set([...now.visible.keys()].map(lines.rootOf));
    const cases = released.cases.filter(({ owner }) => members.has(lines.rootOf(owner)));
    return { choice: now, cases, now: now.cases };
  });
  const { choices = [] } = before.evals ?? {};
  const shown = choices.map((one) => {
    const now = together.find(({ name }) => name === one.name);
    return { choice: resolveChoice(one, after), cases: ownCases(one), now: now ? ownCases(now) : [] };
  });
  const names = [...after.servers.flatMap(({ tools }) => tools), ...after.skills].map(({ name }) => lines.rootOf(name));
  const remaining = new Set(names);
  return [...alone, ...shown].flatMap(({ choice, cases: released, now }) => {
    const known = released.filter((one) => namedIn(one).every((name) => remaining.has(lines.rootOf(name))));
    const cases = known.filter((old) => !now.some((one) => isThere(old, one, lines)));
    const { kind, name } = choice;
    return cases.length === 0 ? [] : { kind, name, shownAt: placeOf(choice, after), released: known.length, cases };
  });
}

/** Those of its members are theirs. */
function ownCases({ name, evals }: PlannedChoice): readonly ChoiceCase[] {
  return resolveChoice({ name, evals }, { planVersion: 1, servers: [], skills: [] }).cases;
}

/** A case cannot stay as it was when one of these is gone. */
function namedIn({ test: { expect, never = [], after = [] } }: ChoiceCase): readonly string[] {
  const expected = typeof expect === 'string' ? [expect] : expect && 'any_of' in expect ? expect.any_of : [];
  return [...expected, ...never, ...after.flatMap(({ call }) => call ?? [])];
}

/** Where the only member is gone too, at what is left. */
function placeOf({ servers, skills }: Choice, plan: Plan): LostCases['shownAt'] {
  const server = servers[0] ?? (skills.length === 0 ? plan.servers[0] : undefined);
  const skill = skills[0] ?? plan.skills[0];
  return !server && skill ? { skill: skill.name } : { server: server?.name ?? '' };
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
