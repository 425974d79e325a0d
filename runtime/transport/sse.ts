/** HTTP+SSE as MCP 2024-11-05 had it, for old hosts: a stream to read from, and an address to post to. */
import type { ServerResponse } from 'node:http';
import type { AnswerRequest, RpcReply } from '../protocol/answer.ts';
import type { RateLimiter } from '../server/limits.ts';
import { type ProtocolSession, openSession } from '../protocol/session.ts';
import { type Redacted, frame, randomName } from '../redaction/redacted.ts';
import { takeWhenReady } from './take-when-ready.ts';
import type { Writable } from 'node:stream';
import type { Outlet } from '../protocol/progress.ts';

/** Headers of a stream of events; no proxy may hold them back. */
export const STREAM = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  'X-Accel-Buffering': 'no',
};

/** Milliseconds between comments: they detect a lost connection, and proxies close a stream that is silent. */
const HEARTBEAT = 15_000;

const COMMENT = frame`: alive\n\n`;

/** Sends comments until what it returns is called. A stream that is not read shall come to its time limit for silence. */
export function keepAlive(isReady: Outlet['isReady'], write: (comment: Redacted) => void): () => void {
  const heart = setInterval(() => isReady() && write(COMMENT), HEARTBEAT);
  return () => clearInterval(heart);
}

/** The streams of old clients. */
export interface Streams {
  /** Makes a response a stream, and a session behind it. */
  readonly open: (response: ServerResponse, allowance: RateLimiter) => void;
  /** Takes a message for an open stream, later where the stream is not read; `done` gets false if no stream has that name. */
  readonly post: (name: string, body: string, done: (taken: boolean) => void) => void;
  /** Ends each stream once it has no call under way. */
  readonly drain: () => void;
  /** Aborts the calls of all sessions, and gives them. */
  readonly close: () => readonly RpcReply[];
}

const MESSAGE = frame`message`;
const ENDPOINT = frame`endpoint`;

/** One message as an event. */
export function event(line: Redacted, type = MESSAGE): Redacted {
  return frame`event: ${type}\ndata: ${line}\n\n`;
}

type Receive = (message: { readonly body: string; readonly done: (taken: boolean) => void }) => void;

/** Holds the open streams; each is a separate session, which ends with its connection. */
export function createStreams(answer: AnswerRequest): Streams {
  const receivers = new Map<string, Receive>();
  const sessions = new Map<ProtocolSession, ServerResponse>();
  return {
    open(response, allowance) {
      const name = randomName();
      const write = (text: Redacted): void => void response.write(text);
      const isReady = (): boolean => !response.writableNeedDrain;
      const outlet = openOutlet(response, (line) => write(event(line)), isReady);
      const session = openSession(answer, { allowance, outlet });
      const stop = keepAlive(isReady, write);
      const receive: Receive = ({ body, done }) => {
        const isOpen = sessions.has(session);
        if (isOpen) session.receive(body);
        done(isOpen);
      };
      sessions.set(session, response);
      receivers.set(name, takeWhenReady(outlet, receive));
      response.on('close', () => {
        stop();
        receivers.delete(name);
        sessions.delete(session);
        session.close();
      });
      response.writeHead(200, STREAM);
      write(event(frame`/messages?session=${name}`, ENDPOINT));
    },
    post(name, body, done) {
      const receive = receivers.get(name);
      if (receive === undefined) done(false);
      else receive({ body, done });
    },
    drain() {
      for (const [session, response] of sessions) session.whenIdle(() => response.end());
    },
    close: () => [...sessions.keys()].flatMap((session) => session.close()),
  };
}

/** `isReady` must be true after the stream's `drain`, after `wake`, and once the stream is closed. */
export function openOutlet(
  stream: Writable,
  send: Outlet['send'],
  isReady: Outlet['isReady'],
): Outlet & { readonly wake: () => void } {
  const actions: (() => void)[] = [];
  // One listener for any number of calls: Node takes many for a leak.
  const drained = (): void => {
    stream.off('drain', drained).off('close', drained);
    for (const act of actions.splice(0)) act();
  };
  return {
    send,
    isReady,
    wake: drained,
    whenReady(action) {
      if (actions.push(action) === 1) stream.on('drain', drained).on('close', drained);
    },
  };
}
