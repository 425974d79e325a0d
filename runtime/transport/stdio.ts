/** The stdio transport (MCP, basic/transports): one message a line, and a shutdown that leaves no process behind. */
import type { Assembled } from '../assemble.ts';
import { MOST_BYTES } from '../language/json.ts';
import { RPC } from '../protocol/message.ts';
import type { Redacted } from '../redacted.ts';
import { asLines, frame } from '../redacted.ts';
import type { Session } from '../protocol/session.ts';
import { openSession } from '../protocol/session.ts';
import type { WriteOut } from '../stdout.ts';
import { endProcess, untilSignal } from './shutdown.ts';
import { openOutlet } from './outlet.ts';
import { readLines } from './read-lines.ts';
import { takeWhenReady } from './take-when-ready.ts';

/** Characters that a client has not taken yet, beyond which nothing more is read from it, and progress is held back. */
const MOST_UNREAD = 1024 * 1024;

/** Milliseconds to let the last answers leave; a client that does not read cannot keep the server alive. */
const FLUSH_MS = 10_000;

/** Serves a session on standard input and output until the input ends, a signal arrives, or the output is closed. */
export function serveStdio({ answer, allow, log, close }: Assembled, writeOut: WriteOut): void {
  const { stdin, stdout } = process;
  const lines = batchLines(writeOut);
  const isReady = (): boolean => lines.length() + stdout.writableLength <= MOST_UNREAD;
  const out = openOutlet(stdout, lines.send, isReady);
  const session = openSession(answer, { allowance: allow(), outlet: out, lasting: true });
  const stop = onShutdown(session, lines.flush, (then) => writeOut(frame``, () => close(then)));
  // A client that does not read its responses is not read either: they would fill the memory.
  const receive = takeWhenReady<string | undefined>(
    out,
    (line) => (line === undefined ? stop() : session.receive(line)),
    () => stdin.pause(),
    () => stdin.resume(),
  );
  // The input can end while the last lines wait for the client to read.
  const end = (): void => {
    const limit = setTimeout(stop, FLUSH_MS);
    stdout.on('drain', () => limit.refresh());
    receive(undefined);
  };
  const take = readLines(MOST_BYTES, receive, () =>
    out.send(answer.error(null, { code: RPC.invalidRequest, message: 'The message is larger than 10 MiB.' })),
  );
  stdin.on('data', take).on('end', end).on('close', end).on('error', stop);
  stdout.on('error', stop);
  untilSignal(stop, log);
  if (stdin.isTTY) log('waiting for an MCP host on standard input (--help for options, Ctrl+C to stop)');
}

/** Collects the lines of one turn of the event loop into one write. */
function batchLines(writeOut: WriteOut) {
  let waiting: Redacted[] = [];
  let length = 0;
  const flush = (): void => {
    if (waiting.length > 0) writeOut(asLines(waiting));
    waiting = [];
    length = 0;
  };
  const send = (line: Redacted): void => {
    length += line.length;
    if (waiting.push(line) === 1) process.nextTick(flush);
  };
  return { send, flush, length: () => length };
}

/** Aborts running calls, flushes the last responses, and exits even with open timers or sockets. */
function onShutdown(session: Session, flush: () => void, finish: (then: () => void) => void): () => void {
  let stopping = false;
  return () => {
    if (stopping) return;
    stopping = true;
    session.close();
    flush();
    setTimeout(endProcess, FLUSH_MS);
    finish(endProcess);
  };
}
