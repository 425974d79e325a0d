/** Streamable HTTP (MCP, basic/transports): the response to one POST, the same on every platform. */
import type { RpcReply, AnswerRequest, Asker } from '../protocol/answer.ts';
import { atOnce } from '../protocol/answer.ts';
import { LEGACY_VERSIONS, VERSION } from '../protocol/versions.ts';
import { type ErrorReply, type Request, metaOf, readMessage } from '../protocol/message.ts';
import { NAMED } from '../protocol/mirrored.ts';
import { isModern, isModernVersion, unsupportedVersion } from '../protocol/modern.ts';
import { frame } from '../redaction/redacted.ts';
import type { Header, PlainReply } from './http-guard.ts';
import { plainReply } from './http-guard.ts';
import type { CheckArguments } from './header-check.ts';
import { encodedMismatch, mismatch } from './header-check.ts';

/** Notifications and responses are accepted without effect. A cancellation is not needed: to disconnect is to cancel. */
const accepted = plainReply(202, frame``);

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Answers the body of a POST; its headers must match the body. */
export function answerPost(
  answer: AnswerRequest,
  checkArguments: CheckArguments,
  body: string,
  header: Header,
  asker: Asker,
): RpcReply | PlainReply {
  const message = readMessage(body);
  if (message.kind === 'invalid')
    return { ...plainReply(400, answer.error(message.id, message.error)), headers: JSON_TYPE };
  if (message.kind !== 'request') return accepted;
  const version = header('mcp-protocol-version');
  const modern = isModern(message) || (version !== undefined && isModernVersion(version));
  const wrong = modern ? headerError(message, version, header, checkArguments) : legacyError(version);
  return wrong === undefined ? answer(message, asker, modern) : atOnce(answer.error(message.id, wrong.error), 400);
}

/** A client without the header is one of 2025-03-26, whose responses are the same. */
function legacyError(version: string | undefined): ErrorReply | undefined {
  return version === undefined || LEGACY_VERSIONS.includes(version)
    ? undefined
    : unsupportedVersion(version, LEGACY_VERSIONS);
}

/** MCP 2026-07-28: headers mirror what a gateway routes by, and must match the body. */
function headerError(
  { method, params }: Request,
  version: string | undefined,
  header: Header,
  checkArguments: CheckArguments,
): ErrorReply | undefined {
  const stated = metaOf(params)[VERSION];
  const name = params[NAMED.get(method) ?? ''];
  return (
    (typeof stated === 'string' ? mismatch('MCP-Protocol-Version', version, stated) : undefined) ??
    mismatch('Mcp-Method', header('mcp-method'), method) ??
    (typeof name === 'string' ? encodedMismatch('Mcp-Name', header('mcp-name'), name) : undefined) ??
    (method === 'tools/call' ? checkArguments(params, header) : undefined)
  );
}
