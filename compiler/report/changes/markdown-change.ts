/** One change as an item of a list in Markdown. */
import { focusedDiff } from '../../base/text/focus.ts';
import { verdictOf, whereIs } from './group.ts';
import { escapeMarkdown, markdownCode, markdownText } from '../../base/text/markdown-text.ts';
import type { PlacedChange } from './report.ts';
import { evalsOf, isJudgment, nextOf, placeName, sentenceOf, whyOf, witnessOf } from './sentence.ts';
import { inOneLine, shownOf } from './shown.ts';
import type { Row, Shown } from './shown.ts';
import { SPACED } from '../../base/text/word-diff.ts';
import type { Piece } from '../../base/text/word-diff.ts';

export function changeMarkdown(change: PlacedChange, show: (file: string) => string): string {
  const place = whereIs(change, show);
  const axis = change.axis === 'policy' ? '' : ` (${change.axis})`;
  const where = [...(place === undefined ? [] : [markdownCode(place, 200)]), markdownCode(change.kind)].join(' ');
  const [proof, scores] = [witnessOf(change), evalsOf(change)];
  const lines = [
    `- **${verdictOf(change)}**${axis} ${isJudgment(change) ? '' : `${markdownText(placeName(change))}: `}${markdownText(sentenceOf(change))}`,
    ...sides(shownOf(change)),
    ...(proof === undefined ? [] : [`**Proof:** ${markdownCode(proof, 400)}`]),
    ...(scores === undefined ? [] : [`**Evals:** ${markdownText(scores, 400)}`]),
    ...(change.violations ?? []).map((one) => `${markdownText(sentenceOf(one))} ${markdownCode(one.kind)}`),
    `${markdownText(whyOf(change))} **Next:** ${markdownText(nextOf(change))}`,
    where,
  ];
  // Two spaces keep the lines in the item, a backslash at the end breaks them.
  return lines.join('\\\n  ');
}

function sides(shown: Shown): string[] {
  if (shown.as === 'nothing') return [];
  if (shown.as === 'words') return [wordsMarkdown(focusedDiff(shown, { around: 120, longest: 600 }, SPACED))];
  const rows = shown.rows.slice(0, 8).map(rowMarkdown);
  const hidden = shown.hidden + shown.rows.length - rows.length;
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
