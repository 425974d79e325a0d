/** What hides secrets that are not those of the environment: of a connection, of a caller. */

export interface Hide {
  readonly text: (text: string) => string;
  /** Of any kind: a program may read them as a text, and Base64 of them is no text in which a secret is found. */
  readonly bytes: (bytes: Uint8Array) => Uint8Array;
}

/** Characters that one call takes. */
const PART = 8192;

/** Secrets are ASCII, or stand in bytes as one of their spellings in it. */
export function hideBy(search: (text: string) => string): Hide {
  return {
    text: search,
    bytes(bytes) {
      const parts: string[] = [];
      // A decoder of Latin-1 is one of Windows-1252, which does not give all bytes back.
      for (let at = 0; at < bytes.length; at += PART) parts.push(String.fromCharCode(...bytes.subarray(at, at + PART)));
      const text = parts.join('');
      const hidden = search(text);
      return hidden === text ? bytes : Uint8Array.from(hidden, (char) => char.charCodeAt(0));
    },
  };
}
