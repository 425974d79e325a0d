/** Text of a spec as a reader can see it: what is invisible, steers a terminal or turns the direction becomes an escape. */

// The same characters as in emit/code.ts, which this room may not import; and carriage returns, which are a difference here.
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|\udb40[\udc00-\udfff]/g;

/** Keeps line feeds and tabs. */
export function harmless(text: string): string {
  return text.toWellFormed().replaceAll(UNSEEN, (character) => {
    return character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  });
}

/** In one line, with white space as single spaces. */
export function oneLine(text: string): string {
  return harmless(text).replaceAll(/\s+/g, ' ').trim();
}

/** At most so many characters, and how many were left out. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text
    .slice(0, most)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  return `${kept}… (${(text.length - kept.length).toLocaleString('en')} more characters)`;
}

/** `3 changes`, `1 change`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** The first few, and how many more there are. */
export function listed(names: readonly string[], most: number): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ');
}
