/** Passes on the log messages of another server, from the level that the client sets. */
import type { PassedCapability } from '../../descriptor/descriptor.ts';
import { jsonFrom } from '../../server/envelope.ts';
import type { Json, JsonObject } from '../../language/json.ts';
import { clip } from '../../language/describe.ts';
import type { ErrorReply } from '../../protocol/error-reply.ts';
import { errorReply } from '../../protocol/error-reply.ts';
import type { Extension } from '../../protocol/extensions.ts';
import type { Members } from '../../protocol/message.ts';
import { notificationLine, RPC } from '../../protocol/message.ts';
import type { Outlet } from '../../protocol/progress.ts';
import type { Redact } from '../../redaction/redact.ts';
import type { Redacted } from '../../redaction/redacted.ts';
import { frame } from '../../redaction/redacted.ts';
import type { Upstreams } from '../connect.ts';
import type { UpstreamSession } from '../session.ts';
import { reviewable } from './methods.ts';

/** RFC 5424, the least urgent first (MCP 2025-11-25, utilities/logging). */
const LEVELS: readonly string[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** Characters of a message as JSON text; a longer one is left out. */
const LONGEST = 64 * 1024;

const MESSAGE = frame`notifications/message`;

interface Messages extends Pick<Extension, 'methods'> {
  readonly capabilities: JsonObject;
  readonly attach: (outlet: Outlet) => void;
}

/** While a client does not read, messages for it are dropped. The level is sent to the other server once it runs. */
export function passMessages(
  passed: ReadonlyMap<PassedCapability, string>,
  upstreams: Upstreams,
  redact: Redact,
): Messages {
  const source = passed.get('logging');
  if (source === undefined) return { capabilities: {}, methods: {}, attach: () => {} };
  const outlets = new Set<Outlet>();
  let least: string | undefined;
  let session: UpstreamSession | undefined;
  const sendLevel = (): void => {
    if (least === undefined || session === undefined) return;
    // One that does not know it sends more than is passed on.
    session.request('logging/setLevel', { level: least }, {}).catch(() => {});
  };
  upstreams.listen({
    onOpen: (name, opened) => {
      if (name !== source) return;
      session = opened;
      sendLevel();
    },
    onNotification: (name, method, params) => {
      const message = name === source && method === MESSAGE ? messageOf(params, redact, least) : undefined;
      if (message === undefined) return;
      for (const outlet of outlets) if (outlet.isReady()) outlet.send(notificationLine(MESSAGE, message));
    },
  });
  const setLevel = ({ level }: Members): Redacted | ErrorReply => {
    if (typeof level !== 'string' || !LEVELS.includes(level))
      return errorReply(RPC.invalidParams, `"level" must be one of ${LEVELS.join(', ')}; got ${clip(String(level))}.`);
    least = level;
    sendLevel();
    return frame``;
  };
  return {
    capabilities: { logging: {} },
    methods: { 'logging/setLevel': setLevel },
    attach: (outlet) => void outlets.add(outlet),
  };
}

/** Nothing for a message that is not valid, not urgent enough, or too long. */
function messageOf({ level, logger, data }: Members, redact: Redact, least = ''): Redacted | undefined {
  if (typeof level !== 'string' || data === undefined) return undefined;
  const urgency = LEVELS.indexOf(level);
  if (urgency < 0 || urgency < LEVELS.indexOf(least)) return undefined;
  // Parsed JSON.
  const shown = reviewable({ level, ...(typeof logger === 'string' && { logger }), data: data as Json }, 'instruction');
  const message = jsonFrom(redact, shown, '{');
  return message.length > LONGEST ? undefined : message;
}
