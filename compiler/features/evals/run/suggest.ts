/** Tries the edits that the lost cases of a run suggest: each is compiled, and measured on the cases that it was not made from. */
import {
  type Confusion,
  type SuggestedEdit,
  type Suggestion,
  type Suggestions,
  byWorth,
  editOf,
  gainOf,
  isProven,
} from '../suggest/suggestion.ts';
import { type CaseRun, type ChoiceRun, shownWith } from '../figures/suite.ts';
import { type PlannedSpecs, planSpecs } from '../../../plan/plan-specs.ts';
import type { Diagnostic, SourceFile } from '../../../base/diagnostic.ts';
import { type Choice, choiceKey } from '../../../versions/receipts/choice.ts';
import { applyEdits } from '../../../spec/yaml/apply-edits.ts';
import type { Surroundings } from '../../../check/check.ts';
import { textHash } from '../../../plan/hash.ts';
import type { SkillPlan } from '../../../plan/model.ts';
import { confusionsOf, decidingTrial, matrixOf } from '../figures/confusions.ts';
import { insteadEdit, separationsOf } from '../suggest/separation.ts';
import { SUGGESTION_KINDS } from '../suggest/kinds.ts';

/** Maximum number of confusions of one choice, the most frequent first. */
const MAX_CONFUSIONS = 40;

/** Cases of one confusion that proposals are made from; the others measure them. */
const MAX_SOURCES = 5;

/** How edited specs are judged: by the tier of the run. */
export interface EvalBench {
  readonly surroundings: Surroundings;
  /** The choices of a Plan with the cases that were run before. */
  choicesOf(compiled: PlannedSpecs): readonly Choice[];
  /** Undefined where a limit leaves no requests for it. */
  measure(choices: readonly Choice[], compiled: PlannedSpecs): Promise<readonly ChoiceRun[] | undefined>;
  /** The clause that separates the two, by a model that saw these cases, or '' for one that cannot be used; absent where none can be asked. */
  readonly write?: (confusion: Confusion, examples: readonly CaseRun[]) => Promise<string | undefined>;
}

/** Specs that compile, with their findings and the outcome of their cases. */
export interface MeasuredSpecs {
  readonly specs: readonly SourceFile[];
  readonly compiled: PlannedSpecs;
  readonly diagnostics: readonly Diagnostic[];
  readonly runs: readonly ChoiceRun[];
}

export async function suggestFor(
  start: MeasuredSpecs,
  bench: EvalBench,
  onStep: (done: number, total: number) => void = () => {},
): Promise<Suggestions> {
  const counts = { ...NO_COUNTS };
  const best = new Map<string, Suggestion>();
  const confusions = start.runs.flatMap((run) => {
    return confusionsIn(run, start.compiled.plan.skills).map((confusion) => ({ run, confusion }));
  });
  for (const [done, { run, confusion }] of confusions.entries()) {
    onStep(done, confusions.length);
    const suggestion = await bestFor(confusion, run, start, bench, counts);
    if (suggestion) best.set(suggestion.id, suggestion);
  }
  return { ...counts, list: [...best.values()].toSorted(byWorth), separations: separationsOf(start.runs) };
}

/** Nothing was tried. */
export const NO_COUNTS = { tried: 0, breaking: 0, withoutGain: 0, unsound: 0, unusable: 0, unmeasured: 0 };

type Counts = { -readonly [K in Exclude<keyof Suggestions, 'list' | 'separations'>]: Suggestions[K] };

/** The smallest edit with the largest gain. */
async function bestFor(confusion: Confusion, run: ChoiceRun, start: MeasuredSpecs, bench: EvalBench, counts: Counts) {
  const candidates: { readonly suggestion: Suggestion; readonly isSound: () => boolean }[] = [];
  for (const proposal of [...(await sentenceEdits(confusion, bench, counts)), ...proposalsFor(confusion)]) {
    if (candidates.some(({ suggestion }) => isProven(suggestion))) break;
    const edited = withEdit(proposal, start, bench);
    if (!edited) continue;
    counts.tried += 1;
    const runs = await measureEdit(edited, run, start, bench);
    if (!runs) {
      counts.unmeasured += 1;
      continue;
    }
    const gain = gainOf(proposal, runs.before, runs.after);
    if (gain.lost.length > 0) counts.breaking += 1;
    else if (gain.won.length === 0 && gain.own !== true) counts.withoutGain += 1;
    else candidates.push({ suggestion: suggestionOf(proposal, confusion, edited, gain), isSound: edited.isSound });
  }
  const ranked = candidates.toSorted((a, b) => byWorth(a.suggestion, b.suggestion));
  const place = ranked.findIndex(({ isSound }) => isSound());
  counts.unsound += place === -1 ? ranked.length : place;
  return ranked[place]?.suggestion;
}

/** From half of the cases: the others measure it. */
async function sentenceEdits(
  confusion: Confusion,
  { write }: EvalBench,
  counts: Counts,
): Promise<readonly SuggestedEdit[]> {
  const { run, expected, chosen, cases } = confusion;
  if (!write || expected === undefined || chosen === undefined || isArguments(confusion)) return [];
  const examples = cases.slice(0, Math.min(MAX_SOURCES, Math.max(1, Math.floor(cases.length / 2))));
  const clause = await write(confusion, examples);
  const servers = run.choice.servers.map(({ name }) => name);
  const from = examples.map(({ one }) => one.id);
  if (clause === '') counts.unusable += 1;
  return clause === undefined || clause === ''
    ? []
    : [{ kind: 'instead', servers, ...insteadEdit(confusion, clause, from) }];
}

