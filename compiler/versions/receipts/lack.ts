/** What the evals of a choice lack for a release, and the step that gives it: no run repairs descriptions that fail. */
import { shellWord } from '../../base/text/escape.ts';
import type { Choice } from './choice.ts';

/** Results at all, results of these texts and cases, results that pass, a model that judges, or cases that can fail. */
export type EvalLack = 'results' | 'current' | 'passing' | 'judged' | 'cases';

/** The rest of a sentence about evals. */
const STATES: Readonly<Record<EvalLack, string>> = {
  results: 'must be run',
  current: 'are stale',
  passing: 'do not pass',
  judged: 'are not judged by a model',
  cases: 'show nothing',
};

/** `The evals of server "clock" are stale`. */
export function lackSentence({ kind, name }: Pick<Choice, 'kind' | 'name'>, lack: EvalLack): string {
  return `The evals of ${kind} "${name}" ${STATES[lack]}`;
}

/** In the imperative, without a period. */
export function lackStep({ name }: Pick<Choice, 'name'>, lack: EvalLack, gate: Asked): string {
  const respondent = { ...gate, offline: gate.offline && lack !== 'judged' };
  const record = commandsText([name], 'record', respondent);
  if (lack === 'cases') return `Add a case that expects a certain call, and record its results: ${record}`;
  if (lack !== 'passing') return `Run the evals, and record the results: ${record}`;
  const suggest = commandsText([name], 'suggest', respondent);
  return `Correct the descriptions or the cases that fail (${suggest}), and record the results: ${record}`;
}

/** Who gives the results. */
interface Asked {
  /** Whether those of the offline reader count. */
  readonly offline: boolean;
  /** By model, its name in haft.yaml. */
  readonly names?: ReadonlyMap<string, string>;
  /** The model to ask; all of haft.yaml where absent. */
  readonly model?: string | undefined;
}

/** The commands for all cases of these choices, each in backticks. A run asks the first model of haft.yaml, unless it names another one. */
export function commandsText(
  choices: readonly string[],
  flag: 'record' | 'suggest',
  { offline, names = new Map(), model }: Asked,
): string {
  const all = [...names.values()];
  const own = model === undefined ? undefined : names.get(model);
  const named = (own === undefined ? all : [own]).map((name) => ` --tier model --model ${shellWord(name)}`);
  const tiers = offline ? [''] : all.length < 2 ? [' --tier model'] : named;
  return tiers.map((tier) => `\`haft eval ${choices.map(shellWord).join(' ')}${tier} --${flag}\``).join(' and ');
}
