/** Cuts a word diff down to the differences, with some words around them. */
import { cut, escapeUnsafe } from './escape.ts';
import { wordDiff } from './word-diff.ts';
import type { Piece } from './word-diff.ts';

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
