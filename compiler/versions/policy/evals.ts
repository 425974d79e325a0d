/** Evals pass again after a change, and none of them is lost. */
import type { About } from '../../base/diagnostic.ts';
import { groupBy } from '../../base/groups.ts';
import { isEqual } from '../../base/json.ts';
import { qualifiedName, writtenText } from '../../check/tool-names.ts';
import { withNames } from '../../plan/eval.ts';
import type { Plan, PlannedChoice } from '../../plan/model.ts';
import { type PlannedTool, allTools, plannedId, shownTools, toolsNamed } from '../../plan/named-tools.ts';
import { changedTexts } from '../meaning/changed-texts.ts';
import type { PolicyRule, Violation } from './policy.ts';
import { type Choice, type ChoiceCase, choiceKey, choicesOf, resolveChoice } from '../receipts/choice.ts';
import { commandsText } from '../receipts/lack.ts';
import { type EvalEvidence, type StaleChoice, staleChoices } from '../receipts/stale.ts';

/** The cases of a release are still run at the next one. */
export const evalsFewer: PolicyRule = {
  id: 'version/evals-fewer',
  says: 'Cases of evals that were released must not be deleted or weakened.',
  why: 'A model that fails a case passes as soon as the case is gone: the release would look tested and would not be.',
  next: 'Restore the cases. If they are wrong, add above the name: # haft-ignore version/evals-fewer until <date>: <reason>.',
  source: 'EXT §9 rule 3',
  when: 'review',
  dated: true,
  judge({ before, after, dates: { evals } }) {
    if (!evals) return [];
    return lostCases(before, after, evals.choices).map(({ kind, name, shownAt, released, cases }) => {
      const requests = cases.slice(0, 3).map(({ request }) => JSON.stringify(request.slice(0, 80)));
      const list = `${requests.join(', ')}${cases.length > 3 ? ', …' : ''}`;
      const target = { ...shownAt, ...(kind === 'choice' && { choice: name }), path: [] };
      return {
        target,
        says: `${cases.length} of ${released} released cases of ${kind} "${name}" were deleted or changed: ${list}.`,
        next: 'Restore the cases as they were released, and add others as well; or add above this line: # haft-ignore version/evals-fewer until <date>: <reason>.',
      };
    });
  },
};

/**
 * Which cases of the release are gone, or expect less than they did, `released` of how many: a test that is deleted has not
 * passed (EXT §9.3). Of servers and skills that both Plans have, and of the choices of haft.yaml at the release; without cases that name a tool or
 * skill which was removed.
 */
function lostCases(before: Plan, after: Plan, together: readonly PlannedChoice[]) {
  const lines = lineages(after, before);
  const haveSameNames = isEqual(namesOf(before), namesOf(after));
  const choices = new Map(choicesOf(after).map((choice) => [choiceKey(choice), choice]));
  const alone = choicesOf(before).flatMap((released) => {
    const now = choices.get(choiceKey(released));
    // Among the same names, the same cases mean the same.
    if (!now || (now === released && haveSameNames)) return [];
    const members = new Set(namesOf(now).map(lines.rootOf));
    const cases = casesIn(released, before).filter(({ owner }) => members.has(lines.rootOf(owner)));
    return { choice: now, cases, now: casesIn(now, after) };
  });
  const joint = (before.evals?.choices ?? []).map((one) => {
    const now = together.find(({ name }) => name === one.name);
    return {
      choice: resolveChoice(one, after),
      cases: ownCases(one, before),
      now: now ? ownCases(now, after) : [],
    };
  });
  const remaining = new Set(namesOf(after).map(lines.rootOf));
  return [...alone, ...joint].flatMap(({ choice, cases: released, now }) => {
    const relevant = released.filter((one) => namedIn(one).every((name) => remaining.has(lines.rootOf(name))));
    const current = groupBy(now, ({ request }) => request);
    const cases = relevant.filter((old) => !current.get(old.request)?.some((one) => isThere(old, one, lines)));
    const { kind, name } = choice;
    return cases.length === 0 ? [] : { kind, name, shownAt: placeOf(choice, after), released: relevant.length, cases };
  });
}

