/** Finds values with `.` or `..` steps, which would leave the path that contains them. */

/** Percent-encoded, any number of times: a service that decodes what it was sent sees the character itself. */
const HIDDEN = /%(?:25)*(2e|2f|5c)/gi;
const SHOWN: Readonly<Record<string, string>> = { '2e': '.', '2f': '/', '5c': '\\' };

/** Dots alone, or with what some services cut off: white space, control characters, `;` and parameters. */
const DOTS = /^[\s\p{Cc}]*\.{1,2}[\s\p{Cc}]*(?:;|$)/u;

/** Whether a step between `/` or `\` is `.` or `..`, also where it is percent-encoded already. */
export function climbs(text: string): boolean {
  if (!text.includes('.') && !text.includes('%')) return false;
  const decoded = text.replaceAll(HIDDEN, (_, code: string) => SHOWN[code.toLowerCase()] ?? '');
  return decoded.split(/[/\\]/).some((step) => DOTS.test(step));
}
