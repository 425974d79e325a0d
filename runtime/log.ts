/** The server's log: one JSON object a line on standard error, from the level that `HAFT_LOG` names. */
import { printable } from './printable.ts';
import type { Redact } from './redact.ts';
import type { Redacted } from './redacted.ts';
import { frame } from './redacted.ts';

/** How much a line matters; failures of tools that a model gets are `debug`. */
export type Level = 'debug' | 'info' | 'warn' | 'error';

/** Writes one line; `info` where no level is given. `tool` is the tool that it is about. */
export type Log = (message: string, level?: Level, tool?: string) => void;

const LEVELS: readonly string[] = ['debug', 'info', 'warn', 'error', 'silent'] satisfies readonly (Level | 'silent')[];

/** The maximum length of a message: a whole argument does not belong in a log. */
const LONGEST = 4000;

/** Creates the log of a server; `from` is the lowest level that is written, `info` for an unknown one. */
export function createLog(
  server: string,
  redact: Redact,
  from: string | undefined,
  write: (line: Redacted) => void,
): Log {
  const known = LEVELS.indexOf(from ?? '');
  const least = known < 0 ? 1 : known;
  return (message, level = 'info', tool) => {
    if (LEVELS.indexOf(level) < least) return;
    const time = new Date().toISOString();
    // An undefined member is left out.
    // Clipped last: half a secret would not be found.
    const clipped = redact.text(printable(message)).slice(0, LONGEST);
    write(frame`${redact.json({ time, level, server, tool, message: clipped })}\n`);
  };
}
