/** Lines of text for a terminal: colors as escapes, and lines wrapped at a width. */
import { columnsOf } from './width.ts';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'magenta' | 'cyan' | 'removed' | 'added';

/** SGR codes: on and off. Removed is struck and added underlined, so that color is not all there is. */
const CODES: Readonly<Record<Style, readonly [string, string]>> = {
  bold: ['1', '22'],
  dim: ['2', '22'],
  red: ['31', '39'],
  green: ['32', '39'],
  yellow: ['33', '39'],
  magenta: ['35', '39'],
  cyan: ['36', '39'],
  removed: ['31;9', '39;29'],
  added: ['32;4', '39;24'],
};

export type Paint = (style: Style, text: string) => string;

export function painter(color: boolean): Paint {
  return (style, text) => {
    const [on, off] = CODES[style];
    // Word by word, so that a style never runs over the end of a line.
    return color ? text.replaceAll(/\S+/g, (word) => `\u001b[${on}m${word}\u001b[${off}m`) : text;
  };
}

/** Wraps at spaces; line feeds of the text remain. Every line after the first starts with `indent`. */
export function fold(text: string, width: number, indent: string, first = indent): string {
  const lines: string[] = [];
  let lead = first;
  for (const paragraph of text.split('\n')) {
    let line = lead;
    let columns = columnsOf(lead);
    let filled = false;
    for (const word of paragraph.split(/\s+/).filter((one) => one !== '')) {
      const size = columnsOf(word);
      if (filled && columns + 1 + size > width) {
        lines.push(line);
        [line, columns, filled] = [indent, columnsOf(indent), false];
      }
      line += filled ? ` ${word}` : word;
      columns += size + (filled ? 1 : 0);
      filled = true;
    }
    lines.push(line.trimEnd());
    lead = indent;
  }
  return lines.join('\n');
}
