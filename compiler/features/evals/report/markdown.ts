/** A run of evals as a comment on a pull request: figures, verdict, what was lost, suggestions. */
import type { PrintContext } from '../../../report/format.ts';
import type { EvalReport } from './figures-text.ts';
import { choiceTitle, gateLines, headlineOf, isSilent, shareText, summaryLines } from './figures-text.ts';
import { verdictText, certaintyText, answerText, runsByKey } from './comparison.ts';
import { evalSteps, gainText, placeText } from './suggestions.ts';
import { answerName, confusionsOf, matrixOf } from '../figures/confusions.ts';
import type { ChoiceRun, ComparedRun } from '../figures/suite.ts';
import type { Figure } from '../figures/figures.ts';
import { isReading } from '../figures/readings.ts';
import { markdownCode, markdownCommand, markdownText } from '../../../base/text/markdown-text.ts';

/** GitHub accepts 65,536 characters in a comment. */
const MAX_LENGTH = 60_000;

export function evalsMarkdown(report: EvalReport, { show }: PrintContext): string {
  const { heading, runs, compared, suggestions, findings, commands } = report;
  const steps = evalSteps(report).slice(0, 10);
  const blocks = [
    [`### Haft evals: ${headlineOf(runs)}`, '', markdownText(heading)],
    compared
      ? ['', `**Against ${markdownText(compared.label)}:** ${markdownText(verdictText(compared.comparison))}`]
      : [],
    ...gateLines(report).map((line) => ['', `**${markdownText(line)}**`]),
    ...(runs.some(isReading)
      ? [['', ...runs.flatMap((run) => summaryLines(run).map((line) => `- ${markdownText(line.trim())}`))]]
      : [figuresTable(runs)]),
    section(
      'Next',
      steps.map(({ says, command }, index) => {
        const code = command === undefined ? '' : ` ${markdownCommand(command)}`;
        return `${index + 1}. ${markdownText(says)}${code}`;
      }),
    ),
    ...(compared ? [flips(compared, runs)] : []),
    ...runs.map(lostCases),
    section(
      'Suggestions',
      (suggestions?.list ?? []).map(
        (one) =>
          `- ${markdownCode(one.id)} ${markdownText(one.title)} ${markdownCode(placeText(one, findings.sources, show), 200)} ${markdownText(gainText(one))}`,
      ),
    ),
  ];
  return within(blocks.flat(), commands.page);
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `**${title}**`, '', ...lines];
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

function within(lines: readonly string[], page: string): string {
  let used = 0;
  const fitting = lines.filter((line) => (used += line.length + 1) <= MAX_LENGTH);
  const remaining = lines.length - fitting.length;
  return `${fitting.join('\n')}\n${remaining > 0 ? `\n${remaining} more lines: see ${markdownCommand(page)}.\n` : ''}`;
}
