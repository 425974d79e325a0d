/** The server's log: one JSON object a line on standard error, from the level that `HAFT_LOG` names; `calls` also writes the calls. */
import type { Redact } from '../redaction/redact.ts';
import { type Redacted, frame } from '../redaction/redacted.ts';

/** Of a thrown value in a log entry. */
const MAX_LINES = 15;

/** Lines of one error: its message may have several, and the first frames matter most. */
const MESSAGE_LINES = 4;

const FRAMES = 4;

const MAX_LINE_LENGTH = 300;

/** How much a line matters; failures of tools that a model gets are `debug`. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Writes one line; `info` where no level is given. `tool` is the tool that it is about; `more` are members of the line. */
export type Log = (message: string, level?: LogLevel, tool?: string, more?: object) => void;

const LEVELS: readonly string[] = ['debug', 'info', 'warn', 'error', 'silent'] satisfies readonly (
  | LogLevel
  | 'silent'
)[];

/** The maximum length of a message: a whole argument does not belong in a log. */
const MAX_LENGTH = 4000;

/** Writes the arguments of one call of a tool, and the names of its client and of its user where they are known. */
export type LogCall = (tool: string, args: unknown, client?: unknown, user?: string) => void;

/** Nothing unless `HAFT_LOG` is `calls`: arguments are what users said. A call that is too long is left out. */
export function createCallLog(
  server: string,
  redact: Redact,
  from: string | undefined,
  write: (line: Redacted) => void,
): LogCall | undefined {
  if (from !== 'calls') return undefined;
  return (tool, args, client, user) => {
    const head = { time: now(), level: 'info', server, tool, message: 'arguments' };
    const line = redact.json({ ...head, client, user, arguments: args ?? {} });
    if (line.length <= MAX_CALL_LENGTH) write(frame`${line}\n`);
  };
}

function now(): string {
  return new Date().toISOString();
}

/** The maximum length of a line with a call. */
const MAX_CALL_LENGTH = 256 * 1024;

/** Makes the log of a server; `from` is the least level that is written, `info` where it is none. */
export function createLog(
  server: string,
  redact: Redact,
  from: string | undefined,
  write: (line: Redacted) => void,
): Log {
  const at = LEVELS.indexOf(from ?? '');
  const least = at < 0 ? 1 : at;
  return (message, level = 'info', tool, more) => {
    if (LEVELS.indexOf(level) < least) return;
    // Clipped last: half a secret would not be found.
    const clipped = redact.text(message).slice(0, MAX_LENGTH);
    write(frame`${redact.json({ time: now(), level, server, tool, message: clipped, ...more })}\n`);
  };
}

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
  const parts = [
    ...lines.filter((line) => !isFrame(line)).slice(0, MESSAGE_LINES),
    ...lines.filter(isFrame).slice(0, FRAMES),
  ];
  if (thrown.cause === undefined || depth === 2) return parts;
  const [first = '', ...more] = linesOf(thrown.cause, depth + 1);
  return [...parts, `caused by ${first}`, ...more];
}