function isArguments({ cases }: Confusion): boolean {
  return cases.some((one) => decidingTrial(one)?.right === true);
}

/** Only the choices that have the edited tool or skill. */
async function measureEdit({ compiled }: Edited, run: ChoiceRun, start: MeasuredSpecs, bench: EvalBench) {
  const old = new Map(start.runs.map((one) => [choiceKey(one.choice), one]));
  const changed = bench.choicesOf(compiled).filter((choice) => {
    const before = old.get(choiceKey(choice));
    return before && (choice.hash !== before.choice.hash || (choice.kind === 'skill' && run.choice.kind === 'skill'));
  });
  const after = await bench.measure(changed, compiled);
  return after && { before: changed.flatMap((choice) => old.get(choiceKey(choice)) ?? []), after };
}

interface Edited {
  readonly specs: readonly SourceFile[];
  readonly compiled: PlannedSpecs;
  readonly place: NonNullable<ReturnType<typeof editOf>>;
  /** Whether no rule has a finding that was not there. */
  readonly isSound: () => boolean;
  readonly diagnostics: () => readonly Diagnostic[];
}

/** Undefined where the edit cannot be made. */
export function withEdit(
  proposal: SuggestedEdit,
  { specs, compiled, diagnostics }: Omit<MeasuredSpecs, 'runs'>,
  { surroundings }: Pick<EvalBench, 'surroundings'>,
): Edited | undefined {
  const place = editOf(proposal, compiled.spec);
  if (!place) return undefined;
  const { edit } = place;
  const changed = specs.map((source) =>
    source.path === edit.file ? { ...source, text: applyEdits(source.text, [edit]) } : source,
  );
  // Rules are asked only about an edit that helps.
  const { value } = planSpecs(changed, { ...surroundings, sound: true });
  if (!value) return undefined;
  const judged = (): ReturnType<typeof planSpecs> => planSpecs(changed, surroundings);
  return {
    specs: changed,
    compiled: value,
    place,
    diagnostics: () => judged().diagnostics,
    isSound() {
      const { value: valid, diagnostics: after } = judged();
      return valid !== undefined && !isWorse(diagnostics, after);
    },
  };
}

function isWorse(before: readonly Diagnostic[], after: readonly Diagnostic[]): boolean {
  const count = (list: readonly Diagnostic[], code: string): number => list.filter((one) => one.code === code).length;
  return after.some(({ code }) => count(after, code) > count(before, code));
}

function suggestionOf(
  proposal: SuggestedEdit,
  { run, expected, chosen }: Confusion,
  { place: { edit, span } }: Edited,
  gain: Suggestion['gain'],
): Suggestion {
  const fix = { title: proposal.title, edits: [edit] };
  return { ...proposal, id: proposalId(proposal), choice: choiceKey(run.choice), expected, chosen, fix, span, gain };
}

/** `skills`: all of the project, which are shown beside each other. */
export function confusionsIn(run: ChoiceRun, skills: readonly SkillPlan[]): readonly Confusion[] {
  const matrix = matrixOf(run);
  const choice = shownWith(run.choice, skills);
  const whole = { ...run, choice: { ...run.choice, ...choice } };
  const lost = confusionsOf(matrix).flatMap(({ expected, chosen, fault, cases }): Confusion[] => {
    const isOutside = fault === 'outside';
    // A forbidden tool is no rival of itself.
    return !isOutside && expected === chosen
      ? []
      : [{ run: whole, expected, chosen: isOutside ? undefined : chosen, cases }];
  });
  const wrong = matrix.cells.flatMap(({ right, expected, cases }): Confusion[] => {
    const bad = cases.filter((one) => (decidingTrial(one)?.arguments?.wrong.length ?? 0) > 0);
    return right && expected !== undefined && bad.length > 0
      ? [{ run: whole, expected, chosen: undefined, cases: bad }]
      : [];
  });
  return [...lost, ...wrong].slice(0, MAX_CONFUSIONS);
}

/** Each edit once, with the fewest cases that lead to it. */
export function proposalsFor(confusion: Confusion): readonly SuggestedEdit[] {
  const { cases, run } = confusion;
  const servers = run.choice.servers.map(({ name }) => name);
  const wrong = isArguments(confusion) ? 'arguments' : 'choice';
  const kinds = SUGGESTION_KINDS.filter(({ about }) => about === wrong);
  const sources = { ...confusion, cases: cases.slice(0, MAX_SOURCES) };
  const proposals = kinds.flatMap(({ id, propose }) =>
    propose(sources).map((edit) => ({ kind: id, servers, ...edit })),
  );
  const byId = new Map<string, SuggestedEdit>();
  // What one case leads to alone may be measured on another one that would have led to it as well.
  for (const one of proposals) {
    const other = byId.get(proposalId(one));
    if (!other || one.from.length < other.from.length) byId.set(proposalId(one), one);
  }
  return [...byId.values()];
}

/** `instead-3f2a91`. */
function proposalId({ kind, name, path, value }: SuggestedEdit): string {
  return `${kind}-${textHash(JSON.stringify([name, path, value])).slice(0, 6)}`;
}
