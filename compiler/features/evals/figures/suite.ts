/** A run of evals as data (its choices with the outcome of every case), and the offline tier that judges by words. */
import { type Choice, type ChoiceCase, choiceKey } from '../../../versions/receipts/choice.ts';
import { memoizeBy } from '../../../base/memo.ts';
import type { ServerPlan, SkillPlan, ToolEval } from '../../../plan/model.ts';
import { type Candidate, candidatesOf, sameRequest } from '../offline/candidate.ts';
import type { BothRuns, Comparison, Sides } from './compare.ts';
import { type CaseOutcomes, type Figures, figuresOf } from './figures.ts';
import { type CaseOutcome, wantedNames } from '../judge/judge.ts';
import { languageOf } from '../offline/language.ts';
import { type RankedCandidate, createReader } from '../offline/reader.ts';

export interface CaseRun {
  readonly one: ChoiceCase;
  /** One for each trial. */
  readonly trials: readonly CaseOutcome[];
}

export interface ChoiceRun {
  readonly choice: Choice;
  readonly cases: readonly CaseRun[];
  readonly figures: Figures;
  /** Of the offline tier: what its readings mean for models that were asked. */
  readonly calibrated?: readonly CalibratedReading[];
}

/** Two candidates that the words of requests hardly tell apart, or tell apart in the wrong way. */
export interface RivalPair {
  readonly expected: string;
  readonly rival: string;
  /** The smallest; negative where the rival is ahead. */
  readonly margin: number;
  /** The smallest margin first. */
  readonly cases: readonly CaseRun[];
}

/** What a reading of words means for one model. */
export interface CalibratedReading {
  readonly model: string;
  /** YYYY-MM-DD, on which it was asked. */
  readonly date: string;
  /** Undefined where the model was asked with other texts. */
  readonly measured: Measurement | undefined;
}

interface Measurement {
  /** Close pairs of which a request was asked. */
  readonly close: readonly RivalPair[];
  /** Of those: where the model called the rival for a request. */
  readonly confused: readonly RivalPair[];
  /** Requests whose words lead elsewhere, and those that the model has right all the same. */
  readonly elsewhere: number;
  readonly right: number;
}

/** The cases of one choice with their outcomes, in the order of the cases. */
export function choiceRun(choice: Choice, trialsOf: (one: ChoiceCase) => readonly CaseOutcome[]): ChoiceRun {
  const cases = choice.cases.map((one) => ({ one, trials: trialsOf(one) }));
  return { choice, cases, figures: figuresOf(cases.map(outcomesOf)) };
}

/** In no choice was anything ever called: the model or the program was not set up, whatever the descriptions say. */
export function isVoid(runs: readonly ChoiceRun[]): boolean {
  const positive = runs.filter(({ figures }) => figures.rightTool.total > 0);
  return positive.length > 0 && positive.every(({ figures }) => !figures.anyCall);
}

/** The model or a filter declined each judged case that expects a call: it may well see the tools. */
export function areDeclined(runs: readonly ChoiceRun[]): boolean {
  return runs.every(({ figures: { declined, rightTool } }) => declined.passed === rightTool.total);
}

export const REPHRASE = 'Rephrase the requests, or ask another model.';

/** The next step after a void run. */
export function voidStep(runs: readonly ChoiceRun[]): string {
  return areDeclined(runs) ? REPHRASE : 'Ask the model or the program by hand whether it sees the tools at all.';
}

function outcomesOf({ one: { id, test }, trials }: CaseRun): CaseOutcomes {
  return { id, expect: test.expect, trials };
}

/** The outcomes of several choices, with unique ids. */
export function allOutcomes(runs: readonly ChoiceRun[]): readonly CaseOutcomes[] {
  return runs.flatMap(({ choice, cases }) =>
    cases.map((run) => ({ ...outcomesOf(run), id: caseKey(choice, run.one) })),
  );
}

export function outcomesOfBoth({ before, after }: Readonly<Record<keyof Sides, readonly ChoiceRun[]>>): BothRuns {
  return { before: allOutcomes(before), after: allOutcomes(after) };
}

/** The runs of both texts. */
export function runsOf(sides: readonly Sides[], runOf: (choice: Choice, side: keyof Sides) => ChoiceRun) {
  const before = sides.flatMap((one): readonly ChoiceRun[] => (one.before ? [runOf(one.before, 'before')] : []));
  return { before, after: sides.map(({ after }): ChoiceRun => runOf(after, 'after')) };
}

