/** One client on one connection: picks the era of each message, and keeps track of the calls under way. */
import type { RunningCall } from '../call.ts';
import type { ProgressSink } from '../context.ts';
import { legacyEra } from './legacy.ts';
import type { Members, Request, RequestId } from './message.ts';
import { errorLine, metaOf, notificationLine, readMessage, resultLine, RPC } from './message.ts';
import { isModern, modernEra } from './modern.ts';
import type { Era, Reply, Served } from './tools.ts';

/** A connection's end of the server. */
export interface Session {
  /** Takes one line of the client; answers go to `send`, in the order in which they are ready. */
  readonly receive: (line: string) => void;
  /** Aborts every call under way; nothing is sent from now on. */
  readonly close: () => void;
}

/** Opens a session; `send` gets one line at a time, without a line break. */
export function openSession(served: Served, send: (line: string) => void): Session {
  const eras = { legacy: legacyEra(served), modern: modernEra(served) };
  const running = new Map<RequestId, RunningCall>();

  const begin = (request: Request, { tool, args }: Extract<Reply, { kind: 'call' }>, era: Era): void => {
    const call = tool(args, progressSink(request, send));
    const { outcome } = call;
    if (typeof outcome === 'string') {
      send(resultLine(request.id, era.wrap(outcome)));
      return;
    }
    running.set(request.id, call);
    const finish = (members: string): void => {
      // Whoever cancelled it took it out, and then nothing may be sent.
      if (running.get(request.id) !== call) return;
      running.delete(request.id);
      send(resultLine(request.id, era.wrap(members)));
    };
    void outcome.then(finish);
  };

  const answer = (request: Request): void => {
    if (running.has(request.id)) {
      send(errorLine(request.id, { code: RPC.invalidRequest, message: 'A request with this id is still under way.' }));
      return;
    }
    const era = isModern(request) ? eras.modern : eras.legacy;
    const reply = era.reply(request);
    if (reply.kind === 'call') begin(request, reply, era);
    else send(reply.kind === 'result' ? resultLine(request.id, reply.result) : errorLine(request.id, reply.error));
  };

  const cancel = ({ requestId }: Members): void => {
    if (typeof requestId !== 'string' && typeof requestId !== 'number') return;
    const call = running.get(requestId);
    running.delete(requestId);
    call?.abort('cancelled');
  };

  return {
    receive(line) {
      const message = readMessage(line);
      if (message.kind === 'request') answer(message);
      else if (message.kind === 'invalid') send(errorLine(message.id, message.error));
      else if (message.kind === 'notification' && message.method === 'notifications/cancelled') cancel(message.params);
    },
    close() {
      const calls = [...running.values()];
      running.clear();
      for (const call of calls) call.abort('closed');
    },
  };
}

/** Progress is sent only where the request asked for it (MCP, utilities/progress). */
function progressSink({ params }: Request, send: (line: string) => void): ProgressSink {
  const { progressToken } = metaOf(params);
  if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return undefined;
  return (progress) => send(notificationLine('notifications/progress', { progressToken, ...progress }));
}