/** Tools as `server.tool`, and skills. */
function namesOf({ servers, skills }: Pick<Plan, 'servers' | 'skills'>): string[] {
  return [...allTools({ servers }).map((one) => qualifiedName(plannedId(one))), ...skills.map(({ name }) => name)];
}

/** Those of its members are theirs. */
function ownCases(one: PlannedChoice, plan: Plan): readonly ChoiceCase[] {
  return casesIn(resolveChoice(one, plan), plan).filter(({ home }) => home === 'choice');
}

/** With tools as `server.tool`. */
function casesIn({ servers, cases }: Choice, plan: Plan): readonly ChoiceCase[] {
  const named = (name: string): string => {
    const [tool, ...others] = shownTools(servers).has(name) ? [shownTools(servers).get(name)] : toolsNamed(plan, name);
    return tool && others.length === 0 ? qualifiedName(plannedId(tool)) : name;
  };
  return cases.map((one) => ({
    ...one,
    owner: one.tool ? qualifiedName(one.tool) : one.owner,
    test: withNames(one.test, named),
  }));
}

/** A case cannot stay as it was when one of these is gone. */
function namedIn({ test: { expect, never = [], after = [], via = [] } }: ChoiceCase): readonly string[] {
  const expected = typeof expect === 'string' ? [expect] : expect && 'any_of' in expect ? expect.any_of : [];
  return [...expected, ...never, ...[...after, ...via].flatMap(({ call }) => call ?? [])];
}

