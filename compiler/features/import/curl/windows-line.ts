/** A curl command as browsers copy it for the Windows command prompt (`^` before line ends and quotes) → the same for a POSIX shell. */

/** Undefined where the line is none. */
export function posixOfWindows(line: string): string | undefined {
  if (!/\^(?:\r?\n|")/.test(line)) return undefined;
  const text = line
    .replaceAll('\r\n', '\n')
    // A line end is only text where another one follows it.
    .replaceAll(/\^\n\n/g, '\n')
    .replaceAll(/\^\n/g, ' ')
    .replaceAll(/\^([^])/g, '$1');
  let made = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    if (isQuoted && /^(?:\\["\\]|"")$/.test(character + next)) {
      made += posixText(next);
      at += 1;
    } else if (character === '"') {
      isQuoted = !isQuoted;
      made += "'";
    } else made += isQuoted ? posixText(character) : character;
  }
  return made;
}

/** Inside single quotes. */
function posixText(character: string): string {
  return character === "'" ? `'\\''` : character;
}
