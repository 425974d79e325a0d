/** Formats a thrown value as the lines of a log entry. */

const MAX_LINES = 15;

/** Lines of one error: its message may have several, and the first frames matter most. */
const MESSAGE_LINES = 4;
const FRAMES = 4;

const MAX_LINE_LENGTH = 300;

/** At most 15 lines: message, stack, and causes of what was thrown. Never throws, whatever its members do. */
export function reportError(thrown: unknown): string {
  try {
    return linesOf(thrown)
      .slice(0, MAX_LINES)
      .map((line) => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line))
      .join('\n');
  } catch {
    return `a thrown ${typeof thrown} that cannot be read`;
  }
}

function linesOf(thrown: unknown, depth = 0): string[] {
  if (!(thrown instanceof Error))
    return typeof thrown === 'string' ? thrown.split('\n') : [`a thrown ${typeof thrown}`];
  const lines = String(thrown.stack ?? thrown.message).split('\n');
  const isFrame = (line: string): boolean => /^ +at /.test(line);
  const shown = [
    ...lines.filter((line) => !isFrame(line)).slice(0, MESSAGE_LINES),
    ...lines.filter(isFrame).slice(0, FRAMES),
  ];
  if (thrown.cause === undefined || depth === 2) return shown;
  const [first = '', ...more] = linesOf(thrown.cause, depth + 1);
  return [...shown, `caused by ${first}`, ...more];
}
