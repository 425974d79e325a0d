/** Streamable HTTP (MCP, basic/transports): the response to one POST, and the check of its headers, the same on every platform. */
import { fromBase64 } from '../language/encoding.ts';
import { type AnswerRequest, type Asker, type RpcReply, atOnce } from '../protocol/answer.ts';
import { LEGACY_VERSIONS, VERSION } from '../protocol/versions.ts';
import {
  type ErrorReply,
  type Members,
  RPC,
  type Request,
  errorReply,
  metaOf,
  readMessage,
} from '../protocol/message.ts';
import { type HeaderParameter, NAMED, headerParameters } from '../protocol/mirrored.ts';
import { isModern, isModernVersion, unsupportedVersion } from '../protocol/modern.ts';
import { frame } from '../redaction/redacted.ts';
import type { CallUser } from '../server/user.ts';
import { type Header, type PlainReply, plainReply } from './http-guard.ts';
import type { ToolTable } from '../descriptor/descriptor.ts';
import { clip } from '../language/describe.ts';
import { isObject, ownMember } from '../language/json.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Notifications and responses are accepted without effect. A cancellation is not needed: to disconnect is to cancel. */
const accepted = plainReply(202, frame``);

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** What a message must be beyond its own form. */
interface MessageChecks {
  readonly checkArguments: CheckArguments;
  /** Whether the user may do what it requests. */
  readonly permit: Permit | undefined;
}

type Permit = (request: Request, user: CallUser | undefined) => PlainReply | undefined;

export function messageChecks(tools: ToolTable, permit?: Permit): MessageChecks {
  return { checkArguments: mirroredArguments(tools), permit };
}

/** Answers the body of a POST; its headers must match the body. */
export function answerPost(
  answer: AnswerRequest,
  { checkArguments, permit }: MessageChecks,
  body: string,
  header: Header,
  asker: Asker,
): RpcReply | PlainReply {
  const message = readMessage(body);
  if (message.kind === 'invalid') return plainReply(400, answer.error(message.id, message.error), JSON_TYPE);
  if (message.kind === 'response') answer.take?.(message.message);
  if (message.kind !== 'request') return accepted;
  const version = header('mcp-protocol-version');
  const modern = isModern(message) || (version !== undefined && isModernVersion(version));
  const wrong = modern ? headerError(message, version, header, checkArguments) : legacyError(version);
  if (wrong !== undefined) return atOnce(answer.error(message.id, wrong.error), 400);
  return permit?.(message, asker.user) ?? answer(message, asker, modern);
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

/** Holds the headers of a `tools/call` against its arguments. */
type CheckArguments = (params: Members, header: Header) => ErrorReply | undefined;

/** Finds the mirrored parameters of a tool at its first call: most tools have none. */
function mirroredArguments(tools: ToolTable): CheckArguments {
  const memory = new Map<unknown, readonly HeaderParameter[]>();
  return ({ name, arguments: args }, header) => {
    let parameters = memory.get(name);
    if (parameters === undefined) {
      const tool = tools.find((one) => one.name === name);
      parameters = tool === undefined ? [] : headerParameters(tool.inputSchema);
      if (tool !== undefined) memory.set(name, parameters);
    }
    for (const mirror of parameters) {
      const wrong = argumentMismatch(mirror, args, header);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };
}

function argumentMismatch(
  { header: name, path }: HeaderParameter,
  args: unknown,
  header: Header,
): ErrorReply | undefined {
  const stated = path.reduce<unknown>((value, key) => (isObject(value) ? ownMember(value, key) : undefined), args);
  const sent = header(name.toLowerCase());
  // A gateway that routes by the header would use an argument that the call does not have.
  if (stated === undefined || stated === null) return sent === undefined ? undefined : differ(name, sent, 'no value');
  // The schema rejects these.
  if (typeof stated === 'object') return undefined;
  if (typeof stated === 'number' && /^-?\d+(?:\.\d+)?$/.test(sent ?? '') && Number(sent) === stated) return undefined;
  return encodedMismatch(name, sent, String(stated));
}

/** For headers whose values are encoded where they have to be. */
function encodedMismatch(name: string, value: string | undefined, stated: string): ErrorReply | undefined {
  if (value === undefined) return mismatch(name, value, stated);
  const decoded = decode(value);
  return decoded === undefined
    ? errorReply(RPC.headerMismatch, `The header ${name} has invalid characters or invalid Base64.`)
    : mismatch(name, decoded, stated);
}

/** Nothing if header and body are equal. */
function mismatch(name: string, value: string | undefined, stated: string): ErrorReply | undefined {
  return value === stated ? undefined : differ(name, value, `"${clip(stated)}"`);
}

function differ(name: string, value: string | undefined, stated: string): ErrorReply {
  const what = value === undefined ? 'is missing' : `is "${clip(value)}"`;
  return errorReply(RPC.headerMismatch, `The header ${name} ${what}, but the body has ${stated}.`);
}

/** Decodes a value, which may be `=?base64?…?=` of its UTF-8; nothing if it is not valid. */
function decode(value: string): string | undefined {
  if (!/^[\t\x20-\x7e]*$/.test(value)) return undefined;
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  if (!BASE64.test(encoded)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fromBase64(encoded));
  } catch {
    return undefined;
  }
}
