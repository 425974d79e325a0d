/** Checks headers that mirror the body (MCP 2026-07-28): they must be decodable and equal. */
import type { ToolTable } from '../descriptor/descriptor.ts';
import { clip } from '../language/describe.ts';
import { isObject, ownMember } from '../language/json.ts';
import type { HeaderParameter } from '../protocol/mirrored.ts';
import { headerParameters } from '../protocol/mirrored.ts';
import { type ErrorReply, type Members, RPC, errorReply } from '../protocol/message.ts';
import type { Header } from './http-guard.ts';

/** Holds the headers of a `tools/call` against its arguments. */
export type CheckArguments = (params: Members, header: Header) => ErrorReply | undefined;

/** Finds the mirrored parameters of a tool at its first call: most tools have none. */
export function mirroredArguments(tools: ToolTable): CheckArguments {
  const known = new Map<unknown, readonly HeaderParameter[]>();
  return ({ name, arguments: args }, header) => {
    let parameters = known.get(name);
    if (parameters === undefined) {
      const tool = tools.find((one) => one.name === name);
      parameters = tool === undefined ? [] : headerParameters(tool.inputSchema);
      if (tool !== undefined) known.set(name, parameters);
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
  const given = header(name.toLowerCase());
  // A gateway that routes by the header would use an argument that the call does not have.
  if (stated === undefined || stated === null) return given === undefined ? undefined : differ(name, given, 'no value');
  // The schema rejects these.
  if (typeof stated === 'object') return undefined;
  if (typeof stated === 'number' && /^-?\d+(?:\.\d+)?$/.test(given ?? '') && Number(given) === stated) return undefined;
  return encodedMismatch(name, given, String(stated));
}

/** For headers whose values are encoded where they have to be. */
export function encodedMismatch(name: string, given: string | undefined, stated: string): ErrorReply | undefined {
  if (given === undefined) return mismatch(name, given, stated);
  const decoded = decode(given);
  return decoded === undefined
    ? errorReply(RPC.headerMismatch, `The header ${name} has invalid characters or invalid Base64.`)
    : mismatch(name, decoded, stated);
}

/** Nothing if header and body are equal. */
export function mismatch(name: string, given: string | undefined, stated: string): ErrorReply | undefined {
  return given === stated ? undefined : differ(name, given, `"${clip(stated)}"`);
}

function differ(name: string, given: string | undefined, stated: string): ErrorReply {
  const what = given === undefined ? 'is missing' : `is "${clip(given)}"`;
  return errorReply(RPC.headerMismatch, `The header ${name} ${what}, but the body has ${stated}.`);
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Decodes a value, which may be `=?base64?…?=` of its UTF-8; nothing if it is not valid. */
function decode(value: string): string | undefined {
  if (!/^[\t\x20-\x7e]*$/.test(value)) return undefined;
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  if (!BASE64.test(encoded)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded), (byte) => byte.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