/** Where the only member is gone too, at what is left. */
function placeOf({ servers, skills }: Choice, plan: Plan): StaleChoice['shownAt'] {
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
function lineages(plan: Plan, before: Plan): Lineages {
  const replacedBy = ({ server, tool: { replaces = [] } }: PlannedTool): readonly string[] =>
    replaces.map((old) => {
      const target = [plan, before].flatMap((one) => toolsNamed(one, old, [server.name]))[0];
      return target ? qualifiedName(plannedId(target)) : qualifiedName({ server: server.name, tool: writtenText(old) });
    });
  const replaced = new Map(
    allTools(plan).flatMap((one) =>
      replacedBy(one)
        .slice(0, 1)
        .map((old) => [qualifiedName(plannedId(one)), old]),
    ),
  );
  const predecessors = new Set(allTools(plan).flatMap(replacedBy));
  const rootOf = (name: string, visited: readonly string[] = []): string => {
    const earlier = replaced.get(name);
    return earlier === undefined || visited.includes(name) ? name : rootOf(earlier, [...visited, name]);
  };
  return { rootOf: (name) => rootOf(name), hasSuccessor: (name) => predecessors.has(name) };
}

/** A case may ask for more than before, and never for less. */
function isThere(old: ChoiceCase, now: ChoiceCase, lines: Lineages): boolean {
  if (old.request !== now.request || lines.rootOf(old.owner) !== lines.rootOf(now.owner)) return false;
  const [was, is] = [withNames(old.test, lines.rootOf), withNames(now.test, lines.rootOf)];
  if (!isEqual(was.expect, is.expect) || !isEqual(was.after ?? [], is.after ?? [])) return false;
  if (!isEqual(was.via ?? [], is.via ?? []) || !isEqual(was.with ?? [], is.with ?? [])) return false;
  if (was.never?.some((name) => !is.never?.includes(name))) return false;
  // The arguments of a successor are others: that is why there is one.
  if (lines.hasSuccessor(old.owner)) return true;
  return Object.entries(was.arguments ?? {}).every(([name, value]) => isEqual(is.arguments?.[name], value));
}

/** A released tool or skill whose text changed has cases that test it. */
export const evalsMissing: PolicyRule = {
  id: 'version/evals-missing',
  says: 'A released tool or skill whose text changed must have evals.',
  why: 'Models react to wording, even punctuation: without a case, nothing shows whether they still choose the right tool.',
  next: 'Add 5 to 10 requests as users would type them, and run `haft eval --tier model --record`.',
  source: 'EXT §9 rule 3',
  when: 'review',
  dated: true,
  judge({ before, after, pairs, dates: { imported, evals } }) {
    if (!evals) return [];
    const expected = new Set(evals.choices.flatMap((choice) => expectedIn(choice, after)));
    const changed = new Set(changedTexts(before, after).map(({ server, tool }) => `${server}.${tool}`));
    const tools = pairs.tool.flatMap(({ after: tool, server }): Violation | [] => {
      const id = `${server}.${tool?.name}`;
      const isTested = !tool || tool.deprecated || tool.evals.length > 0 || expected.has(id);
      if (isTested || !changed.has(id)) return [];
      return {
        target: { server, tool: tool.name, path: ['name'] },
        ...sentence('tool', tool.name, recordText(evals, { server })),
        isWarning: imported?.has(id) === true,
      };
    });
    const skills = pairs.skill.flatMap(({ before: old, after: skill }): Violation | [] => {
      const isChanged = old && skill && old.description.text !== skill.description.text;
      if (!isChanged || skill.evals.length > 0 || expected.has(skill.name)) return [];
      const isWarning = skill.text !== undefined;
      return {
        target: { skill: skill.name, path: ['name'] },
        ...sentence('skill', skill.name, recordText(evals, { skill: skill.name })),
        isWarning,
      };
    });
    return [...tools, ...skills];
  },
};

/** What its cases expect: tools as `server.tool`, and skills. */
function expectedIn(choice: PlannedChoice, plan: Plan): readonly string[] {
  const { servers, cases } = resolveChoice(choice, plan);
  return cases.flatMap(({ home, test: { expect } }) => {
    if (home !== 'choice' || typeof expect !== 'string') return [];
    const target = shownTools(servers).get(expect);
    return target ? `${target.server.name}.${target.tool.name}` : expect;
  });
}

/** A record has all cases of what a model chooses from: the server or skill, or the choices of haft.yaml that have it. */
function recordText({ choices, gate }: EvalEvidence, { server = '', skill = '' }: Omit<About, 'path'>): string {
  const having = choices.filter(({ servers = [], skills = [] }) => servers.includes(server) || skills.includes(skill));
  const names = having.length > 0 ? having.map(({ name }) => name) : [server || skill];
  return commandsText(names, 'record', gate);
}

function sentence(kind: 'tool' | 'skill', name: string, record: string): Pick<Violation, 'says' | 'next'> {
  return {
    says: `The text of ${kind} "${name}" changed since the release, and it has no evals.`,
    next: `Add 5 to 10 requests, and run ${record}; or add above this line: # haft-ignore version/evals-missing until <date>: <reason>.`,
  };
}

/** A changed choice is tested again before it is released. */
export const evalsStale: PolicyRule = {
  id: 'version/evals-stale',
  says: 'After a change of descriptions, the evals must pass again before a release.',
  why: 'Models react to wording, even punctuation: only a run of the evals shows whether they still choose the right tool or skill.',
  next: 'Run the evals, and record the results: `haft eval --tier model --record`.',
  source: 'EXT §9 rule 3',
  when: 'release',
  dated: true,
  judge({ before, after, dates: { today, evals } }) {
    if (!evals) return [];
    return staleChoices(before, after, evals, today).map(({ kind, name, shownAt, state, problem, next }) => ({
      target: { ...shownAt, ...(kind === 'choice' && { choice: name }), path: [] },
      says: `${state}. ${problem}`,
      next: `${next}; or add above this line: # haft-ignore version/evals-stale until <date>: <reason>.`,
    }));
  },
};
