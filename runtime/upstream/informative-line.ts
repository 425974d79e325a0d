/** Finds the line of an error output that explains why a program ended. */

/** Errors by their names in most languages, and what programs write of what is missing. */
const INFORMATIVE =
  /(?:^|[\s[(:])\w*(?:Error|Exception)\b|\b(?:error|fatal|cannot|can't|missing|required|not (?:found|set|valid))\b/i;

/** The place of an error, and what Node prints behind everything. */
const AROUND = /^\s*(?:at\s|[{}\])]|\^)|^Node\.js v/;

/** The last one that names an error; else the last one that is no part of a stack. Empty where there is none. */
export function informativeLine(lines: readonly string[]): string {
  const own = lines.filter((line) => !AROUND.test(line));
  return (own.findLast((line) => INFORMATIVE.test(line)) ?? own.at(-1) ?? '').trim();
}
