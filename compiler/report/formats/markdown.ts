/** Markdown, as a comment for a pull request: findings, and changes. */
import type { Findings, PrintContext, ReportFormat } from '../format.ts';
import { placeOf } from '../entry.ts';
import { escapeMarkdown, htmlInMarkdown, markdownCode, markdownText } from '../../base/text/markdown-text.ts';
import { countsOf, countsText } from '../findings/counts.ts';
import { type Digest, type NextStep, digest } from '../changes/digest.ts';
import { cut, firstFew, listNames, oneLine } from '../../base/text/escape.ts';
import { type ChangedPart, type Group, groupChanges, countsOfVerdicts, verdictOf, whereIs } from '../changes/group.ts';
import { hiddenText } from '../changes/narrowed.ts';
import { type ChangeReport, type PlacedChange, comparedText, listedChanges } from '../changes/report.ts';
import type { DecisionRow } from '../changes/rows.ts';
import { noteLines, summaryRows } from '../changes/summary.ts';
import { type Piece, SPACED, focusedDiff } from '../../base/text/difference.ts';
import { evidenceOf, isJudgment, nextOf, placeName, sentenceOf, whyOf } from '../changes/sentence.ts';
import { type Row, type ShownChange, inOneLine, shownOf } from '../changes/shown.ts';

/** GitHub accepts 65,536 characters; the rest is for the program that posts the comment. */
const MAX_COMMENT_LENGTH = 60_000;

/** What the summary may take of it. */
const MAX_HEAD_LENGTH = 24_000;

export const markdown: ReportFormat = {
  findings: findingsMarkdown,
  changes: changesMarkdown,
};

function findingsMarkdown({ diagnostics, sources }: Findings, { show }: PrintContext): string {
  if (diagnostics.length === 0) return '### Haft: no problems found\n';
  const rows = diagnostics.map(({ code, severity, message, span, hint = '' }) => {
    const { file, columns } = placeOf(span, sources);
    const place = `${show(file)}:${columns.start.line}:${columns.start.column}`;
    return `| ${severity} | ${markdownCode(place, 300)} | ${markdownText(message)} | ${markdownText(hint)} | ${markdownCode(code)} |`;
  });
  const visible = within(rows, MAX_COMMENT_LENGTH);
  const remaining = rows.length - visible.length;
  const more = remaining > 0 ? ['', `${remaining} more: see \`haft check\`.`] : [];
  const head = `### Haft: ${countsText(countsOf(diagnostics))}`;
  return [
    head,
    '',
    '| Severity | Location | Message | Next step | Rule |',
    '|---|---|---|---|---|',
    ...visible,
    ...more,
    '',
  ].join('\n');
}

function changesMarkdown(report: ChangeReport, { show }: Pick<PrintContext, 'show'>): string {
  const hidden = hiddenText(report);
  const notes = [...noteLines(report), ...(hidden === undefined ? [] : [hidden])];
  const note = notes.flatMap((one) => ['', markdownText(one, 600)]);
  const head = within(
    [...title(report), ...note, ...rowsMarkdown(digest(report)), ...table(report), ...nextSteps(report)],
    MAX_HEAD_LENGTH,
  ).join('\n');
  const room = MAX_COMMENT_LENGTH - head.length - 400;
  const changes = listedChanges(report);
  const full = details(changes, show, room);
  // Safe changes as counts before anything grave has to go.
  if (full.remaining.length === 0) return `${[head, ...full.blocks].join('\n\n')}\n`;
  const { blocks, remaining } = details(changes.filter(isGrave), show, room);
  const safe = changes.filter((change) => !isGrave(change));
  return `${[head, ...blocks, rest([...remaining, ...safe])].join('\n\n')}\n`;
}

function isGrave(change: PlacedChange): boolean {
  return verdictOf(change) !== 'safe';
}

