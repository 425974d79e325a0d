/** The stdio transport (MCP, basic/transports): one message a line, and an end that leaves nothing behind. */
import type { Assembled } from '../assemble.ts';
import { MOST_BYTES } from '../language/json.ts';
import { RPC } from '../protocol/message.ts';
import type { Redacted } from '../redacted.ts';
import { asLines, frame } from '../redacted.ts';
import type { Session } from '../protocol/session.ts';
import { openSession } from '../protocol/session.ts';
import type { WriteOut } from '../stdout.ts';
import { endProcess, untilSignal } from './ending.ts';
import { readLines } from './read-lines.ts';

/** Bytes of answers that a client has not taken yet, beyond which nothing more is read from it. */
const MOST_UNREAD = 1024 * 1024;

/** Milliseconds to let the last answers leave; a client that does not read cannot keep the server alive. */
const LAST_WORDS = 1000;

/** Serves a session on standard input and output until the input ends, a signal comes, or nobody reads any more. */
export function serveStdio({ answer, allow, log }: Assembled, writeOut: WriteOut): void {
  const { stdin, stdout } = process;
  const out = batchLines(writeOut);
  const session = openSession(answer, { allowance: allow(), notify: out.send });
  const stop = stopOnce(session, out.flush, writeOut);
  const take = readLines(MOST_BYTES, session.receive, () =>
    out.send(answer.error(null, { code: RPC.invalidRequest, message: 'A message may have at most 10 MiB.' })),
  );
  const read = (chunk: Buffer): void => {
    take(chunk);
    // Who does not read its answers is not read either: they would fill the memory.
    if (stdout.writableLength > MOST_UNREAD) stdin.pause();
  };
  stdin.on('data', read).on('end', stop).on('close', stop).on('error', stop);
  stdout.on('drain', () => stdin.resume()).on('error', stop);
  untilSignal(stop, log);
  if (stdin.isTTY) log('waiting for a host on standard input (--help tells more, Ctrl+C ends it)');
}

/** Collects the lines of one turn of the event loop into one write. */
function batchLines(writeOut: WriteOut): { readonly send: (line: Redacted) => void; readonly flush: () => void } {
  let waiting: Redacted[] = [];
  const flush = (): void => {
    if (waiting.length > 0) writeOut(asLines(waiting));
    waiting = [];
  };
  const send = (line: Redacted): void => {
    if (waiting.push(line) === 1) process.nextTick(flush);
  };
  return { send, flush };
}

/** Aborts what is under way, lets the last answers out, and exits whatever timers or sockets are still alive. */
function stopOnce(session: Session, flush: () => void, writeOut: WriteOut): () => void {
  let stopping = false;
  return () => {
    if (stopping) return;
    stopping = true;
    session.close();
    flush();
    setTimeout(endProcess, LAST_WORDS);
    writeOut(frame``, endProcess);
  };
}
