/** A word diff: removed words are struck, added words underlined, and both are announced by screen readers. */
import { type Piece, focusedDiff } from '../../base/text/difference.ts';
import { type Markup, markup } from './markup.ts';

/** A page has room for long texts; what both sides share is cut earlier. */
const FOCUS = { around: 400, longest: 4000 };

export function wordsHtml(sides: { before?: string; after?: string }): Markup {
  const pieces = focusedDiff(sides, FOCUS).map(pieceHtml);
  return markup`<p class="words" dir="auto">${pieces}</p>`;
}

function pieceHtml({ mark, text }: Piece): Markup {
  if (mark === 'same') return markup`${text}`;
  return mark === 'removed' ? removedHtml(text) : addedHtml(text);
}

/** What was there and is not any more. */
export function removedHtml(text: string): Markup {
  return markup`<del><span class="said">removed: </span>${visibleHtml(text)}</del>`;
}

/** Added words. */
export function addedHtml(text: string): Markup {
  return markup`<ins><span class="said">added: </span>${visibleHtml(text)}</ins>`;
}

/** A difference in white space alone would be invisible. */
function visibleHtml(text: string): string {
  return /\S/.test(text)
    ? text
    : text.replaceAll('\n', '\u23ce\n').replaceAll('\t', '\u21e5').replaceAll(' ', '\u2423');
}
