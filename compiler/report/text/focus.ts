/** A word diff cut down to what differs, with some words around it. */
import { cut, escapeUnsafe } from './escape.ts';
import { wordDiff } from './word-diff.ts';
import type { Piece } from './word-diff.ts';

export interface Focus {
  /** Characters of what both texts share that are kept at each end of a stretch. */
  readonly around: number;
  /** Characters of a removed or added piece that are shown. */
  readonly longest: number;
}

/** A side that is not there counts as an empty text. What cannot be seen is shown as an escape before words are compared. */
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
