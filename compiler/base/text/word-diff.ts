/** Compares two texts word by word; the cost is bounded, whatever their length. */
import { commonRuns } from './common-runs.ts';

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
    unchanged(old.slice(0, head)),
    ...middle(old.slice(head, oldEnd), now.slice(head, nowEnd)),
    unchanged(old.slice(oldEnd)),
  ]);
  return pieces(hasLittleInCommon(stretches) ? [{ old: before, now: after, same: false }] : stretches);
}

function commonHead(old: readonly string[], now: readonly string[]): number {
  const index = old.findIndex((word, at) => word !== now[at]);
  return index === -1 ? old.length : index;
}

function unchanged(words: readonly string[]): Segment {
  const text = words.join('');
  return { old: text, now: text, same: true };
}

function middle(old: readonly string[], now: readonly string[]): Segment[] {
  const stretches: Segment[] = [];
  let [i, j] = [0, 0];
  for (const [x, y, length] of [...(commonRuns(old, now) ?? []), [old.length, now.length, 0] as const]) {
    stretches.push({ old: old.slice(i, x).join(''), now: now.slice(j, y).join(''), same: false });
    stretches.push(unchanged(old.slice(x, x + length)));
    [i, j] = [x + length, y + length];
  }
  return stretches;
}

/** Changes that only a space holds apart become one, and empty stretches go. */
function tidy(stretches: readonly Segment[]): Segment[] {
  const tidied: Segment[] = [];
  for (const stretch of stretches.filter(({ old, now }) => old !== '' || now !== '')) {
    const [last, space] = [tidied.at(-2), tidied.at(-1)];
    if (space && space.same === stretch.same) tidied.splice(-1, 1, joined([space, stretch], stretch.same));
    else if (last && space && space.same && space.old.trim() === '')
      tidied.splice(-2, 2, ...(acrossSpace(last, space.old, stretch) ?? [last, space, stretch]));
    else tidied.push(stretch);
  }
  return tidied;
}

/** `{+,+} {+years +}and` is read more easily as `{+, years+} and`. */
function acrossSpace(last: Segment, space: string, next: Segment): Segment[] | undefined {
  if (isReplaced(last) && isReplaced(next)) return [joined([last, unchanged([space]), next], false)];
  const text = next.old + next.now;
  if (!text.endsWith(space) || text === space) return undefined;
  const moved = space + text.slice(0, -space.length);
  if (last.old + next.old === '') return [{ old: '', now: last.now + moved, same: false }, unchanged([space])];
  if (last.now + next.now === '') return [{ old: last.old + moved, now: '', same: false }, unchanged([space])];
  return undefined;
}

function isReplaced({ old, now, same }: Segment): boolean {
  return !same && old.trim() !== '' && now.trim() !== '';
}

function joined(stretches: readonly Segment[], same: boolean): Segment {
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
