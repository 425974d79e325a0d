/** Bytes from outside as text: by their byte order mark, by the declared charset, else as UTF-8. */

const MARKS: readonly (readonly [mark: readonly number[], charset: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe, 0, 0], 'utf-32le'],
  [[0, 0, 0xfe, 0xff], 'utf-32be'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** The text without its mark, or the name of a charset that cannot be read (WHATWG Encoding). */
export function decodeText(
  bytes: Uint8Array,
  contentType = '',
): { readonly text: string } | { readonly unknown: string } {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1];
  const charset = marked ?? /;\s*charset\s*=\s*["']?([^\s;"',]+)/i.exec(contentType)?.[1];
  if (charset === undefined) return { text: decodeUnmarked(bytes) };
  try {
    return { text: decodeAs(charset, bytes) };
  } catch {
    return { unknown: charset };
  }
}

/** Text without a charset that is not valid UTF-8 is read as Windows-1252. */
function decodeUnmarked(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeAs('windows-1252', bytes);
  }
}

/** What Windows-1252 has where Latin-1 has control characters; the same where it has nothing (WHATWG Encoding). */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function decodeAs(charset: string, bytes: Uint8Array): string {
  const decoder = new TextDecoder(charset);
  const text = decoder.decode(bytes);
  // Some releases of Node decode Latin-1 under this name.
  if (decoder.encoding !== 'windows-1252') return text;
  return text.replaceAll(/[\u0080-\u009f]/g, (char) => WINDOWS.charAt(char.charCodeAt(0) - 0x80));
}