/** `server/library#hinton`. */
export function caseKey(choice: Choice, { id }: ChoiceCase): string {
  return `${choiceKey(choice)}#${id}`;
}

/** A run over two texts. */
export interface ComparedRun {
  /** What was compared with, in words. */
  readonly label: string;
  /** The cases over the earlier text; choices and tools that it does not have are absent. */
  readonly before: readonly ChoiceRun[];
  readonly comparison: Comparison;
}

/** `skills`: all of the project. Hosts show a skill beside all others, and alone it has no rival. */
export function runOffline(choices: readonly Choice[], skills: readonly SkillPlan[]): readonly ChoiceRun[] {
  return choices.map((choice) => {
    const [server] = choice.servers;
    const judge =
      choice.kind === 'server' && server
        ? judgeOfServer(server)
        : createOfflineJudge(candidatesOf(shownWith(choice, skills)));
    return choiceRun(choice, ({ test }) => [judge(test)]);
  });
}

/** A server is read once, and each of its cases, as long as neither changes. */
const judgeOfServer = memoizeBy((server: ServerPlan) =>
  memoizeBy(createOfflineJudge(candidatesOf({ servers: [server], skills: [] }))),
);

/** What a host shows of a choice. */
export function shownWith(choice: Choice, skills: readonly SkillPlan[]): Pick<Choice, 'servers' | 'skills'> {
  return choice.kind === 'skill' ? { servers: [], skills } : choice;
}

/** Reads the candidates once and judges any number of cases. */
export function createOfflineJudge(candidates: readonly Candidate[]): (one: ToolEval) => CaseOutcome {
  const rank = createReader(candidates);
  const replaced = new Map(candidates.map(({ name, behind }) => [name, behind]));
  const language = languageOf(candidates.map(({ texts }) => texts).join('\n'));
  return ({ query, prompt, with: attached, expect, never = [], after, via }) => {
    if (prompt) return notJudged('The case starts from a prompt.');
    if (attached) return notJudged('The case has attached resources.');
    if (via) return notJudged('The case is a journey.');
    if (after) return notJudged('The case has earlier turns.');
    const wanted = wantedNames(expect);
    // A reader of words can neither refuse nor ask: measured, its refusals follow the length of a request.
    if (wanted.length === 0) return notJudged(`The case expects ${expect === null ? 'no call' : 'a question'}.`);
    const owner = candidates.find(({ name, requests }) => wanted.includes(name) && requests.has(sameRequest(query)));
    // What a description holds word for word is found whatever else it says.
    if (owner) return notJudged(`The request is an example of "${owner.name}".`);
    const successor = wanted.map((name) => replaced.get(name)).find((name) => name !== undefined);
    if (successor !== undefined) return notJudged(`The expected tool is deprecated, and "${successor}" replaces it.`);
    const own = languageOf(query);
    if (own !== language) return notJudged(`The request is in ${own}, and the texts are in ${language}.`);
    if (candidates.length < 2) return notJudged('There is nothing else to choose.');
    return outcomeOf(rank(query), wanted, never);
  };
}

function notJudged(why: string): CaseOutcome {
  return { kind: 'not-judged', why };
}

function outcomeOf(
  ranked: readonly RankedCandidate[],
  wanted: readonly string[],
  never: readonly string[],
): CaseOutcome {
  const at = ranked.findIndex(({ name }) => wanted.includes(name));
  const best = ranked[at];
  const rival = ranked.find(({ name, behind = '' }) => !wanted.includes(name) && !wanted.includes(behind));
  const [own, other] = [best?.score ?? 0, rival?.score ?? 0];
  const largest = Math.max(own, other);
  // Where nothing in the request occurs in the tool, being first is an accident of order.
  const called = largest > 0 ? ranked[0]?.name : undefined;
  const fault = never.includes(called ?? '') && ({ fault: 'ruled-out' } as const);
  const right = at === 0 && own > 0 && (rival === undefined || own > other) && !fault;
  const reading = {
    rank: at === -1 ? ranked.length + 1 : at + 1,
    margin: largest > 0 ? (own - other) / largest : 0,
    rival: rival?.name,
  };
  return { kind: 'judged', right, called, ...fault, reading };
}
