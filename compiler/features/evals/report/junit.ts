/** A run of evals as JUnit: a suite for each choice, a case for each request; the figures are properties. */
import type { EvalReport } from './figures-text.ts';
import { choiceTitle, gateLines, figureParts } from './figures-text.ts';
import { verdictText, certaintyText, whyUnjudged } from './comparison.ts';
import { answerName, decidingTrial } from '../figures/confusions.ts';
import type { CaseRun, ChoiceRun, ComparedRun } from '../figures/suite.ts';
import { xmlText } from '../../../base/text/escape.ts';

export function evalsJunit(report: EvalReport): string {
  const { heading, runs, compared } = report;
  const isJudged = report.gate !== undefined && report.gate.problems.length > 0;
  const gate = gateLines(report).map((line): Case => {
    return { name: line, classname: 'gate', kind: 'failure', message: line };
  });
  const suites = [
    ...runs.map((run) => suiteOf(run, heading, isJudged)),
    ...(compared ? [comparisonSuite(compared)] : []),
    // Without it, a run that judged nothing would have no failure.
    ...(gate.length > 0 ? [{ name: 'gate', cases: gate }] : []),
  ];
  const totals = attributes(suites.flatMap(({ cases }) => cases));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="haft" ${totals}>\n${suites.map(suiteText).join('')}</testsuites>\n`;
}

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
  readonly properties?: Readonly<Record<string, string>>;
}

interface Case {
  readonly name: string;
  readonly classname: string;
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped';
  readonly message: string;
}

function suiteOf(run: ChoiceRun, heading: string, isJudged: boolean): Suite {
  const name = choiceTitle(run);
  const cases = run.cases.map((one): Case => {
    return { name: one.one.request, classname: `${name}.${one.one.owner}`, ...stateOf(one, isJudged) };
  });
  return { name, cases, properties: { tier: heading, figures: figureParts(run).join(', ') } };
}

/** `isJudged`: whether the figures of the offline tier pass or fail the run. */
function stateOf(run: CaseRun, isJudged: boolean): Pick<Case, 'kind' | 'message'> {
  const trial = decidingTrial(run);
  if (!trial) {
    const isError = run.trials.some(({ kind }) => kind === 'error');
    return { kind: isError ? 'error' : 'skipped', message: whyUnjudged(run) };
  }
  if (trial.right) return { kind: 'passed', message: '' };
  const more = certaintyText(run);
  const message = `Led to ${answerName(trial)}${more === '' ? '' : ` (${more})`}.`;
  return { kind: trial.reading && !isJudged ? 'skipped' : 'failure', message };
}

function comparisonSuite({ label, comparison }: ComparedRun): Suite {
  const name = `against ${label}`;
  const kind = comparison.verdict === 'worse' ? 'failure' : comparison.verdict === 'void' ? 'skipped' : 'passed';
  return { name, cases: [{ name: 'verdict', classname: name, kind, message: verdictText(comparison) }] };
}

function suiteText({ name, cases, properties = {} }: Suite): string {
  const lines = Object.entries(properties).map(
    ([key, value]) => `      <property name="${key}" value="${xmlText(value)}"/>\n`,
  );
  const about = lines.length === 0 ? '' : `    <properties>\n${lines.join('')}    </properties>\n`;
  return `  <testsuite name="${xmlText(name)}" ${attributes(cases)}>\n${about}${cases.map(caseText).join('')}  </testsuite>\n`;
}

function caseText({ name, classname, kind, message }: Case): string {
  const open = `    <testcase name="${xmlText(name)}" classname="${xmlText(classname)}"`;
  if (kind === 'passed' && message === '') return `${open}/>\n`;
  const text = xmlText(message);
  const inside = kind === 'passed' ? `<system-out>${text}</system-out>` : `<${kind} message="${text}"/>`;
  return `${open}>\n      ${inside}\n    </testcase>\n`;
}

function attributes(cases: readonly Case[]): string {
  const count = (wanted: Case['kind']): number => cases.filter(({ kind }) => kind === wanted).length;
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}
