/** Passes on the log messages of another server, from the level that the client sets, and its errors. */
import type { ErrorCase, PassedCapability } from '../../descriptor/descriptor.ts';
import { jsonFrom } from '../../server/envelope.ts';
import type { Json, JsonObject } from '../../language/json.ts';
import { clip } from '../../language/describe.ts';
import { type ErrorReply, type Members, RPC, errorReply, notificationLine } from '../../protocol/message.ts';
import type { Extension } from '../../protocol/extensions.ts';
import type { Outlet } from '../../protocol/progress.ts';
import type { Redact } from '../../redaction/redact.ts';
import { type Redacted, frame } from '../../redaction/redacted.ts';
import type { Upstreams } from '../connect.ts';
import type { UpstreamSession } from '../session.ts';
import { reviewable } from './methods.ts';
import type { Call } from '../../server/context.ts';
import { cleanDetail } from '../../behaviors/shared/response.ts';
import { isFailure } from '../../server/failure.ts';
import { joinSentences } from '../../server/message-text.ts';
import { RpcFailure, Unfinished } from '../rpc.ts';
import { WireError } from '../wire.ts';

/** Codes that are passed on; -32002, a missing resource, is one of invalid parameters since MCP 2026-07-28. */
const CODES: ReadonlyMap<number, number> = new Map([
  [-32002, RPC.invalidParams],
  [RPC.invalidParams, RPC.invalidParams],
  [RPC.unknownMethod, RPC.unknownMethod],
]);

/** RFC 5424, the least urgent first (MCP 2025-11-25, utilities/logging). */
const LEVELS: readonly string[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** Characters of a message as JSON text; a longer one is left out. */
const MAX_MESSAGE_LENGTH = 64 * 1024;

const MESSAGE = frame`notifications/message`;

interface Messages extends Required<Pick<Extension, 'methods'>> {
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
  const text = reviewable({ level, ...(typeof logger === 'string' && { logger }), data: data as Json }, 'instruction');
  const message = jsonFrom(redact, text, '{');
  return message.length > MAX_MESSAGE_LENGTH ? undefined : message;
}

/** Why a passed request has no result, as an error of the protocol. */
interface FailedRequest {
  readonly name: string;
  /** The author's, for a server that cannot be reached. */
  readonly words: ErrorCase | undefined;
  readonly redact: Redact;
  readonly call: Pick<Call, 'log'>;
}

/** The message of the other server may be anything: it is cleaned, and codes are passed on only where MCP has them. */
export function upstreamError(thrown: unknown, { name, words, redact, call }: FailedRequest): ErrorReply {
  if (thrown instanceof RpcFailure) {
    // Before it is cut: half a secret would not be found.
    const message = cleanDetail(redact.text(thrown.message)) || `error ${thrown.code}`;
    call.log(`upstream error ${thrown.code} to ${name}: ${message}`);
    return errorReply(
      CODES.get(thrown.code) ?? RPC.internal,
      `The server behind this one rejected "${name}": ${message}`,
    );
  }
  if (thrown instanceof Unfinished)
    return errorReply(
      RPC.internal,
      `The server behind this one needs input of the user for "${name}", which is not passed on.`,
    );
  if (!(thrown instanceof WireError)) {
    call.log(`${name}: ${thrown instanceof Error ? thrown.message : 'unknown error'}`, 'error');
    return errorReply(RPC.internal, `"${name}" had an internal error.`);
  }
  call.log(`upstream not reached: ${thrown.message}`, 'warn');
  const authored = isFailure(thrown.cause) ? thrown.cause : words;
  return errorReply(
    RPC.internal,
    authored
      ? joinSentences(authored.error, authored.retry_hint)
      : `The server behind this one cannot be reached: ${thrown.message}.`,
  );
}
