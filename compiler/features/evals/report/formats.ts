/** A run of evals in every report format (a new format is a line here; the type requires all of them): here Markdown and JUnit. */
import { WHOLE_FILE } from '../../../base/diagnostic.ts';
import { textHash } from '../../../plan/hash.ts';
import { type EntryFormat, type ReportEntry, entriesOfFindings } from '../../../report/entry.ts';
import type { PrintContext } from '../../../report/format.ts';
import type { FormatName } from '../../../report/format-names.ts';
import { findingsAsJson, jsonReport } from '../../../report/formats/json.ts';
import { github } from '../../../report/formats/github.ts';
import { gitlab } from '../../../report/formats/gitlab.ts';
import { lines } from '../../../report/formats/lines.ts';
import { sarif } from '../../../report/formats/sarif.ts';
import { evalsPage } from './html/evals-page.ts';
import { evalsAsJson } from './json.ts';
import type { EvalReport } from './figures-text.ts';
import {
  choiceTitle,
  evalSummary,
  gateLines,
  summaryLines,
  figureParts,
  headlineOf,
  isSilent,
  shareText,
} from './figures-text.ts';
import { comparisonText, verdictText, certaintyText, whyUnjudged, answerText, runsByKey } from './comparison.ts';
import { suggestionsText, evalSteps, gainText, placeText } from './suggestions.ts';
import { answerName, decidingTrial, confusionsOf, matrixOf } from '../figures/confusions.ts';
import type { CaseRun, ChoiceRun, ComparedRun } from '../figures/suite.ts';
import { xmlText } from '../../../base/text/escape.ts';
import type { Figure } from '../figures/figures.ts';
import { isReading } from '../figures/readings.ts';
import { markdownCode, markdownText } from '../../../base/text/markdown-text.ts';

type PrintEvals = (report: EvalReport, context: PrintContext) => string;

export const EVAL_FORMATS: Readonly<Record<FormatName, PrintEvals>> = {
  text: evalsText,
  json: (report) => jsonReport({ ...findingsAsJson(report.findings), ...evalsAsJson(report) }),
  lines: asEntries(lines),
  sarif: asEntries(sarif),
  github: asEntries(github),
  gitlab: asEntries(gitlab),
  junit: evalsJunit,
  markdown: evalsMarkdown,
  html: (report, context) => String(evalsPage(report, context)),
};

function asEntries(format: EntryFormat): PrintEvals {
  return (report, context) =>
    format.entries([...entriesOfFindings(report.findings), ...figureLines(report).map(ofFigure)], context);
}

function ofFigure({ id, severity, message, key }: FigureLine): ReportEntry {
  return { id, severity, message, hint: '', about: WHOLE_FILE, related: [], fingerprint: textHash(`${id} ${key}`) };
}

/** The figures of a run as lines without a place, for formats that programs read. */
interface FigureLine {
  readonly id: 'eval/figures' | 'eval/comparison' | 'eval/gate';
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  /** Identifies the choice or comparison, independent of its figures. */
  readonly key: string;
}

/** A note for each choice, one for the verdict of a comparison, which is an error where it is worse, and an error for each reason not to pass. */
function figureLines(report: EvalReport): readonly FigureLine[] {
  const { heading, runs, compared } = report;
  const gate = gateLines(report).map((message, place): FigureLine => {
    return { id: 'eval/gate', severity: 'error', message, key: String(place) };
  });
  const figures = runs.flatMap((run) =>
    summaryLines(run).map((line, place): FigureLine => {
      const key = place === 0 ? choiceTitle(run) : `${choiceTitle(run)} ${place}`;
      return { id: 'eval/figures', severity: 'note', message: `${heading}: ${line}`, key };
    }),
  );
  if (!compared) return [...figures, ...gate];
  const { label, comparison } = compared;
  const severity = comparison.verdict === 'worse' ? 'error' : comparison.verdict === 'void' ? 'warning' : 'note';
  const message = `Against ${label}: ${verdictText(comparison)}`;
  return [...figures, { id: 'eval/comparison', severity, message, key: label }, ...gate];
}

/** A run of evals for a terminal: figures, the comparison, and suggestions; lost cases are printed as findings. */
function evalsText(report: EvalReport, { show }: PrintContext): string {
  const { heading, runs, compared, suggestions, findings } = report;
  const comparison = compared ? comparisonText(compared, runs) : '';
  const edits = suggestions ? suggestionsText(suggestions, findings.sources, show) : '';
  const gate = gateLines(report).map((line) => `${line}\n`);
  return `${evalSummary(heading, runs)}${comparison}${gate.join('')}${edits}`;
}