function title(report: ChangeReport): string[] {
  const { headline, says } = digest(report);
  const compared = [
    `project ${markdownText(report.project, 120)}`,
    `${markdownText(comparedText(report.before))} → ${markdownText(comparedText(report.after))}`,
    markdownText(report.day, 20),
  ].join(', ');
  return [
    `### Haft: ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
    '',
    markdownText(says),
    `<sub>${compared}</sub>`,
  ];
}

/** Rows of the first screen; the rest is below. */
const MAX_ROWS = 20;

/** One row a change: what a reviewer decides by. */
function rowsMarkdown({ rows }: Digest): string[] {
  if (rows.length === 0) return [];
  const lines = firstFew(rows, MAX_ROWS, rowMarkdownOf, (more) => `\n… and ${more} more below.`);
  return ['', '| | Where | What | Proof | Next |', '|---|---|---|---|---|', ...lines];
}

function rowMarkdownOf({ verdict, owner, place, values, isSentence, proof, approval, step }: DecisionRow): string {
  const where = [markdownCode(owner), ...(place === '' ? [] : [markdownText(place, 80)])].join(' · ');
  const what = [
    isSentence ? prose(values) : markdownCode(values),
    ...(approval === '' ? [] : [markdownText(approval)]),
  ].join('<br>');
  const next = step.isCommand ? markdownCode(step.text, 200) : prose(step.text);
  return `| **${verdict}** | ${where} | ${what} | ${markdownText(proof, 200)} | ${next} |`;
}

/** A sentence of a message: what is between backticks is code. */
function prose(text: string): string {
  const pieces = oneLine(text).split('`');
  if (pieces.length % 2 === 0) return markdownText(text);
  return pieces
    .map((piece, at) => (at % 2 === 1 ? markdownCode(piece, 300) : escapeMarkdown(cut(piece, 600))))
    .join('');
}

function table(report: ChangeReport): string[] {
  const rows = summaryRows(report, {
    name: (name) => markdownCode(name),
    reason: (reason) => markdownText(reason, 200),
    day: (day) => markdownText(day, 20),
  });
  const lines = rows.map(([label, cells]) => `| **${label}** | ${cellOf(cells)} |`);
  return lines.length > 0 ? ['', '| | |', '|---|---|', ...lines] : [];
}

function cellOf(entries: readonly string[]): string {
  if (!entries.some((entry) => entry.includes(','))) return listNames(entries, 10);
  return firstFew(entries, 10, String, (more) => `and ${more} more`).join('<br>');
}

function nextSteps(report: ChangeReport): string[] {
  const { steps } = digest(report);
  const lines = firstFew(steps, 10, stepMarkdown, (more) => `11. … and ${more} more.`);
  return lines.length === 0 ? [] : ['', '**Next**', '', ...lines];
}

function stepMarkdown({ says, about }: NextStep, index: number): string {
  const subjects = about.map((one) => markdownText(one, 120));
  return `${index + 1}. ${prose(says)}${subjects.length > 0 ? `<br>${listNames(subjects, 3)}` : ''}`;
}

/** As many lines as fit. */
function within(lines: readonly string[], most: number): string[] {
  let used = 0;
  return lines.filter((line) => {
    used += line.length + 1;
    return used <= most;
  });
}

/** Every tool folded; the most severe first as long as there is room, and the changes for which there was none. */
function details(changes: readonly PlacedChange[], show: (file: string) => string, most: number) {
  const blocks: string[] = [];
  const remaining: PlacedChange[] = [];
  let used = 0;
  for (const group of groupChanges(changes)) {
    for (const part of group.parts) {
      const summary = `<details><summary>${summaryOf(group, part)}</summary>`;
      const items: string[] = [];
      used += summary.length + 20;
      for (const change of part.changes) {
        const item = used > most ? undefined : changeMarkdown(change, show);
        const fits = item !== undefined && used + item.length + 2 <= most;
        if (fits) items.push(item);
        else remaining.push(change);
        used += fits ? item.length + 2 : 0;
      }
      if (items.length > 0) blocks.push([summary, ...items, '</details>'].join('\n\n'));
    }
  }
  return { blocks, remaining };
}

function summaryOf({ kind, name }: Group, { tool, changes }: ChangedPart): string {
  const owner = tool === undefined ? kind : `${kind} ${htmlInMarkdown(name, 80)}, tool`;
  return `${owner} <b>${htmlInMarkdown(tool ?? name, 80)}</b>: ${countsOfVerdicts(changes)}`;
}

function rest(changes: readonly PlacedChange[]): string {
  return `Not shown: ${countsOfVerdicts(changes)}. Run <code>haft diff --format html</code> for all changes.`;
}

function changeMarkdown(change: PlacedChange, show: (file: string) => string): string {
  const place = whereIs(change, show);
  const axis = change.axis === 'policy' ? '' : ` (${change.axis})`;
  const where = [
    ...(place === undefined ? [] : [markdownCode(place, 200)]),
    markdownCode(change.kind),
    ...(isGrave(change) ? [markdownCode(change.fingerprint)] : []),
  ].join(' ');
  const lines = [
    `- **${verdictOf(change)}**${axis} ${isJudgment(change) ? '' : `${markdownText(placeName(change))}: `}${prose(sentenceOf(change))}`,
    ...sides(shownOf(change)),
    ...evidenceOf(change).map(
      ({ label, text, isCode }) => `**${label}:** ${isCode ? markdownCode(text) : markdownText(text)}`,
    ),
    ...(change.violations ?? []).map((one) => `${prose(sentenceOf(one))} ${markdownCode(one.kind)}`),
    `${prose(whyOf(change))} **Next:** ${prose(nextOf(change))}`,
    where,
  ];
  // Two spaces keep the lines in the item, a backslash at the end breaks them.
  return lines.join('\\\n  ');
}

function sides(display: ShownChange): string[] {
  if (display.as === 'nothing') return [];
  if (display.as === 'words') return [wordsMarkdown(focusedDiff(display, { around: 120, longest: 600 }, SPACED))];
  const rows = display.rows.slice(0, 8).map(rowMarkdown);
  const hidden = display.hidden + display.rows.length - rows.length;
  return hidden > 0 ? [...rows, `… and ${hidden} more`] : rows;
}

/** Markdown requires the marks directly next to the word: with a space between they would be plain asterisks. */
function wordsMarkdown(pieces: readonly Piece[]): string {
  const texts = pieces.map(({ mark, text }) => {
    const word = text.trim();
    const after = text.slice(text.trimEnd().length);
    const before = text.slice(0, text.length - text.trimStart().length);
    if (mark === 'same') return escapeMarkdown(text);
    const sign = mark === 'removed' ? '~~' : '**';
    return ` ${before}${sign}${word === '' ? '␣' : escapeMarkdown(word)}${sign}${after} `;
  });
  return texts.join('').replaceAll(/\s+/g, ' ').trim();
}

function rowMarkdown({ name, before, after }: Row): string {
  const value = (side: Row['before']): string => (side === undefined ? 'none' : markdownCode(inOneLine(side), 160));
  const label = markdownText(name, 80);
  if (before === undefined) return `${label}: **added** ${value(after)}`;
  if (after === undefined) return `${label}: ~~removed~~ ${value(before)}`;
  return `${label}: ${value(before)} → ${value(after)}`;
}
