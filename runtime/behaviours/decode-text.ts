/** Bytes from outside as text: by their byte order mark, by what is said of them, else as UTF-8. */

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
    return { text: new TextDecoder(charset).decode(bytes) };
  } catch {
    return { unknown: charset };
  }
}

/** What is no UTF-8, and of which nothing is said, is what programs wrote before it: Latin-1 as Windows has it. */
function decodeUnmarked(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
