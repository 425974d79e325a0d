/** What the terminal of a stream supports: colors, width, characters. */

export interface Terminal {
  readonly color: boolean;
  /** Columns; long lines of source are cut to it. */
  readonly width: number;
}

export function terminalOf(stream: NodeJS.WriteStream): Terminal {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const color = FORCE_COLOR ? FORCE_COLOR !== '0' : stream.isTTY === true && !NO_COLOR;
  return { color, width: Math.max(stream.columns ?? 120, 40) };
}
