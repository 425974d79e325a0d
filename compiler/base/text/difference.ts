/** Differences of two texts: as lines, as words, and around what changed. */
import type { SourceFile } from '../diagnostic.ts';
import { cut, escapeUnsafe } from './escape.ts';

/** The different lines of two texts, with two lines of context: for `--dry-run`. */
const CONTEXT = 2;

/** More differences than this are a new text and not a changed one. */
const MAX_EDITS = 400;

const MAX_WORDS = 20_000;

type Mark = 'same' | 'removed' | 'added';

/** Same and removed pieces make up the old text, same and added ones the new text. */
export interface Piece {
  readonly mark: Mark;
  readonly text: string;
}

/** Words and punctuation apart; letters of scripts that are written without spaces one by one. */
export const WORDS =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{N}\p{M}_]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[^\p{L}\p{N}\p{M}_]|$)|[^]/gu;

/** Everything between white space is one word: for formats whose marks need a space next to them. */
export const SPACED = /\s+|\S+/gu;

/** A segment of the new text and the segment of the old one that it replaces; equal where nothing changed. */
interface Segment {
  readonly old: string;
  readonly now: string;
  readonly same: boolean;
}

export function wordDiff(before: string, after: string, unit: RegExp = WORDS): Piece[] {
  const [old, now] = [before.match(unit) ?? [], after.match(unit) ?? []];
  const head = commonHead(old, now);
  const tail = commonHead(old.slice(head).toReversed(), now.slice(head).toReversed());
  const [oldEnd, nowEnd] = [old.length - tail, now.length - tail];
  const stretches = tidy([
    unchangedLines(old.slice(0, head)),
    ...middle(old.slice(head, oldEnd), now.slice(head, nowEnd)),
    unchangedLines(old.slice(oldEnd)),
  ]);
  return pieces(hasLittleInCommon(stretches) ? [{ old: before, now: after, same: false }] : stretches);
}

function commonHead(old: readonly string[], now: readonly string[]): number {
  const index = old.findIndex((word, at) => word !== now[at]);
  return index === -1 ? old.length : index;
}

function unchangedLines(words: readonly string[]): Segment {
  const text = words.join('');
  return { old: text, now: text, same: true };
}

function middle(old: readonly string[], now: readonly string[]): Segment[] {
  const stretches: Segment[] = [];
  let [i, j] = [0, 0];
  for (const [x, y, length] of [...(commonRuns(old, now) ?? []), [old.length, now.length, 0] as const]) {
    stretches.push({ old: old.slice(i, x).join(''), now: now.slice(j, y).join(''), same: false });
    stretches.push(unchangedLines(old.slice(x, x + length)));
    [i, j] = [x + length, y + length];
  }
  return stretches;
}

/** Changes that only a space holds apart become one, and empty stretches go. */
function tidy(stretches: readonly Segment[]): Segment[] {
  const tidied: Segment[] = [];
  for (const stretch of stretches.filter(({ old, now }) => old !== '' || now !== '')) {
    const [last, space] = [tidied.at(-2), tidied.at(-1)];
    if (space && space.same === stretch.same) tidied.splice(-1, 1, joinPieces([space, stretch], stretch.same));
    else if (last && space && space.same && space.old.trim() === '')
      tidied.splice(-2, 2, ...(acrossSpace(last, space.old, stretch) ?? [last, space, stretch]));
    else tidied.push(stretch);
  }
  return tidied;
}

/** `{+,+} {+years +}and` is read more easily as `{+, years+} and`. */
function acrossSpace(last: Segment, space: string, next: Segment): Segment[] | undefined {
  if (isReplaced(last) && isReplaced(next)) return [joinPieces([last, unchangedLines([space]), next], false)];
  const text = next.old + next.now;
  if (!text.endsWith(space) || text === space) return undefined;
  const moved = space + text.slice(0, -space.length);
  if (last.old + next.old === '') return [{ old: '', now: last.now + moved, same: false }, unchangedLines([space])];
  if (last.now + next.now === '') return [{ old: last.old + moved, now: '', same: false }, unchangedLines([space])];
  return undefined;
}

function isReplaced({ old, now, same }: Segment): boolean {
  return !same && old.trim() !== '' && now.trim() !== '';
}

function joinPieces(stretches: readonly Segment[], same: boolean): Segment {
  return { old: stretches.map(({ old }) => old).join(''), now: stretches.map(({ now }) => now).join(''), same };
}

/** Then the two texts are easier to read one after the other. */
function hasLittleInCommon(stretches: readonly Segment[]): boolean {
  const size = (of: (stretch: Segment) => string): number =>
    stretches.reduce((sum, stretch) => sum + of(stretch).replaceAll(/\s/g, '').length, 0);
  const [old, now, same] = [size((one) => one.old), size((one) => one.now), size((one) => (one.same ? one.old : ''))];
  return (2 * same) / (old + now) < 0.25 && same < 0.5 * Math.min(old, now);
}

