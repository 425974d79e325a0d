/** Finds values with `.` or `..` steps, which would leave the path that contains them. */

/** Percent-encoded, any number of times: a service that decodes what it was sent sees the character itself. */
const HIDDEN = /%(?:25)*(2e|2f|5c)/gi;
const SHOWN: Readonly<Record<string, string>> = { '2e': '.', '2f': '/', '5c': '\\' };

/** Dots alone, or with what some services cut off: white space, control characters, `;` and parameters. */
const DOTS = /^[\s\p{Cc}]*\.{1,2}[\s\p{Cc}]*(?:;|$)/u;

/** What is wrong with a value that climbs, after its name. */
export const NO_STEPS = String.raw`must not contain a "." or ".." step between "/" or "\"`;

/** Whether a step between `/` or `\` is `.` or `..`, also where it is percent-encoded already. */
export function climbs(text: string): boolean {
  return stepsIn(text) > 0;
}

/**
 * Whether a filled template has more such steps than its author wrote. `frame` is the same template with harmless text
 * in the place of the values: values that are harmless alone may make a step together, or with the text around them.
 */
export function climbsBeyond(frame: string, filled: string): boolean {
  return stepsIn(filled) > stepsIn(frame);
}

function stepsIn(text: string): number {
  if (!text.includes('.') && !text.includes('%')) return 0;
  const decoded = text.replaceAll(HIDDEN, (_, code: string) => SHOWN[code.toLowerCase()] ?? '');
  return decoded.split(/[/\\]/).filter((step) => DOTS.test(step)).length;
}
