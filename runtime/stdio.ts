/** The stdio transport (MCP, basic/transports): one message a line, and an end that leaves nothing behind. */
import type { Session } from './protocol/session.ts';
import { errorLine, RPC } from './protocol/message.ts';
import { readLines } from './read-lines.ts';
import type { WriteOut } from './stdout.ts';

/** Longer messages are refused; the same limit as the official SDK's. */
const MOST_BYTES = 10 * 1024 * 1024;

/** Milliseconds to let the last answers leave; a client that does not read cannot keep the server alive. */
const LAST_WORDS = 1000;

/** Serves a session on standard input and output until the input ends, a signal comes, or nobody reads any more. */
export function serveStdio(
  open: (send: (line: string) => void) => Session,
  writeOut: WriteOut,
  log: (line: string) => void,
): void {
  const out = batchLines(writeOut);
  const session = open(out.send);
  const stop = stopOnce(session, out.flush, writeOut);
  const take = readLines(MOST_BYTES, session.receive, () =>
    out.send(errorLine(null, { code: RPC.invalidRequest, message: 'A message may have at most 10 MiB.' })),
  );
  process.stdin.on('data', take).on('end', stop).on('close', stop).on('error', stop);
  process.stdout.on('error', stop);
  // Without a reader of the log there is nobody to tell.
  process.stderr.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  const survive = (thrown: unknown): void =>
    log(`a stray error: ${thrown instanceof Error ? thrown.stack : String(thrown)}`);
  process.on('uncaughtException', survive).on('unhandledRejection', survive);
}

/** Collects the lines of one turn of the event loop into one write. */
function batchLines(writeOut: WriteOut): { readonly send: (line: string) => void; readonly flush: () => void } {
  let waiting: string[] = [];
  const flush = (): void => {
    if (waiting.length > 0) writeOut(`${waiting.join('\n')}\n`);
    waiting = [];
  };
  const send = (line: string): void => {
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
    const exit = (): void => process.exit(0);
    setTimeout(exit, LAST_WORDS);
    writeOut('', exit);
  };
}
