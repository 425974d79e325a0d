/** MCP 2026-07-28: no handshake and no session; every request carries its own envelope in `_meta`. */
import { clip } from '../language/describe.ts';
import { isObject } from '../language/json.ts';
import { type Redacted, frame, membersOf, withMeta } from '../redaction/redacted.ts';
import { type ErrorReply, type Members, RPC, type Request, cursorError, errorReply, metaOf } from './message.ts';
import { CAPABILITIES, MODERN_VERSIONS, SERVER_INFO, VERSION } from './versions.ts';
import { type AnswerInEra, type RequestReply, type Served, type Wrap, replyBeyondTools, replyToCall } from './tools.ts';

/** Tools and skills change only with the server itself; clients may keep what they read for five minutes (SEP-2549). */
const CACHE = frame`"ttlMs":300000,"cacheScope":"public"`;

/** What another server said may be different the next time. */
const NO_CACHE = frame`"ttlMs":0,"cacheScope":"private"`;

/** Whether a request belongs to this era: its envelope names a version, or the method exists only in this era. */
export function isModern({ method, params }: Request): boolean {
  return method === 'server/discover' || VERSION in metaOf(params);
}

/** Responses as the revision requires them: identity and `resultType` in every result, cache hints on what can be kept. */
export function modernEra(served: Served): AnswerInEra {
  const { name, title, version, instructions, icons } = served.descriptor;
  const { json } = served.redact;
  const metaWith = (more?: object): Redacted => membersOf(json({ [SERVER_INFO]: { name, title, version, ...more } }));
  const meta = metaWith();
  const wrap = (members: Redacted, own = meta): Redacted => frame`{"resultType":"complete",${withMeta(own, members)}}`;
  const wrapOnce: Wrap = (members) => wrap(frame`${members},${NO_CACHE}`);
  const wrapCached: Wrap = (members) => wrap(frame`${CACHE},${members}`);
  const discovery = membersOf(
    json({
      supportedVersions: MODERN_VERSIONS,
      capabilities: served.extensions.capabilities,
      ...(instructions !== '' && { instructions }),
    }),
  );
  return (request): RequestReply => {
    const wrong = envelopeError(metaOf(request.params));
    if (wrong !== undefined) return { ...wrong, status: 400 };
    switch (request.method) {
      case 'server/discover':
        // Pictures are said once, not with each result.
        return { kind: 'result', result: wrap(frame`${CACHE},${discovery}`, icons && metaWith({ icons })) };
      case 'tools/list':
        return cursorError(request.params) ?? { kind: 'result', result: wrapCached(served.list()) };
      case 'tools/call':
        return replyToCall(served, request, wrap);
      // Methods of earlier revisions.
      case 'resources/subscribe':
      case 'resources/unsubscribe':
        return { ...errorReply(RPC.unknownMethod, `Unknown method: ${request.method}.`), status: 404 };
      default:
        return replyBeyondTools(served, request, { wrap: wrapCached, wrapWork: wrapOnce, unknownStatus: 404 });
    }
  };
}

function envelopeError(meta: Members): ErrorReply | undefined {
  const version = meta[VERSION];
  if (typeof version !== 'string') return errorReply(RPC.invalidParams, `"_meta" must contain ${VERSION} as a string.`);
  if (!isModernVersion(version)) return unsupportedVersion(version);
  return isObject(meta[CAPABILITIES])
    ? undefined
    : errorReply(RPC.invalidParams, `"_meta" must contain ${CAPABILITIES} as an object.`);
}

/** Whether a revision is one of this era. */
export function isModernVersion(version: string): boolean {
  return MODERN_VERSIONS.includes(version);
}

/** The error for an unsupported revision; `more` are the supported revisions of the other era. */
export function unsupportedVersion(version: string, more: readonly string[] = []): ErrorReply {
  const data = { supported: [...MODERN_VERSIONS, ...more], requested: clip(version) };
  return errorReply(RPC.unsupportedVersion, `Unsupported protocol version: ${clip(version)}.`, data);
}
