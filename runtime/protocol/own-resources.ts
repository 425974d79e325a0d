/** The resources that a spec declares: files that are compiled in, and what a tool returns for the variables of a URI. */
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import type { ResourceDescriptor } from '../descriptor/offer-descriptor.ts';
import { type Json, type JsonObject, isJsonObject } from '../language/json.ts';
import { findPointer } from '../language/pointer.ts';
import type { Redact } from '../redaction/redact.ts';
import { frame } from '../redaction/redacted.ts';
import type { CallTool } from '../server/call.ts';
import { joinSentences } from '../server/message-text.ts';
import type { Extension, ExtensionContext, RequestWork } from './extensions.ts';
import type { CallOutcome } from '../server/instead.ts';
import { type ErrorReply, RPC, errorReply } from './message.ts';
import { serveResources } from './resources.ts';
import { isInexact } from '../language/plain.ts';
import { isUriTemplate, matchUri } from '../language/uri-template.ts';

/** Offers them; undefined for a server without. */
export function extendByResources(
  { resources }: ServerDescriptor,
  redact: Redact,
  { tools }: ExtensionContext,
): Extension | undefined {
  if (resources === undefined) return undefined;
  const templates = resources.filter(({ uri }) => isUriTemplate(uri));
  const single = resources.filter(({ uri }) => !isUriTemplate(uri));
  const compiled = resources.filter(({ tool }) => tool === undefined);
  const find = (uri: string): RequestWork | undefined => {
    for (const resource of resources) {
      const call = resource.tool === undefined ? undefined : tools.get(resource.tool);
      const values = call && matchUri(resource.uri, uri);
      if (call && values) return readBy(call, { ...resource, uri }, values, redact);
    }
    return undefined;
  };
  return {
    capabilities: {},
    resources: {
      source: {
        listed: single.map((one) => ({ uri: one.uri, ...shownMembers(one) })),
        templates: templates.map((one) => ({ uriTemplate: one.uri, ...shownMembers(one) })),
        texts: new Map(compiled.map(({ uri, mimeType, text, blob }) => [uri, present({ mimeType, text, blob })])),
        find,
      },
      serve: serveResources(redact),
    },
  };
}

function shownMembers({ name, title, description, mimeType, size, icons, _meta }: ResourceDescriptor): JsonObject {
  return present({ name, title, description, mimeType, size, icons, _meta });
}

function present(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter((one): one is [string, Json] => one[1] !== undefined));
}

/** A call of the tool, whose result is the content. */
function readBy(
  call: CallTool,
  resource: ResourceDescriptor,
  values: Readonly<Record<string, string>>,
  redact: Redact,
): RequestWork {
  const args = Object.entries(values).map(([name, text]): [string, Json] => {
    // A number that would become another one stays text, which the tool refuses.
    const isNumber = resource.numbers?.includes(name) && /^-?\d+(?:\.\d+)?$/.test(text) && !isInexact(text);
    return [name, isNumber ? Number(text) : text];
  });
  const read = (members: CallOutcome): CallOutcome => {
    if (typeof members !== 'string') return members;
    const result: CallResult = JSON.parse(`{${members}}`);
    const contents = contentsIn(result, resource);
    return 'error' in contents ? contents : frame`"contents":${redact.json(contents)}`;
  };
  return (origin) => {
    const { open, outcome } = call(Object.fromEntries(args), origin);
    return { open, outcome: outcome instanceof Promise ? outcome.then(read) : read(outcome) };
  };
}

/** The members of a result that this server made. */
interface CallResult {
  readonly content: readonly JsonObject[];
  readonly structuredContent?: JsonObject;
  readonly isError?: boolean;
}

function contentsIn(
  result: CallResult,
  { uri, mimeType, pointer }: ResourceDescriptor,
): readonly JsonObject[] | ErrorReply {
  const { content, structuredContent: structured } = result;
  if (result.isError) return failureReply(structured ?? {}, uri);
  const blocks = content.flatMap((block) => blockContent(block, uri));
  if (blocks.length > 0) return blocks;
  const data = structured?.['success'] === true ? structured['data'] : (structured ?? content[0]?.['text']);
  const value = data === undefined || pointer === undefined ? data : findPointer(data, pointer);
  if (value === undefined || value === null) return notFound(`Empty resource: ${uri}.`, uri);
  const isText = typeof value === 'string';
  const type = mimeType ?? (isText ? 'text/plain' : 'application/json');
  return [{ uri, mimeType: type, text: isText ? value : JSON.stringify(value) }];
}

/** Images, sounds and embedded resources are their own content. */
function blockContent({ type, data, mimeType, resource }: JsonObject, uri: string): JsonObject[] {
  if (isJsonObject(resource)) return [{ ...resource, uri }];
  return type === 'image' || type === 'audio' ? [{ uri, mimeType: mimeType ?? '', blob: data ?? '' }] : [];
}

function failureReply({ error, code, retry_hint: hint }: JsonObject, uri: string): ErrorReply {
  const message = joinSentences(String(error ?? 'The resource cannot be read.'), String(hint ?? ''));
  return code === 'not_found' ? notFound(message, uri) : errorReply(RPC.internal, message, { uri, code: code ?? null });
}

function notFound(message: string, uri: string): ErrorReply {
  return errorReply(RPC.unknownResource, message, { uri });
}
