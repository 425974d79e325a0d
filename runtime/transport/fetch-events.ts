/** Progress on web-standard streams, as events before the answer of a call. */
import type { RpcReply } from '../protocol/answer.ts';
import type { Outlet } from '../protocol/progress.ts';
import type { Redacted } from '../redaction/redacted.ts';
import { event, STREAM } from './sse.ts';

/** For clients that take no events. */
export const unwanted: Outlet = { send: () => {}, isReady: () => true, whenReady: () => {} };

/** Bytes of events that wait for their reader, beyond which progress is held back. */
const MOST_UNREAD = 16 * 1024;

/** Progress of one call: the first of it turns the response into a stream. */
interface Events {
  readonly outlet: Outlet;
  /** Becomes these events themselves once there is one. */
  readonly first: Promise<Events>;
  readonly respond: (answer: RpcReply) => Response;
}

/** Opens the events of a call, even if none follows. */
export function openEvents(): Events {
  const encoder = new TextEncoder();
  let actions: (() => void)[] = [];
  let begin: (events: Events) => void = () => {};
  let leave: () => void = () => {};
  const first = new Promise<Events>((resolve) => (begin = resolve));
  // The stream is read only once it is a response: until then what waits counts as unread.
  const { stream, write, close, room } = openStream(
    () => {
      const due = actions;
      actions = [];
      for (const act of due) act();
    },
    () => leave(),
  );
  const send = (line: Redacted): void => write(encoder.encode(event(line)));
  const events: Events = {
    outlet: {
      send(line) {
        send(line);
        begin(events);
      },
      isReady: () => room() > 0,
      whenReady: (action) => void actions.push(action),
    },
    first,
    respond(answer) {
      leave = () => answer.abort('disconnected');
      const finish = (line: Redacted): void => {
        send(line);
        close();
      };
      void Promise.resolve(answer.line).then(finish);
      return new Response(stream, { headers: STREAM });
    },
  };
  return events;
}

/** A stream with callbacks for reads and for cancellation; after that nothing is written. */
function openStream(read: () => void, left: () => void) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (given) => void (controller = given),
      pull: read,
      cancel() {
        controller = undefined;
        left();
      },
    },
    { highWaterMark: MOST_UNREAD, size: ({ byteLength }) => byteLength },
  );
  return {
    stream,
    write: (bytes: Uint8Array) => controller?.enqueue(bytes),
    close: () => controller?.close(),
    room: () => controller?.desiredSize ?? 0,
  };
}
