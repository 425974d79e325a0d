/** Why a passed request has no result, as an error of the protocol. */
import type { Call } from '../../server/context.ts';
import type { ErrorCase } from '../../descriptor/descriptor.ts';
import { cleanDetail } from '../../behaviors/shared/response.ts';
import type { ErrorReply } from '../../protocol/error-reply.ts';
import { errorReply } from '../../protocol/error-reply.ts';
import { RPC } from '../../protocol/message.ts';
import type { Redact } from '../../redaction/redact.ts';
import { joinSentences } from '../../server/sentences.ts';
import { RpcFailure, Unfinished } from '../rpc.ts';
import { WireError } from '../wire.ts';

interface FailedRequest {
  readonly name: string;
  /** The author's, for a server that cannot be reached. */
  readonly words: ErrorCase | undefined;
  readonly redact: Redact;
  readonly call: Pick<Call, 'log'>;
}

/** Codes that are passed on; -32002, a missing resource, is one of invalid parameters since MCP 2026-07-28. */
const CODES: ReadonlyMap<number, number> = new Map([
  [-32002, RPC.invalidParams],
  [RPC.invalidParams, RPC.invalidParams],
  [RPC.unknownMethod, RPC.unknownMethod],
]);

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
  return errorReply(
    RPC.internal,
    words
      ? joinSentences(words.error, words.retry_hint)
      : `The server behind this one cannot be reached: ${thrown.message}.`,
  );
}