function evalsJunit(report: EvalReport): string {
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

/** GitHub accepts 65,536 characters in a comment. */
const MAX_LENGTH = 60_000;

function evalsMarkdown(report: EvalReport, { show }: PrintContext): string {
  const { heading, runs, compared, suggestions, findings } = report;
  const steps = evalSteps(report).slice(0, 10);
  const listed = suggestions?.list ?? [];
  const blocks = [
    [`### Haft evals: ${headlineOf(runs)}`, '', markdownText(heading)],
    compared
      ? ['', `**Against ${markdownText(compared.label)}:** ${markdownText(verdictText(compared.comparison))}`]
      : [],
    ...gateLines(report).map((line) => ['', `**${markdownText(line)}**`]),
    ...(runs.some(isReading)
      ? [['', ...runs.flatMap((run) => summaryLines(run).map((line) => `- ${markdownText(line.trim())}`))]]
      : [figuresTable(runs)]),
    steps.length > 0
      ? ['', '**Next**', '', ...steps.map(({ says }, index) => `${index + 1}. ${markdownText(says)}`)]
      : [],
    ...(compared ? [flips(compared, runs)] : []),
    ...runs.map(lostCases),
    listed.length > 0
      ? [
          '',
          '**Suggestions**',
          '',
          ...listed.map(
            (one) =>
              `- ${markdownCode(one.id)} ${markdownText(one.title)} ${markdownCode(placeText(one, findings.sources, show), 200)} ${markdownText(gainText(one))}`,
          ),
        ]
      : [],
  ];
  return within(blocks.flat());
}

function figuresTable(runs: readonly ChoiceRun[]): readonly string[] {
  return [
    '',
    '| Choice | Right | 95 % interval | Wrong | No call | Declined | Needless calls | Not judged |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...runs.map(row),
  ];
}

function row(run: ChoiceRun): string {
  const { rightTool, wrongTool, noCall, declined, needlessCall, notJudged } = run.figures;
  const share = ({ passed, total }: Figure): string => (total === 0 ? '' : `${passed} of ${total}`);
  const interval = rightTool.total === 0 ? '' : shareText(rightTool);
  const name = `${markdownText(choiceTitle(run))}${isSilent(run) ? ' (void: nothing was ever called)' : ''}`;
  return `| ${name} | ${share(rightTool)} | ${interval} | ${wrongTool.passed} | ${noCall.passed} | ${declined.passed} | ${share(needlessCall)} | ${notJudged.length} |`;
}

const MAX_CASES = 30;

function flips({ before, comparison: { lost, won, flaky } }: ComparedRun, runs: readonly ChoiceRun[]) {
  const [earlier, later] = [runsByKey(before), runsByKey(runs)];
  const lines = (what: string, keys: readonly string[]): readonly string[] =>
    keys.slice(0, MAX_CASES).map((key) => {
      const [old, now] = [earlier.get(key), later.get(key)];
      const request = markdownText(JSON.stringify((now ?? old)?.one.request ?? ''), 160);
      return `| ${what} | ${request} | ${markdownCode(answerText(old))} | ${markdownCode(answerText(now))} |`;
    });
  const rows = [...lines('lost', lost), ...lines('won', won), ...lines('flaky', flaky)];
  return rows.length === 0 ? [] : ['', '| | Request | Before | Now |', '|---|---|---|---|', ...rows];
}

function lostCases(run: ChoiceRun): readonly string[] {
  const lost = confusionsOf(matrixOf(run));
  if (lost.length === 0) return [];
  const rows = lost.flatMap(({ expected, chosen: called, declined, cases }) =>
    cases.slice(0, MAX_CASES).map((one) => {
      const names = `${markdownCode(expected ?? 'no call')} | ${markdownCode(answerName({ called, declined }))}`;
      return `| ${markdownText(JSON.stringify(one.one.request), 160)} | ${names} | ${markdownText(certaintyText(one))} |`;
    }),
  );
  const title = `<details><summary>${markdownText(choiceTitle(run))}: lost cases</summary>`;
  return ['', title, '', '| Request | Expected | Chosen | |', '|---|---|---|---|', ...rows, '', '</details>'];
}

function within(lines: readonly string[]): string {
  let used = 0;
  const fitting = lines.filter((line) => (used += line.length + 1) <= MAX_LENGTH);
  const remaining = lines.length - fitting.length;
  return `${fitting.join('\n')}\n${remaining > 0 ? `\n${remaining} more lines: see \`haft eval --format html\`.\n` : ''}`;
}
