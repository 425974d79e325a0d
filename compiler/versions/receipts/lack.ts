/** What the evals of a choice lack for a release, and the step that gives it: no run repairs descriptions that fail. */
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

/** In the imperative, without a period. `isOffline`: the results of the offline reader count. */
export function lackStep({ name }: Pick<Choice, 'name'>, lack: EvalLack, isOffline: boolean): string {
  const model = isOffline && lack !== 'judged' ? '' : ' --tier model';
  const record = `\`haft eval ${name}${model} --record\``;
  if (lack === 'cases') return `Add a case that expects a certain call, and record its results: ${record}`;
  if (lack !== 'passing') return `Run the evals, and record the results: ${record}`;
  return `Correct the descriptions or the cases that fail (\`haft eval ${name}${model} --suggest\`), and record the results: ${record}`;
}
