/** Text of a source in the templates and messages of a spec. */

/** Braces are literal. */
export function literal(text: string): string {
  return text.replaceAll(/[{}]/g, '$&$&');
}

/** Characters that no path of an address has are percent-encoded. */
export function encodedPath(text: string): string {
  return text.replaceAll(/[\s"<>\\^`|]/g, (character) => encodeURIComponent(character));
}
