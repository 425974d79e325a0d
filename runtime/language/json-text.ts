/** Splits JSON text into its strings and the text between them; in linear time and without recursion, however long or deep. */

/** Rewrites valid JSON text; `string` gets a string with its quotes, `outside` everything between two of them. */
export function rewriteJson(
  text: string,
  string: (literal: string) => string,
  outside: (part: string) => string,
): string {
  let rewritten = '';
  let end = 0;
  for (let open = text.indexOf('"'); open >= 0; open = text.indexOf('"', end)) {
    rewritten += outside(text.slice(end, open));
    end = endOfString(text, open);
    rewritten += string(text.slice(open, end));
  }
  return rewritten + outside(text.slice(end));
}

/** The place behind the quote that closes the string; a quote behind an odd number of backslashes is part of it. */
function endOfString(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at > 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charAt(at - 1 - slashes) === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}