function pieces(stretches: readonly Segment[]): Piece[] {
  const all = stretches.flatMap(({ old, now, same }): Piece[] =>
    same
      ? [{ mark: 'same', text: old }]
      : [
          { mark: 'removed', text: old },
          { mark: 'added', text: now },
        ],
  );
  return all.filter(({ text }) => text !== '');
}

/** The start of the run in the old list, its start in the new one, and its length. */
type Run = readonly [number, number, number];

/** The fewest words removed and added between the runs. Nothing when that takes too many. */
function commonRuns(old: readonly string[], now: readonly string[]): Run[] | undefined {
  if (old.length + now.length > MAX_WORDS) return undefined;
  const most = Math.min(old.length + now.length, MAX_EDITS);
  const reach = new Int32Array(2 * most + 3);
  const zero = most + 1;
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(reach.slice(zero - edits - 1, zero + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      let x = start(reach, zero + k, k === -edits, k === edits);
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) x += 1;
      reach[zero + k] = x;
      if (x >= old.length && x - k >= now.length) return walkBack(trace, old.length, now.length);
    }
  }
  return undefined;
}

/** The further of the two ways to a diagonal: one word more of the new text, or one of the old. */
function start(reach: Int32Array, at: number, first: boolean, last: boolean): number {
  const left = reach[at - 1] ?? 0;
  const right = reach[at + 1] ?? 0;
  return first || (!last && left < right) ? right : left + 1;
}

function walkBack(trace: readonly Int32Array[], oldLength: number, nowLength: number): Run[] {
  const runs: Run[] = [];
  let [x, y] = [oldLength, nowLength];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reach = trace[edits] ?? new Int32Array();
    const k = x - y;
    const at = k + edits + 1;
    const begun = edits === 0 ? 0 : start(reach, at, k === -edits, k === edits);
    if (x > begun) runs.push([begun, begun - k, x - begun]);
    const down = k === -edits || (k !== edits && (reach[at - 1] ?? 0) < (reach[at + 1] ?? 0));
    [x, y] = down ? [begun, begun - k - 1] : [begun - 1, begun - k];
  }
  return runs.toReversed();
}

interface Row {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** What files are to become, where they do not stay as they are. */
export function fileDiffs(before: readonly SourceFile[], after: readonly SourceFile[]): string {
  const old = new Map(before.map(({ path, text }) => [path, text]));
  return after
    .map(({ path, text }) => (text === old.get(path) ? '' : lineDiff(path, old.get(path) ?? '', text)))
    .join('');
}

export function lineDiff(path: string, before: string, after: string): string {
  const rows = align(before.split('\n'), after.split('\n'));
  const near = rows.map((_row, index) =>
    rows.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ mark }) => mark !== ' '),
  );
  const lines = rows.flatMap(({ mark, text }, index) => {
    if (!near[index]) return [];
    return [...(index > 0 && !near[index - 1] ? ['@@'] : []), `${mark} ${text}`];
  });
  return `--- ${path}\n${lines.join('\n')}\n`;
}

/** Texts with nothing in common are shown as all old lines, then all new ones. */
function align(before: readonly string[], after: readonly string[]): Row[] {
  const rows: Row[] = [];
  let [i, j] = [0, 0];
  for (const [x, y, length] of [...(commonRuns(before, after) ?? []), [before.length, after.length, 0] as const]) {
    rows.push(...markRuns('-', before.slice(i, x)), ...markRuns('+', after.slice(j, y)));
    rows.push(...markRuns(' ', before.slice(x, x + length)));
    [i, j] = [x + length, y + length];
  }
  return rows;
}

function markRuns(mark: Row['mark'], lines: readonly string[]): Row[] {
  return lines.map((text) => ({ mark, text }));
}

/** Cuts a word diff down to the differences, with some words around them. */
interface Focus {
  /** Characters of the common text that are kept at each end of a segment. */
  readonly around: number;
  /** Characters of a removed or added piece that are shown. */
  readonly longest: number;
}

/** An absent side counts as an empty text. Invisible characters are escaped before words are compared. */
export function focusedDiff(sides: { before?: string; after?: string }, focus: Focus, unit?: RegExp): Piece[] {
  const { before = '', after = '' } = sides;
  const pieces = wordDiff(escapeUnsafe(before), escapeUnsafe(after), unit);
  return pieces.map(({ mark, text }, index) => ({
    mark,
    text:
      mark === 'same' ? ends(text, focus.around, index === 0, index === pieces.length - 1) : cut(text, focus.longest),
  }));
}

function ends(text: string, around: number, first: boolean, last: boolean): string {
  if (text.length <= 3 * around) return text;
  const head = first ? '' : text.slice(0, around).replace(/\S*$/, '');
  const tail = last ? '' : text.slice(-around).replace(/^\S*/, '');
  return `${head}…${tail}`;
}
