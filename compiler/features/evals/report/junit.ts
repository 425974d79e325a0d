/** A run of evals as JUnit: a suite for each choice, a case for each request; the figures are properties. */
import type { EvalReport } from './figures-text.ts';
import { choiceTitle, gateLines, figureParts } from './figures-text.ts';
import { verdictText, certaintyText, whyUnjudged } from './comparison.ts';
import { answerName, decidingTrial } from '../figures/confusions.ts';
import type { CaseRun, ChoiceRun, ComparedRun } from '../figures/suite.ts';
import { xmlText } from '../../../base/text/escape.ts';

export function evalsJunit(report: EvalReport): string {
  const { heading, runs, compared } = report;
  const suites = [
    ...runs.map((run) => suiteOf(run, heading, report.gate !== undefined && report.gate.problems.length > 0)),
    ...(compared ? [comparisonSuite(compared)] : []),
    ...gateSuite(gateLines(report)),
  ];
  const count = (key: keyof Counts): number => suites.reduce((sum, { counts }) => sum + counts[key], 0);
  const totals = {
    tests: count('tests'),
    failures: count('failures'),
    errors: count('errors'),
    skipped: count('skipped'),
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="haft" ${attributes(totals)}>\n${suites.map(({ text }) => text).join('')}</testsuites>\n`;
}

interface Counts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

interface Suite {
  readonly text: string;
  readonly counts: Counts;
}

function suiteOf(run: ChoiceRun, heading: string, isJudged: boolean): Suite {
  const name = choiceTitle(run);
  const cases = run.cases.map((one) => ({ one, state: stateOf(one, isJudged) }));
  const count = (wanted: State['kind']): number => cases.filter(({ state }) => state.kind === wanted).length;
  const counts = { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
  const properties = [
    ['tier', heading],
    ['figures', figureParts(run).join(', ')],
  ].map(([key = '', value = '']) => `      <property name="${key}" value="${xmlText(value)}"/>\n`);
  const lines = cases.map(({ one, state }) => caseText(one, state, `${name}.${one.one.owner}`));
  const text = `  <testsuite name="${xmlText(name)}" ${attributes(counts)}>\n    <properties>\n${properties.join('')}    </properties>\n${lines.join('')}  </testsuite>\n`;
  return { text, counts };
}

interface State {
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped';
  readonly message: string;
}

/** `isJudged`: whether the figures of the offline tier pass or fail the run. */
function stateOf(run: CaseRun, isJudged: boolean): State {
  const trial = decidingTrial(run);
  if (!trial) {
    const isError = run.trials.some(({ kind }) => kind === 'error');
    return { kind: isError ? 'error' : 'skipped', message: whyUnjudged(run) };
  }
  const more = certaintyText(run);
  const message = `Led to ${answerName(trial)}${more === '' ? '' : ` (${more})`}.`;
  if (trial.right) return { kind: 'passed', message };
  return { kind: trial.reading && !isJudged ? 'skipped' : 'failure', message };
}

function caseText({ one }: CaseRun, { kind, message }: State, classname: string): string {
  const open = `    <testcase name="${xmlText(one.request)}" classname="${xmlText(classname)}"`;
  if (kind === 'passed') return `${open}/>\n`;
  return `${open}>\n      <${kind} message="${xmlText(message)}"/>\n    </testcase>\n`;
}

function comparisonSuite({ label, comparison }: ComparedRun): Suite {
  const isWorse = comparison.verdict === 'worse';
  const counts = { tests: 1, failures: isWorse ? 1 : 0, errors: 0, skipped: comparison.verdict === 'void' ? 1 : 0 };
  const message = xmlText(verdictText(comparison));
  const element = isWorse ? 'failure' : comparison.verdict === 'void' ? 'skipped' : 'system-out';
  const body = element === 'system-out' ? `<system-out>${message}</system-out>` : `<${element} message="${message}"/>`;
  const name = xmlText(`against ${label}`);
  const text = `  <testsuite name="${name}" ${attributes(counts)}>\n    <testcase name="verdict" classname="${name}">\n      ${body}\n    </testcase>\n  </testsuite>\n`;
  return { text, counts };
}

/** Without it, a run that judged nothing would have no failure. */
function gateSuite(lines: readonly string[]): readonly Suite[] {
  if (lines.length === 0) return [];
  const counts = { tests: lines.length, failures: lines.length, errors: 0, skipped: 0 };
  const cases = lines.map(
    (line) =>
      `    <testcase name="${xmlText(line)}" classname="gate">\n      <failure message="${xmlText(line)}"/>\n    </testcase>\n`,
  );
  return [{ text: `  <testsuite name="gate" ${attributes(counts)}>\n${cases.join('')}  </testsuite>\n`, counts }];
}

function attributes({ tests, failures, errors, skipped }: Counts): string {
  return `tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
}
