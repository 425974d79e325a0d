/** `haft eval --suggest`: the suggestions for the lost cases of a run, measured by the tier of the run. */
import type { Suggestions } from '../suggest/suggestion.ts';
import { type PlannedSpecs, planSpecs } from '../../../plan/plan-specs.ts';
import { todayOf } from '../../../edge/project/today.ts';
import { surroundingsOf } from '../../../edge/tasks/surroundings.ts';
import type { FinishedRun, RunContext } from './run-context.ts';
import { type Interview, askBoth, askingOf, interruptible } from './ask-sides.ts';
import { askAll } from './ask-all.ts';
import { separationsOf, writerConversation, writtenCase } from '../suggest/separation.ts';
import { type EvalBench, type MeasuredSpecs, NO_COUNTS, suggestFor } from './suggest.ts';
import { sameOnlineTier } from './tier.ts';
import { sidesOf } from '../figures/compare.ts';
import type { ChoiceRun } from '../figures/suite.ts';
import type { Surroundings } from '../../../check/check.ts';
import type { Project } from '../../../edge/project/project.ts';
import { plannedChoices } from '../../../versions/receipts/planned-choices.ts';
import { allChoices, type Choice, choiceKey, withSomeCases } from '../../../versions/receipts/choice.ts';

export interface SuggestOutcome {
  readonly suggestions: Suggestions;
  readonly start: MeasuredSpecs;
  /** None offline: what only the reader likes is not measured. */
  readonly bench: EvalBench | undefined;
}

/** @throws Failure where further questions are needed, and the flags do not name who gave the results. */
export async function suggestEdits(
  { runs, of, asking: current }: FinishedRun,
  scene: RunContext,
): Promise<SuggestOutcome> {
  const { project, checked, planned, invocation } = scene;
  const { specs } = checked.sources;
  const surroundings = surroundingsOf(project, checked.sources, todayOf(invocation));
  const { diagnostics } = planSpecs(specs, surroundings);
  const start = { specs, compiled: planned, diagnostics, runs };
  const asking = current ?? (await askingFor(of, scene));
  if (!asking) return { suggestions: { ...NOTHING_TRIED, separations: separationsOf(runs) }, start, bench: undefined };
  return interruptible(['trying edits', 'confusions'], async (signal, count) => {
    const bench = onlineBench(runs, asking, project, surroundings, signal);
    return { suggestions: await suggestFor(start, bench, count), start, bench };
  });
}

const NOTHING_TRIED = { ...NO_COUNTS, list: [] };

/** A merge has asked no model so far. */
async function askingFor(of: FinishedRun['of'], scene: RunContext): Promise<Interview | undefined> {
  if (of.tier === 'offline') return undefined;
  const why = 'Each suggested edit is measured with further requests.';
  return askingOf(await sameOnlineTier(of, scene.invocation, scene.project.settings, why), scene);
}

/** Questions count although their answers are known: how much is measured does not depend on what is in the cache. */
function onlineBench(
  runs: readonly ChoiceRun[],
  asking: Interview,
  project: Project,
  surroundings: Surroundings,
  signal: AbortSignal,
): EvalBench {
  const { tier, limits, budget, cache } = asking;
  const countOf = (choices: readonly Choice[]) => tier.questions(sidesOf(choices, []), tier.seeds).length;
  let remaining = limits.calls - countOf(runs.map(({ choice }) => choice));
  return {
    surroundings,
    choicesOf: (compiled) => sameCases(compiled, project, runs),
    async write(confusion, examples) {
      const { body } = tier;
      const [first] = examples;
      if (!body || !first || remaining < 1 || budget.isSpent()) return undefined;
      remaining -= 1;
      const conversation = writerConversation(confusion, examples);
      const [seed = 1] = tier.seeds;
      const own = { choice: confusion.run.choice, one: first.one, tools: conversation.tools, conversation, steps: [] };
      const question = { side: 'after', ...own, seed, body: body(conversation, seed) } as const;
      const asking = { respondent: tier, cache, budget, limits, signal, onProgress: () => {} };
      const [answer] = await askAll([question], asking);
      return answer && answer.kind !== 'error' ? (writtenCase(answer, confusion.run) ?? '') : undefined;
    },
    async measure(choices) {
      const count = countOf(choices);
      if (count > remaining || budget.isSpent()) return undefined;
      remaining -= count;
      try {
        return (await askBoth(sidesOf(choices, []), asking, { signal, onProgress: () => {} })).after;
      } catch (error) {
        if (budget.isSpent() && !signal.aborted) return undefined;
        throw error;
      }
    },
  };
}

/** The choices of the runs over other texts, each with the cases that it was run with. */
function sameCases({ plan }: PlannedSpecs, { settings }: Project, runs: readonly ChoiceRun[]): readonly Choice[] {
  const ids = new Map(runs.map(({ choice, cases }) => [choiceKey(choice), new Set(cases.map(({ one }) => one.id))]));
  return withSomeCases(
    allChoices(plan, plannedChoices(settings.choices)),
    ({ id }, choice) => ids.get(choiceKey(choice))?.has(id) === true,
  );
}
