/** HTTP+SSE as MCP 2024-11-05 had it, for old hosts: a stream to read from, and an address to post to. */
import type { ServerResponse } from 'node:http';
import type { AnswerRequest } from '../protocol/answer.ts';
import type { Allowance } from '../gate.ts';
import type { Session } from '../protocol/session.ts';
import type { Redacted } from '../redacted.ts';
import { frame, randomName } from '../redacted.ts';
import { openSession } from '../protocol/session.ts';

/** Headers of a stream of events; no proxy may hold them back. */
export const STREAM = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  'X-Accel-Buffering': 'no',
};

/** Bytes that a client may leave unread. */
const MOST_UNREAD = 16 * 1024 * 1024;

/** Milliseconds between signs of life; who is gone without a word is found out by them. */
const HEARTBEAT = 15_000;

/** The streams of old clients. */
export interface Streams {
  /** Makes a response a stream, and a session behind it. */
  readonly open: (response: ServerResponse, allowance: Allowance) => void;
  /** Takes a message for an open stream; false where there is none of that name. */
  readonly post: (name: string, body: string) => boolean;
  /** Aborts the calls of all sessions. */
  readonly close: () => void;
}

const MESSAGE = frame`message`;
const ENDPOINT = frame`endpoint`;

/** One message as an event. */
export function event(line: Redacted, type = MESSAGE): Redacted {
  return frame`event: ${type}\ndata: ${line}\n\n`;
}

/** Keeps the open streams; each is a session of its own, which ends with its connection. */
export function createStreams(answer: AnswerRequest): Streams {
  const sessions = new Map<string, Session>();
  return {
    open(response, allowance) {
      const name = randomName();
      const write = (text: Redacted): void => {
        if (response.writableLength > MOST_UNREAD) response.destroy();
        else response.write(text);
      };
      const session = openSession(answer, { allowance, notify: (line) => write(event(line)) });
      const heart = setInterval(write, HEARTBEAT, frame`: alive\n\n`);
      sessions.set(name, session);
      response.on('close', () => {
        clearInterval(heart);
        sessions.delete(name);
        session.close();
      });
      response.writeHead(200, STREAM);
      write(event(frame`/messages?session=${name}`, ENDPOINT));
    },
    post(name, body) {
      const session = sessions.get(name);
      session?.receive(body);
      return session !== undefined;
    },
    close() {
      for (const session of sessions.values()) session.close();
    },
  };
}
