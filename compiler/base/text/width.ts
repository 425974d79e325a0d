/** The width of a text in columns of a terminal: two for letters of East Asia and emoji, none for combining marks. */

/** Unicode East Asian Width W and F, in blocks. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NO_WIDTH = /\p{Mn}|\p{Me}/u;
/** Colors take no columns. */
const STYLED = /\u001b\[[\d;]*m/g;
const PLAIN = /^[\u0020-\u007e]*$/;

export function columnsOf(text: string): number {
  const plain = text.replaceAll(STYLED, '');
  if (PLAIN.test(plain)) return plain.length;
  let columns = 0;
  for (const character of plain) columns += NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return columns;
}
