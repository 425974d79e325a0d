/** Sends the progress of one call to a client that may read more slowly than the call reports. */
import type { Progress, ProgressSink } from '../context.ts';
import type { Request } from './message.ts';
import type { Redact } from '../redact.ts';
import type { Redacted } from '../redacted.ts';
import { isId, metaOf, progressLine } from './message.ts';

/** Where the progress of a client's calls is sent. */
export interface Outlet {
  readonly send: (line: Redacted) => void;
  /** Whether what was sent before is nearly all taken. */
  readonly isReady: () => boolean;
  /** Calls back once, when `isReady` is true again. */
  readonly whenReady: (action: () => void) => void;
}

/** The progress of one call. */
interface ProgressReport {
  /** Absent where the request did not ask (MCP, utilities/progress). */
  readonly sink: ProgressSink;
  /** The call is answered or aborted: pending progress is dropped. */
  readonly close: () => void;
}

/** Characters of a message; a longer one is left out, and the numbers are sent without it. */
const LONGEST = 4000;

const silent: ProgressReport = { sink: undefined, close: () => {} };

/** While the client does not read, only the newest progress of the call is pending. */
export function reportProgress({ params }: Request, outlet: Outlet, redact: Redact): ProgressReport {
  const { progressToken } = metaOf(params);
  if (!isId(progressToken)) return silent;
  let newest: Progress | undefined;
  const flush = (): void => {
    const held = newest;
    newest = undefined;
    if (held !== undefined) sink(held);
  };
  const sink = (progress: Progress): void => {
    const { message = '', ...numbers } = progress;
    const reduced = message.length > LONGEST ? numbers : progress;
    if (newest === undefined) {
      if (outlet.isReady()) {
        outlet.send(progressLine(progressToken, redact.json(reduced)));
        return;
      }
      outlet.whenReady(flush);
    }
    newest = reduced;
  };
  return { sink, close: () => (newest = undefined) };
}
