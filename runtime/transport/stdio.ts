/** The stdio transport (MCP, basic/transports): one message a line, and a shutdown that leaves no process behind. */
import type { Assembled } from '../server/assemble.ts';
import { MAX_BYTES } from '../language/json.ts';
import { RPC } from '../protocol/message.ts';
import { type Redacted, frame } from '../redaction/redacted.ts';
import { type ProtocolSession, openSession } from '../protocol/session.ts';
import type { WriteOut } from '../server/stdout.ts';
import type { CallUser } from '../server/user.ts';
import { endProcess, logDropped, untilSignal } from './shutdown.ts';
import { openOutlet } from './sse.ts';
import { takeLines } from './read-lines.ts';
import { takeWhenReady } from './take-when-ready.ts';

/** Characters that a client has not taken yet, beyond which nothing more is read from it, and progress is held back. */
const MAX_UNREAD = 1024 * 1024;

/** Milliseconds to let the last answers leave; a client that does not read cannot keep the server alive. */
const FLUSH_MS = 10_000;

/** Milliseconds between two looks whether the host that closed the input is still there. */
const ORPHAN_MS = 250;

/**
 * Serves a session on standard input and output. After the end of the input, calls under way finish, each by its own
 * deadline; a signal, a closed output or the end of the host ends at once. `user` is the only caller, where the environment has one.
 */
export function serveStdio(assembled: Assembled, writeOut: WriteOut, user?: CallUser): void {
  const { answer, allow, log } = assembled;
  const { stdin, stdout } = process;
  // A write that the client takes at once is followed by no `drain`.
  const lines = batchLines(writeOut, () => (stdout.writableNeedDrain ? undefined : outlet.wake()));
  const isReady = (): boolean => lines.length() + stdout.writableLength <= MAX_UNREAD;
  // Clients forget whom progress is for when they read it together with the answer.
  const outlet = openOutlet(stdout, lines.send, isReady);
  const out = { ...outlet, nextTurn: setImmediate };
  const session = openSession(answer, { allowance: allow(), outlet: out, lasting: true, user });
  const stop = onShutdown(session, assembled, lines.flush, (then) => writeOut(frame``, then));
  // It reads the answers: without it, calls have no purpose.
  const parent = process.ppid;
  let orphan: NodeJS.Timeout | undefined;
  let limit: NodeJS.Timeout | undefined;
  const finish = (): void => {
    clearTimeout(limit);
    session.whenIdle(stop);
  };
  // A client that does not read its responses is not read either: they would fill the memory.
  const receive = takeWhenReady<string | undefined>(
    out,
    (line) => (line === undefined ? finish() : session.receive(line)),
    () => stdin.pause(),
    () => stdin.resume(),
  );
  takeLines(stdin, MAX_BYTES, receive, () =>
    out.send(answer.error(null, { code: RPC.invalidRequest, message: 'The message is larger than 10 MiB.' })),
  );
  // The input can end while the last lines wait for the client to read.
  const end = (): void => {
    limit ??= setTimeout(stop, FLUSH_MS);
    orphan ??= setInterval(() => (process.ppid === parent ? undefined : stop()), ORPHAN_MS).unref();
    stdout.on('drain', () => limit?.refresh());
    receive(undefined);
  };
  stdin.once('end', end).once('close', end).on('error', stop);
  stdout.on('error', stop);
  untilSignal(stop, log);
  if (stdin.isTTY) log('waiting for an MCP host on standard input (--help for options, Ctrl+C stops)');
}

/** Collects the lines of one turn of the event loop into one write, and tells of it. */
function batchLines(writeOut: WriteOut, written: () => void) {
  let waiting = frame``;
  const flush = (): void => {
    if (waiting === '') return;
    writeOut(waiting);
    waiting = frame``;
    written();
  };
  const send = (line: Redacted): void => {
    if (waiting === '') process.nextTick(flush);
    waiting = frame`${waiting}${line}\n`;
  };
  return { send, flush, length: () => waiting.length };
}

/** Aborts running calls, flushes the last responses, and exits even with open timers or sockets. */
function onShutdown(
  session: ProtocolSession,
  { log, close }: Assembled,
  flush: () => void,
  flushed: (then: () => void) => void,
): () => void {
  let stopping = false;
  return () => {
    if (stopping) return;
    stopping = true;
    logDropped(session.close(), log);
    flush();
    setTimeout(endProcess, FLUSH_MS);
    flushed(() => close(endProcess));
  };
}
