/** The session of one client on a lasting connection: tracks the running calls. */
import type { Redacted } from '../redaction/redacted.ts';
import type { RpcReply, AnswerRequest, Asker } from './answer.ts';
import { type Members, type Request, type RequestId, readMessage, RPC } from './message.ts';

/** A connection's end of the server. */
export interface ProtocolSession {
  /** Takes one line of the client; answers are sent in the order in which they are ready. */
  readonly receive: (line: string) => void;
  /** Calls back once no call is running. */
  readonly whenIdle: (action: () => void) => void;
  /** Aborts every running call and gives them; nothing is sent from now on. */
  readonly close: () => readonly RpcReply[];
}

const IN_PROGRESS = { code: RPC.invalidRequest, message: 'A request with this id is already in progress.' };

/** Opens a session; the asker's outlet gets one line at a time, without a line break, answers whether it is ready or not. */
export function openSession(answerRequest: AnswerRequest, asker: Asker): ProtocolSession {
  const { send } = asker.outlet;
  const running = new Map<RequestId, RpcReply>();
  let idle: (() => void) | undefined;
  const leave = (): void => (running.size === 0 ? idle?.() : undefined);

  const answer = (request: Request): void => {
    const { id } = request;
    if (running.has(id)) return send(answerRequest.error(id, IN_PROGRESS));
    const outcome = answerRequest(request, asker);
    if (typeof outcome.line === 'string') return send(outcome.line);
    running.set(id, outcome);
    const finish = (line: Redacted): void => {
      // A cancelled request was removed, and must not be answered.
      if (running.get(id) !== outcome) return;
      running.delete(id);
      send(line);
      leave();
    };
    void outcome.line.then(finish);
  };

  return {
    receive(line) {
      const message = readMessage(line);
      if (message.kind === 'request') answer(message);
      else if (message.kind === 'response') answerRequest.take?.(message.message);
      else if (message.kind === 'invalid') send(answerRequest.error(message.id, message.error));
      else if (message.kind === 'notification' && message.method === 'notifications/cancelled') {
        cancel(running, message.params);
        leave();
      }
    },
    whenIdle(action) {
      idle = action;
      leave();
    },
    close: () => closeAll(running),
  };
}

function cancel(running: Map<RequestId, RpcReply>, { requestId }: Members): void {
  if (typeof requestId !== 'string' && typeof requestId !== 'number') return;
  const call = running.get(requestId);
  running.delete(requestId);
  call?.abort('cancelled');
}

function closeAll(running: Map<RequestId, RpcReply>): readonly RpcReply[] {
  const calls = [...running.values()];
  running.clear();
  for (const call of calls) call.abort('closed');
  return calls;
}
