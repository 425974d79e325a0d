/** Sends responses on `node:http`: as JSON, or as a stream of events once there is progress. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RpcReply } from '../protocol/answer.ts';
import type { Outlet } from '../protocol/progress.ts';
import type { Redacted } from '../redaction/redacted.ts';
import type { PlainReply } from './http-guard.ts';
import { isPlainReply } from './http-guard.ts';
import { openOutlet } from './outlet.ts';
import { event, STREAM } from './sse.ts';

/** The way out for all answers of a server. */
interface Replies {
  readonly send: (response: ServerResponse, reply: RpcReply | PlainReply) => void;
  /** Aborts every call without a response, and gives them. */
  readonly abort: () => readonly RpcReply[];
}

/** Sends answers and keeps track of those under way; a client that disconnects cancels its call. */
export function createReplies(): Replies {
  const running = new Set<RpcReply>();
  const wait = (response: ServerResponse, answer: RpcReply, line: Promise<Redacted>): void => {
    running.add(answer);
    response.on('close', () => {
      // The answer cannot be fetched later: there are no sessions.
      if (running.delete(answer)) answer.abort('disconnected');
    });
    const finish = (text: Redacted): void => {
      if (running.delete(answer)) deliver(response, answer.status, text);
    };
    void line.then(finish);
  };
  return {
    send(response, reply) {
      if (isPlainReply(reply)) sendPlain(response, reply);
      else if (typeof reply.line === 'string') deliver(response, reply.status, reply.line);
      else wait(response, reply, reply.line);
    },
    abort() {
      for (const answer of running) answer.abort('closed');
      return [...running];
    },
  };
}

/** Sends a response other than an MCP message; the rest of the request is not read. */
export function sendPlain(response: ServerResponse, { status, text, headers }: PlainReply): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
    ...(status === 413 && { Connection: 'close' }),
  });
  response.end(text);
}

/** The outlet of progress: if the client accepts a stream, the first progress starts one. */
export function eventOutlet({ headers }: IncomingMessage, response: ServerResponse): Outlet {
  const send = (line: Redacted): void => {
    if (headers.accept?.includes('text/event-stream') !== true || response.destroyed) return;
    if (!response.headersSent) response.writeHead(200, STREAM);
    response.write(event(line));
  };
  return openOutlet(response, send, () => !response.writableNeedDrain);
}

function deliver(response: ServerResponse, status: number, line: Redacted): void {
  if (response.headersSent) {
    response.end(event(line));
    return;
  }
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  response.end(line);
}
