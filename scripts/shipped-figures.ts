/** Prints the offline figures of the shipped specs into docs/benchmarks.md. Run by `npm run fix`; a test fails on drift. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wilson } from '../compiler/features/evals/figures/statistics.ts';
import { runOffline } from '../compiler/features/evals/figures/suite.ts';
import type { ChoiceRun } from '../compiler/features/evals/figures/suite.ts';
import { plannedChoices } from '../compiler/versions/receipts/planned-choices.ts';
import { openProject } from '../compiler/edge/project/project.ts';
import { readSources } from '../compiler/edge/project/read-sources.ts';
import { surroundingsOf } from '../compiler/edge/tasks/surroundings.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { allChoices } from '../compiler/versions/receipts/choice.ts';
import { withSection } from '../test/bench/page.mjs';
import type { Printer } from './printer.ts';

const FILE = 'docs/benchmarks.md';
const TITLE = 'Choosing in the shipped specs';

/** Decides no figure; the specs are compiled as of it. */
const DAY = '2026-11-22';

export const print: Printer = (root) => ({ [FILE]: pageWithFigures(readFileSync(join(root, FILE), 'utf8'), root) });

/** The page with the figures as they are now. */
function pageWithFigures(page: string, root: string): string {
  const runs = shippedRuns(root);
  const lines = [
    'Printed by `npm run fix`, and compared by a test. Each server alone, each skill together with the others, then what `haft.yaml` shows together: there, cases of',
    'the members are judged again, among all their tools. Cases that expect no call or a question, and cases with earlier turns, are not judged',
    'offline. The cases were written to test models: they use the words of users, and do not repeat those of the descriptions.',
    '',
    ...figuresTable(runs),
    '',
    `Of ${count(runs, () => true)} cases, ${count(runs, (one) => one.test.after !== undefined)} have earlier turns, ${count(runs, (one) => one.home === 'choice')} belong to no single server, and`,
    `${count(runs, (one) => one.negative)} expect no call.`,
  ];
  return withSection(page, TITLE, lines);
}

function shippedRuns(root: string): readonly ChoiceRun[] {
  const project = openProject({ cwd: root, specs: undefined }).value;
  const sources = project && readSources(project);
  const { value } = sources ? planSpecs(sources.specs, surroundingsOf(project, sources, DAY)) : {};
  if (!project || !value) throw new Error('The shipped specs have errors: run `haft check`.');
  const choices = allChoices(value.plan, plannedChoices(project.settings.choices));
  return runOffline(
    choices.filter(({ cases }) => cases.length > 0),
    value.plan.skills,
  );
}

/** Each case once, where it is at home. */
function count(runs: readonly ChoiceRun[], isMeant: (one: ChoiceRun['cases'][number]['one']) => boolean): number {
  const own = runs.flatMap(({ choice, cases }) =>
    cases.filter(({ one }) => choice.kind !== 'choice' || one.home === 'choice'),
  );
  return own.filter(({ one }) => isMeant(one)).length;
}

function figuresTable(runs: readonly ChoiceRun[]): readonly string[] {
  const [alone, together] = [
    runs.filter(({ choice }) => choice.kind !== 'choice'),
    runs.filter(({ choice }) => choice.kind === 'choice'),
  ];
  return [
    '| choice | cases | right | of | % | 95 % interval | not judged |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...alone.map((run) => row(`${run.choice.kind} ${run.choice.name}`, [run])),
    row('all alone', alone),
    ...together.map((run) => row(`together: ${run.choice.name}`, [run])),
  ];
}

function row(name: string, runs: readonly ChoiceRun[]): string {
  const sum = (pick: (run: ChoiceRun) => number): number => runs.reduce((total, run) => total + pick(run), 0);
  const [right, judged] = [
    sum(({ figures }) => figures.rightTool.passed),
    sum(({ figures }) => figures.rightTool.total),
  ];
  const { low, high } = wilson(right, judged);
  const cells = [
    name,
    sum(({ cases }) => cases.length),
    right,
    judged,
    percent(right / judged),
    `${percent(low)}–${percent(high)}`,
    sum(({ figures }) => figures.notJudged.length),
  ];
  return `| ${cells.join(' | ')} |`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
