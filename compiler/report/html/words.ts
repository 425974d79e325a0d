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
  return mark === 'removed' ? removed(text) : added(text);
}

/** What was there and is not any more. */
export function removed(text: string): Markup {
  return markup`<del><span class="said">removed: </span>${seen(text)}</del>`;
}

/** Added words. */
export function added(text: string): Markup {
  return markup`<ins><span class="said">added: </span>${seen(text)}</ins>`;
}

/** A difference in white space alone would be invisible. */
function seen(text: string): string {
  return /\S/.test(text)
    ? text
    : text.replaceAll('\n', '\u23ce\n').replaceAll('\t', '\u21e5').replaceAll(' ', '\u2423');
}
