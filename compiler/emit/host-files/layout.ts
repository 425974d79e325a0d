/** How a text is laid out: its line ends and its indent. */

/** The first line end of the text. */
export function lineEndOf(text: string): string {
  const at = text.indexOf('\n');
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n';
}

/** One step of indent: that of the first indented line, else two spaces. */
export function indentOf(text: string): string {
  const [, indent = '  '] = /\n([ \t]+)[^\s/*#]/.exec(text) ?? [];
  return indent.startsWith('\t') ? '\t' : indent.slice(0, 8);
}

/** The white space at the start of the line that holds the offset. */
export function lineIndentAt(text: string, at: number): string {
  const start = lineStart(text, at);
  const [indent = ''] = /^[ \t]*/.exec(text.slice(start, at)) ?? [];
  return indent;
}

export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** The offset after the line end, or the end of the text. */
export function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}
