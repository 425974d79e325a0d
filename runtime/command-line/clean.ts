/** Text that a terminal shows as it is: nothing in it moves the cursor, hides text or turns its direction. */

/** Control characters but line breaks and tabs; marks of direction; tag characters and other characters without a picture. */
const UNSEEN =
  /[^\P{Cc}\t\n]|[\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu;

export function cleanText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNSEEN, '');
}

/** The same value as JSON, in which such characters are escaped. */
export function cleanJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(UNSEEN, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** On one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ').trim();
}

const WIDE =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{Emoji_Presentation}\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6]/u;

/** Columns of a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += /[\p{M}\u200C\u200D]/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** At most `columns` wide; what is cut off ends with `…`. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let [start, width] = ['', 1];
  for (const character of text) {
    width += widthOf(character);
    if (width > columns) break;
    start += character;
  }
  return `${start}…`;
}

export function padText(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)));
}
