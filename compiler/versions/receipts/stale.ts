/** Which choices have no valid record although they need one: their texts changed, "even punctuation" (EXT §9.3), or they were tested before. */
import { compareText } from '../../base/diagnostic.ts';
import { listNames } from '../../base/text/escape.ts';
import type { Plan, PlannedChoice, ReleasedEvals } from '../../plan/model.ts';
import { allChoices, type Choice, type ChoiceCase, choiceKey, resolveChoice } from './choice.ts';
import { shownName, shownTools } from '../../plan/named-tools.ts';
import { lackSentence, lackStep } from './lack.ts';
import { type EvalGate, FAILED, type Lack, problemOfRecord } from './record-problem.ts';
import { shortfallOf } from './pass-mark.ts';
import type { EvalRecords } from './record.ts';

/** Everything that validity depends on beside the Plans. */
export interface EvalEvidence {
  readonly records: EvalRecords;
  readonly gate: EvalGate;
  /** What a host shows together. */
  readonly choices: readonly PlannedChoice[];
}

export interface StaleChoice {
  readonly kind: Choice['kind'];
  readonly name: string;
  /** The part of the specs to show it at: itself, or the first changed member of a choice. */
  readonly shownAt: { readonly server: string } | { readonly skill: string };
  /** Tools that have cases; empty for a skill. */
  readonly tools: readonly string[];
  /** How many cases have to be run. */
  readonly cases: number;
  /** Results have to be recorded for exactly these. */
  readonly hash: string;
  readonly casesHash: string;
  /** What changed since the baseline of the comparison: names of tools, or of the skill; what else its cases send. */
  readonly because: readonly string[];
  /** Why no record counts, as a sentence. */
  readonly problem: string;
  /** The state of the evals, as a sentence without a period. */
  readonly state: string;
  /** What makes them count for a release, in the imperative, without a period. */
  readonly next: string;
}

/**
 * A choice needs a valid record when it has cases, and its texts changed since it was released, it gained cases, it has a record,
 * or it was tested for a release. What is new, or was never tested and did not change, needs none; nor does a server or skill that haft.yaml shows together
 * with others: the choice has its cases among more rivals. `today`: YYYY-MM-DD.
 */
export function staleChoices(before: Plan, after: Plan, evidence: EvalEvidence, today: string): StaleChoice[] {
  const current = askedFor(after, evidence.choices);
  const emptied = emptiedChoices(current, after, evidence);
  // As they were at the release; a contract without results does not have them.
  const together = evidence.choices.map((one) => before.evals?.choices.find(({ name }) => name === one.name) ?? one);
  // A choice of which nothing was released is as new as its members.
  const earlier = allChoices(before, together).filter(({ servers, skills }) => servers.length + skills.length > 0);
  const released = new Map(earlier.map((choice) => [choiceKey(choice), choice]));
  const judged = judgedBefore(before, evidence);
  const stale = current.flatMap((choice) => {
    const old = released.get(choiceKey(choice));
    if (!isDue(choice, old, judged) || choice.cases.length === 0) return [];
    const problem = lackOf(choice, evidence, today);
    return problem === undefined ? [] : [staleChoice(choice, old, problem, evidence.gate)];
  });
  return [...stale, ...emptied];
}

/** Choices that failed and have no case left, or are no longer in haft.yaml: to delete a test is not to pass it. */
function emptiedChoices(current: readonly Choice[], plan: Plan, evidence: EvalEvidence): StaleChoice[] {
  const { records, gate, choices } = evidence;
  const failed = records.records.filter((one) => one.n > 0 && shortfallOf(one, gate.tool) !== undefined);
  return [...new Set(failed.map(({ choice }) => choice))].flatMap((key) => {
    const name = key.slice('choice/'.length);
    const isGone = key.startsWith('choice/') && !choices.some((one) => one.name === name);
    const members = { servers: plan.servers.slice(0, 1).map((one) => one.name), skills: [] };
    const choice = isGone
      ? resolveChoice({ name, ...members, evals: [] }, plan)
      : current.find((one) => choiceKey(one) === key);
    if (!choice || (!isGone && choice.cases.length > 0)) return [];
    const what = isGone ? 'the choice is no longer in haft.yaml' : 'the cases were deleted';
    return [staleChoice(choice, choice, { says: `Recorded results failed, and ${what}.`, lack: 'cases' }, gate)];
  });
}

