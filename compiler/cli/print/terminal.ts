/** Text for a terminal: colour only where it is wanted, and nothing of an author's file that could steer it. */
import { styleText } from 'node:util';
import { printable } from '../../text.ts';

type Style = Parameters<typeof styleText>[0];

export interface Terminal {
  readonly colour: boolean;
  /** Columns; long lines of source are cut to it. */
  readonly width: number;
}

/** How a stream wants to be written to. */
export function terminalOf(stream: NodeJS.WriteStream): Terminal {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const colour = FORCE_COLOR ? FORCE_COLOR !== '0' : stream.isTTY === true && !NO_COLOR;
  return { colour, width: Math.max(stream.columns ?? 120, 40) };
}

export function paint(terminal: Terminal, style: Style, text: string): string {
  return terminal.colour ? styleText(style, text, { validateStream: false }) : text;
}

/** Control and invisible characters as escapes: a spec must not be able to repaint the screen. */
export function harmless(text: string): string {
  return printable(text);
}
