/** One change as lines of a terminal. */
import { type Piece, focusedDiff } from '../../base/text/difference.ts';
import { cut, escapeUnsafe, oneLine } from '../../base/text/escape.ts';
import { type Verdict, verdictOf, whereIs } from './group.ts';
import type { Change } from '../../versions/change.ts';
import type { PlacedChange } from './report.ts';
import { evidenceOf, nextOf, placeName, sentenceOf, whyOf } from './sentence.ts';
import { type Row, type ShownChange, inOneLine, shownOf } from './shown.ts';
import { type Paint, type Style, fold } from '../../base/text/fold.ts';

export interface TextContext {
  readonly paint: Paint;
  readonly width: number;
  readonly show: (file: string) => string;
}

export const STYLES: Readonly<Record<Verdict, Style>> = {
  'not allowed': 'red',
  breaking: 'red',
  unknown: 'magenta',
  risky: 'yellow',
  safe: 'green',
};

const INDENT = '      ';

export function changeText(change: PlacedChange, context: TextContext): string {
  const { paint, width, show } = context;
  const verdict = verdictOf(change);
  const axis = change.axis === 'policy' ? '' : ` ${paint('dim', change.axis)}`;
  const lead = `    ${paint(STYLES[verdict], verdict)}${axis}  `;
  const place = whereIs(change, show);
  const lines = [
    fold(paint('bold', oneLine(placeName(change))), width, INDENT, lead),
    fold(oneLine(sentenceOf(change)), width, INDENT),
    ...sides(shownOf(change), context),
    ...evidenceOf(change).map(({ label, text }) => labelLine(`${label.toLowerCase()}:`, text, context)),
    labelLine('why:', whyOf(change), context),
    ...(change.violations ?? []).map((one) => labelLine(ruleLabel(one), `${sentenceOf(one)} ${one.kind}`, context)),
    labelLine('next:', nextOf(change), context),
    `${INDENT}${paint('dim', `${place === undefined ? '' : `${escapedPath(place)}  `}${oneLine(change.kind)}${verdict === 'safe' ? '' : `  ${change.fingerprint}`}`)}`,
  ];
  return lines.join('\n');
}

function ruleLabel({ level }: Change): string {
  return level === 'breaking' ? 'not allowed:' : 'warning:';
}

function escapedPath(place: string): string {
  return escapeUnsafe(place).replaceAll(/\s/g, ' ');
}

function labelLine(label: string, text: string, { paint, width }: TextContext): string {
  return fold(oneLine(text), width, INDENT, `${INDENT}${paint('dim', label)} `);
}

/** Characters of a text, and of a value, that are shown. */
const MAX_TEXT_LENGTH = 2000;
const MAX_VALUE_LENGTH = 160;

function sides(display: ShownChange, { paint, width }: TextContext): string[] {
  if (display.as === 'nothing') return [];
  if (display.as === 'words') {
    const pieces = focusedDiff(display, { around: 200, longest: MAX_TEXT_LENGTH });
    return [fold(pieces.map((piece) => markPieces(piece, paint)).join(''), width, INDENT)];
  }
  const rows = display.rows.map((row) => fold(rowText(row, paint), width, `${INDENT}  `, INDENT));
  return display.hidden > 0 ? [...rows, `${INDENT}… and ${display.hidden} more`] : rows;
}

function markPieces({ mark, text }: Piece, paint: Paint): string {
  if (mark === 'same') return text;
  // With color no marks are needed, and without color the marks show it.
  const painted = paint(mark, text);
  if (painted !== text) return painted;
  return mark === 'removed' ? `[-${text}-]` : `{+${text}+}`;
}

function rowText({ name, before, after }: Row, paint: Paint): string {
  const value = (side: Row['before']): string =>
    side === undefined ? 'none' : oneLine(cut(inOneLine(side), MAX_VALUE_LENGTH));
  const label = paint('dim', `${oneLine(name)}:`);
  if (before === undefined) return `${label} ${paint('green', `+ ${value(after)}`)}`;
  if (after === undefined) return `${label} ${paint('red', `- ${value(before)}`)}`;
  return `${label} ${paint('red', value(before))} → ${paint('green', value(after))}`;
}
