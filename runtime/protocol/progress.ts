/** Sends the progress of one call to a client that may read more slowly than the call reports. */
import type { Call } from '../server/context.ts';
import { type Request, isId, metaOf, progressLine } from './message.ts';
import type { Redact } from '../redaction/redact.ts';
import type { Redacted } from '../redaction/redacted.ts';
import { MAX_MESSAGE_LENGTH, readableText } from '../server/message-text.ts';

/** One step of progress, as MCP `notifications/progress` carries it. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Where the progress of a client's calls is sent. */
export interface Outlet {
  readonly send: (line: Redacted) => void;
  /** Whether what was sent before is nearly all taken. */
  readonly isReady: () => boolean;
  /** Calls back once, when `isReady` is true again. */
  readonly whenReady: (action: () => void) => void;
  /** Calls back when what was sent so far is on its way, where all that one turn sends may reach the client as one piece. */
  readonly nextTurn?: (action: () => void) => void;
}

/** The progress of one call. */
export interface ProgressReport {
  readonly sink: Call['progress'];
  /** The call is answered or aborted: pending progress is dropped. Whether any was sent in this turn. */
  readonly close: () => boolean;
}

/** Undefined if the request has no progress token (MCP, utilities/progress). While the client does not read, only the newest progress of the call is pending. */
export function reportProgress({ params }: Request, outlet: Outlet, redact: Redact): ProgressReport | undefined {
  const { progressToken } = metaOf(params);
  if (!isId(progressToken)) return undefined;
  let newest: Progress | undefined;
  let sent = false;
  const flush = (): void => {
    const held = newest;
    newest = undefined;
    if (held !== undefined) sink(held);
  };
  const sink = (progress: Progress): void => {
    const { message = '', ...numbers } = progress;
    // A longer message is left out, and the numbers are sent without it.
    const isShort = message !== '' && message.length <= MAX_MESSAGE_LENGTH;
    const reduced = isShort ? { ...numbers, message: readableText(message) } : numbers;
    if (newest === undefined) {
      if (outlet.isReady()) {
        outlet.send(progressLine(progressToken, redact.json(reduced)));
        if (!sent) outlet.nextTurn?.(() => (sent = false));
        sent = true;
        return;
      }
      outlet.whenReady(flush);
    }
    newest = reduced;
  };
  const close = (): boolean => {
    newest = undefined;
    return sent;
  };
  return { sink: risingProgress(sink), close };
}

/** Sends what rises (MCP, utilities/progress); handlers are not bound to their types. */
export function risingProgress(send: (step: Progress) => void): Call['progress'] {
  let reached = -Infinity;
  return (done, total = Number.NaN, message) => {
    if (!Number.isFinite(done) || done <= reached) return;
    reached = done;
    send({ progress: done, ...(Number.isFinite(total) && { total }), ...(message !== undefined && { message }) });
  };
}
