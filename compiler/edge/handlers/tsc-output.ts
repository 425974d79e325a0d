/** What `tsc --pretty false --listFiles` prints → errors with their places, and the files that it read. */

export interface TscError {
  /** As printed: relative to the working folder. Absent for an error of the settings. */
  readonly file?: string;
  /** 1-based; columns count UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** Such as `TS2322`. */
  readonly code: string;
  /** The first line is the error; the others explain it. */
  readonly message: string;
}

interface TscOutput {
  readonly errors: readonly TscError[];
  readonly files: readonly string[];
}

const PLACED = /^(?<file>.+)\((?<line>\d+),(?<column>\d+)\): error (?<code>TS\d+): (?<message>.*)$/;
const MAX_CHARACTERS = 2000;
const UNPLACED = /^error (?<code>TS\d+): (?<message>.*)$/;

export function readTscOutput(text: string): TscOutput {
  const errors: TscError[] = [];
  const files: string[] = [];
  for (const whole of text.split(/\r?\n/)) {
    // Types can be as long as a program; a person reads the beginning.
    const line = whole.slice(0, MAX_CHARACTERS);
    const last = errors.at(-1);
    const error = errorOf(line);
    if (error) errors.push(error);
    // Lines that explain the error above are indented.
    else if (/^\s+\S/.test(line) && last && files.length === 0)
      errors[errors.length - 1] = { ...last, message: `${last.message}\n${line}` };
    else if (line.trim() !== '') files.push(line);
  }
  return { errors, files };
}

function errorOf(line: string): TscError | undefined {
  const { file, line: row, column, code = '', message = '' } = (PLACED.exec(line) ?? UNPLACED.exec(line))?.groups ?? {};
  if (code === '') return undefined;
  return { ...(file !== undefined && { file }), line: Number(row ?? 1), column: Number(column ?? 1), code, message };
}
