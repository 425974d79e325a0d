/** Streamable HTTP (MCP, basic/transports): what one POST is answered with, whatever platform it came through. */
import { clip } from '../language/describe.ts';
import type { Answer, AnswerRequest, Asker } from '../protocol/answer.ts';
import { errorAnswer } from '../protocol/answer.ts';
import { LEGACY_VERSIONS } from '../protocol/legacy.ts';
import type { Request } from '../protocol/message.ts';
import { errorLine, metaOf, readMessage, RPC } from '../protocol/message.ts';
import { isModern, isModernVersion, unsupportedVersion, VERSION } from '../protocol/modern.ts';
import type { ErrorReply } from '../protocol/tools.ts';
import { refuse } from '../protocol/tools.ts';
import type { Header, Refusal } from './door.ts';
import { refusal } from './door.ts';

/** Notifications and answers are taken in silence. A cancellation has nobody to reach: to disconnect is to cancel. */
const accepted = refusal(202, '');

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Answers the body of a POST; its headers must say the same as the body. */
export function answerPost(answer: AnswerRequest, body: string, header: Header, asker: Asker): Answer | Refusal {
  const message = readMessage(body);
  if (message.kind === 'invalid') return { ...refusal(400, errorLine(message.id, message.error)), headers: JSON_TYPE };
  if (message.kind !== 'request') return accepted;
  const version = header('mcp-protocol-version');
  const modern = isModern(message) || (version !== undefined && isModernVersion(version));
  const wrong = modern ? headerError(message, version, header) : legacyError(version);
  return wrong === undefined ? answer(message, asker, modern) : errorAnswer(message, { ...wrong, status: 400 });
}

/** Without a header a client of 2025-03-26 is meant, whose answers are the same. */
function legacyError(version: string | undefined): ErrorReply | undefined {
  return version === undefined || LEGACY_VERSIONS.includes(version)
    ? undefined
    : unsupportedVersion(version, LEGACY_VERSIONS);
}

/** MCP 2026-07-28: headers repeat what a gateway needs to know, and must not say anything else than the body. */
function headerError({ method, params }: Request, version: string | undefined, header: Header): ErrorReply | undefined {
  const stated = metaOf(params)[VERSION];
  const { name } = params;
  return (
    (typeof stated === 'string' ? mismatch('MCP-Protocol-Version', version, stated) : undefined) ??
    mismatch('Mcp-Method', header('mcp-method'), method) ??
    (method === 'tools/call' && typeof name === 'string'
      ? mismatch('Mcp-Name', decode(header('mcp-name')), name)
      : undefined)
  );
}

function mismatch(name: string, given: string | undefined, stated: string): ErrorReply | undefined {
  if (given === stated) return undefined;
  const what = given === undefined ? 'is missing' : `says "${clip(given)}"`;
  return refuse(RPC.headerMismatch, `The header ${name} ${what}, the body ${clip(stated)}.`);
}

/** Names that a header cannot carry come as `=?base64?…?=` of their UTF-8. */
function decode(value: string | undefined): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/i.exec(value ?? '')?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString();
}
