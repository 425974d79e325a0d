/** Text as part of a URL. */

/** Percent-encodes everything but the unreserved characters of RFC 3986 §2.3; half a character becomes U+FFFD. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The text that was percent-encoded; the text itself where it is not valid. */
export function decodedOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
