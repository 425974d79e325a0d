/** What to do after a run of evals, the most urgent first. */
import { confusionsOf, matrixOf } from '../figures/confusions.ts';
import type { Cell } from '../figures/confusions.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { choiceTitle } from './report.ts';
import type { EvalReport } from './report.ts';

interface EvalStep {
  readonly says: string;
  /** Requests, or names of choices, that it is for. */
  readonly about: readonly string[];
}

export function evalSteps({ heading, runs, compared, suggestions }: EvalReport): readonly EvalStep[] {
  const confusions = runs.flatMap((run) => confusionsOf(matrixOf(run)));
  const failed = runs.flatMap(({ figures }) => figures.failed);
  const flaky = runs.flatMap(({ figures }) => figures.flaky);
  const silent = runs.filter(({ figures: { rightTool, anyCall } }) => rightTool.total > 0 && !anyCall);
  return [
    ...comparisonSteps(compared),
    ...step(silent.length > 0, 'Check the model: it never called anything.', silent.map(choiceTitle)),
    ...step(failed.length > 0, `Run again: ${pluralize(failed.length, 'case')} had no answer.`, []),
    ...step(
      confusions.length > 0 && !suggestions,
      'Run `haft eval --suggest`: it tries small edits and measures them on the other cases.',
      [],
    ),
    ...confusions.toSorted((a, b) => b.cases.length - a.cases.length).map(apart),
    ...step(flaky.length > 0, `Rewrite or clarify ${pluralize(flaky.length, 'flaky case')}.`, flaky),
    ...step(
      confusions.length === 0 && heading.startsWith('Offline'),
      'Ask a model: `haft eval --tier model`. Offline, only words are compared.',
      [],
    ),
  ];
}

function comparisonSteps(compared: EvalReport['compared']): readonly EvalStep[] {
  if (compared?.comparison.verdict !== 'worse') return [];
  const lost = pluralize(compared.comparison.lost.length, 'case');
  return [{ says: `Revise the change: compared with ${compared.label}, ${lost} lost their tool.`, about: [] }];
}

function apart({ expected, chosen, cases }: Cell): EvalStep {
  const about = cases.map(({ one }) => JSON.stringify(one.request));
  const requests = pluralize(cases.length, 'request');
  if (expected === undefined)
    return { says: `State in the description of "${chosen ?? ''}" when not to use it: ${requests}.`, about };
  if (chosen === undefined)
    return { says: `State in \`when\` of "${expected}" that such requests are meant: ${requests}.`, about };
  if (expected === chosen) return { says: `Rule out what "${chosen}" must not be called for: ${requests}.`, about };
  return {
    says: `Distinguish "${expected}" from "${chosen}": ${requests} ${lead(cases.length)} to the wrong one.`,
    about,
  };
}

function lead(count: number): string {
  return count === 1 ? 'leads' : 'lead';
}

function step(applies: boolean, says: string, about: readonly string[]): readonly EvalStep[] {
  return applies ? [{ says, about }] : [];
}