/** Choices that need a record: those of haft.yaml, and what none of them has. */
function askedFor(plan: Plan, together: readonly PlannedChoice[]): readonly Choice[] {
  const covered = new Set(together.flatMap(memberKeys));
  return allChoices(plan, together).filter((choice) => !covered.has(choiceKey(choice)));
}

/** Choices with results, of now or of a release: where one is taken out of haft.yaml, its members. */
function judgedBefore({ evals }: Plan, { records: { records, former }, choices }: EvalEvidence): ReadonlySet<string> {
  const keys = [...(evals?.tested ?? []), ...former, ...records.map(({ choice }) => choice)];
  const absent = evals?.choices.filter(({ name }) => !choices.some((one) => one.name === name)) ?? [];
  return new Set([...keys, ...absent.filter((one) => keys.includes(`choice/${one.name}`)).flatMap(memberKeys)]);
}

function memberKeys({ servers = [], skills = [] }: Pick<PlannedChoice, 'servers' | 'skills'>): readonly string[] {
  const keysOf = (kind: 'server' | 'skill', names: readonly string[]): string[] =>
    names.map((name) => choiceKey({ kind, name }));
  return [...keysOf('server', servers), ...keysOf('skill', skills)];
}

function isDue(choice: Choice, earlier: Choice | undefined, judged: ReadonlySet<string>): boolean {
  const isChanged = earlier && earlier !== choice;
  if (isChanged && (changedParts(earlier, choice).length > 0 || hasNewCase(earlier, choice))) return true;
  const namesOf = (parts: readonly { readonly name: string }[]): string[] => parts.map(({ name }) => name);
  const members = memberKeys({ servers: namesOf(choice.servers), skills: namesOf(choice.skills) });
  return [choiceKey(choice), ...members].some((key) => judged.has(key));
}

function hasNewCase({ cases: before }: Choice, { cases }: Choice): boolean {
  const marks = new Set(before.map(({ mark }) => mark));
  return cases.some(({ mark }) => !marks.has(mark));
}

/** What a release records of evals: a choice that was tested once stays one that was. */
export function releasedEvals(
  before: Plan | undefined,
  after: Plan,
  evidence: EvalEvidence,
  today: string,
): ReleasedEvals {
  const all = allChoices(after, evidence.choices);
  const keys = new Set(before?.evals?.tested);
  const isTested = (choice: Choice): boolean => choice.cases.length > 0 && !lackOf(choice, evidence, today);
  const tested = all.filter((choice) => keys.has(choiceKey(choice)) || isTested(choice));
  return {
    choices: evidence.choices.toSorted((a, b) => compareText(a.name, b.name)),
    tested: tested.map(choiceKey).sort(compareText),
  };
}

function staleChoice(choice: Choice, earlier: Choice | undefined, lack: Lack, gate: EvalGate): StaleChoice {
  const { kind, name, cases, hash, casesHash } = choice;
  const tools =
    kind === 'skill' ? [] : [...new Set(cases.flatMap(({ owner, home }) => (home === 'tool' ? [owner] : [])))];
  const changed = changedParts(earlier, choice);
  const sent = changedSent(earlier, choice);
  const because = [...changed.map((part) => partName(part, choice)), ...sent].sort(compareText);
  const shownAt = placeOf(choice, changed);
  const also = sent.length === 0 ? [] : [`The text of ${listNames(sent, 3)} changed.`];
  return {
    kind,
    name,
    shownAt,
    tools,
    cases: cases.length,
    hash,
    casesHash,
    because,
    problem: [lack.says, ...also].join(' '),
    state: lackSentence(choice, lack.lack),
    next: lackStep(choice, lack.lack, { ...gate, model: lack.model }),
  };
}

