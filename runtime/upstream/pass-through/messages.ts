/** Passes on the log messages of another server, from the level that the client sets, and its errors. */
import type { ErrorCase, PassedCapability } from '../../descriptor/descriptor.ts';
import { jsonFrom } from '../../server/envelope.ts';
import { type Json, isObject } from '../../language/json.ts';
import { parseExact } from '../../language/plain.ts';
import { restoreNumbers } from '../../redaction/exact-numbers.ts';
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
import { OtherRevision, UnusableResponse, WireError } from '../wire.ts';

/** Codes that are passed on with their data; others could mean to the client what the other server did not (ADR 37). */
const CODES: ReadonlySet<number> = new Set([RPC.unknownResource, RPC.invalidParams, RPC.unknownMethod]);

/** Characters of the data of an error as JSON text; longer data is left out. */
const MAX_DATA_LENGTH = 2000;

/** RFC 5424, the least urgent first (MCP 2025-11-25, utilities/logging). */
const LEVELS: readonly string[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** Characters of a message as JSON text; a longer one is left out. */
const MAX_MESSAGE_LENGTH = 64 * 1024;

const MESSAGE = frame`notifications/message`;

/** While a client does not read, messages for it are dropped. The level is sent to the other server once it runs. */
export function passMessages(
  passed: ReadonlyMap<PassedCapability, string>,
  upstreams: Upstreams,
  redact: Redact,
): Required<NonNullable<Extension['lasting']>> {
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
    const text = `The server behind this one rejected "${thrown.method ?? name}": ${message}`;
    return CODES.has(thrown.code) && thrown.isOf(name)
      ? passedError(thrown, name, text)
      : errorReply(RPC.internal, text);
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
  if (thrown instanceof UnusableResponse || thrown instanceof OtherRevision) {
    call.log(`upstream response not usable: ${thrown.message}`, 'warn');
    return errorReply(
      RPC.internal,
      `The server behind this one sent a response that cannot be used: ${thrown.message}.`,
    );
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

/** A resource that is missing has the URI as data since MCP 2026-07-28, where its code is that of invalid parameters (SEP-2164). */
function passedError({ code, data }: RpcFailure, name: string, text: string): ErrorReply {
  const isMissing = name === 'resources/read' && code === RPC.invalidParams && isObject(data) && 'uri' in data;
  return errorReply(isMissing ? RPC.unknownResource : code, text, smallData(data));
}

/** Integers of any size as the texts of their digits. */
function smallData(data: unknown): Json | undefined {
  if (data === undefined) return undefined;
  try {
    const text = restoreNumbers(JSON.stringify(data));
    return text.length > MAX_DATA_LENGTH ? undefined : reviewable(parseExact(text), 'definition');
  } catch {
    // It is deeper than what can be written.
    return undefined;
  }
}
