/** Text of a PDF is anybody's: characters that nobody sees, or that steer a terminal or the direction, are taken out. */

/** Controls, marks of direction, joiners and fillers without a face, selectors of variants, tags, non-characters. */
const UNSEEN =
  /[\u034f\ufe00-\ufe0f\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\u{e0000}-\u{e0fff}]/gu;

/** What is left has one form for each character, lines that end in \n, and no room that is only wasted. */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll(UNSEEN, '')
    .replaceAll(/[\t\p{Zs}]+/gu, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** For titles and names: one line, and not a long one. */
export function cleanLine(value: unknown, most = 300): string | undefined {
  if (typeof value !== 'string') return undefined;
  const line = clean(value.slice(0, 20 * most)).replaceAll('\n', ' ');
  return line === '' ? undefined : cutAt(line, most);
}

/** Never between the two halves of a character. */
export function cutAt(text: string, most: number): string {
  return /[\ud800-\udbff]$/.test(text.slice(0, most)) ? text.slice(0, most - 1) : text.slice(0, most);
}
