/** Escapes text of a spec for display: invisible characters, terminal controls and marks of direction. */

/** Characters that a reader of the code could not see, or that turn its direction, as escapes. */
export function visible(text: string): string {
  return text.replaceAll(INVISIBLE, (character) => {
    return character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  });
}

/** For text that is not quoted: also control characters are escapes. */
export function printable(text: string): string {
  return visible(controlFree(text));
}

/** For Markdown: lines end in \n and control characters are escapes; joiners that scripts and emoji need are kept. */
export function controlFree(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\u0000-\u0008\u000b-\u001f]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

/** Controls of C1, marks of direction, joiners and fillers without a face, tags, non-characters. */
export const INVISIBLE: RegExp =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|\udb40[\udc00-\udfff]/g;