/** Prompts and resources of which a case of both sends another text. */
function changedSent(earlier: Choice | undefined, { cases }: Choice): readonly string[] {
  const keyOf = ({ owner, home, request }: ChoiceCase): string => JSON.stringify([owner, home, request]);
  const old = new Map((earlier?.cases ?? []).flatMap((one) => (one.sent ? [[keyOf(one), one.sent.hashes]] : [])));
  const names = cases.flatMap((one) =>
    Object.entries(one.sent?.hashes ?? {}).flatMap(([name, hash]) =>
      (old.get(keyOf(one))?.[name] ?? hash) === hash ? [] : name,
    ),
  );
  return [...new Set(names)];
}

function placeOf({ servers, skills }: Choice, changed: readonly string[]): StaleChoice['shownAt'] {
  const isChanged = (kind: 'server' | 'skill', name: string): boolean =>
    changed.some((part) => part.startsWith(`${choiceKey({ kind, name })}/`));
  const server = servers.find(({ name }) => isChanged('server', name));
  const skill = skills.find(({ name }) => isChanged('skill', name)) ?? (servers.length === 0 ? skills[0] : undefined);
  if (!server && skill) return { skill: skill.name };
  return { server: (server ?? servers[0])?.name ?? '' };
}

/** What is missing for a release, as a sentence. */
export function problemOf(choice: Choice, evidence: EvalEvidence, today: string): string | undefined {
  return lackOf(choice, evidence, today)?.says;
}

/** Undefined if every model of haft.yaml, or else any one, has a valid record, and none of those failed. */
function lackOf(choice: Choice, { records, gate }: EvalEvidence, today: string): Lack | undefined {
  if (!choice.cases.some((one) => canFail(one, choice))) return { says: NO_CERTAIN_CALL, lack: 'cases' };
  const key = choiceKey(choice);
  const own = records.records.filter((record) => record.choice === key);
  const judged = own.map((record) => ({ model: record.model, problem: problemOfRecord(record, choice, gate, today) }));
  const { models: named = [] } = gate;
  const failed = judged.find(({ model, problem }) => problem?.rank === FAILED && named.includes(model));
  if (failed) return failed.problem;
  const isValid = (model?: string): boolean =>
    judged.some((one) => one.problem === undefined && (model === undefined || one.model === model));
  const missing = gate.offline ? undefined : named.find((model) => !isValid(model));
  if (missing === undefined && isValid()) return undefined;
  const closest = judged
    .filter(({ model }) => missing === undefined || model === missing)
    .toSorted((a, b) => (b.problem?.rank ?? 0) - (a.problem?.rank ?? 0))[0];
  if (closest) return closest.problem;
  if (records.former.includes(key))
    return {
      says: 'The results are recorded in the former format, which does not name the cases.',
      lack: 'current',
    };
  return {
    says:
      own.length === 0 ? 'No results are recorded.' : `No results of "${missing}" are recorded, which haft.yaml names.`,
    lack: 'results',
    ...(missing !== undefined && { model: missing }),
  };
}

const NO_CERTAIN_CALL =
  'No case expects a certain call, so results show nothing: a model that never calls passes, or one that calls anything.';

/** Whether a model can be wrong in it by calling nothing, or by calling something else. */
export function canFail({ test: { expect } }: ChoiceCase, { servers, skills }: Choice): boolean {
  if (typeof expect === 'string') return true;
  if (expect === null || !('any_of' in expect)) return false;
  const names = [...shownTools(servers).keys(), ...skills.map(({ name }) => name)];
  return names.some((name) => !expect.any_of.includes(name));
}

/** Keys of `visible`: in a choice of haft.yaml with the member. */
function changedParts(before: Choice | undefined, after: Choice): string[] {
  const old = before?.visible ?? new Map<string, string>();
  const names = new Set([...old.keys(), ...after.visible.keys()]);
  return [...names].filter((name) => old.get(name) !== after.visible.get(name));
}

/** The summary of a server, which has an empty name, is named as the server; a tool as the choice shows it. */
function partName(key: string, { name, servers }: Choice): string {
  const [, server, member = name, part = ''] = /^(?:server\/(?=([^/]+)\/)|skill\/)([^/]+)\/(.*)$/.exec(key) ?? [
    '',
    undefined,
    name,
    key,
  ];
  if (part === '') return member;
  return server === undefined ? part : shownName(servers, part, [server]);
}
