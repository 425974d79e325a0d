/** Finds the message on a line of a server's standard output, and the text before it. */
import { membersOf, readJsonMap } from '../../../../plan/read-json.ts';

interface Line {
  readonly before: string;
  readonly message?: unknown;
}

/** Braces at which a message may start; a line of braces costs no more. */
const TRIES = 20;

/** Where a text without a line end comes before a message, the message is at the end of the line. */
export function messageIn(line: string): Line {
  for (let at = line.indexOf('{"'), tries = 0; at >= 0 && tries < TRIES; at = line.indexOf('{"', at + 1), tries += 1) {
    const message = readJsonMap(line.slice(at));
    if (membersOf(message)?.['jsonrpc'] === '2.0') return { before: line.slice(0, at), message };
  }
  return { before: line };
}
