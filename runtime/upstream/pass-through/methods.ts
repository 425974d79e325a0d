/** The requests that are passed on: their parameters as they are sent, and the members of their results that pass. */
import type { PassedCapability } from '../../descriptor/descriptor.ts';
import { type Json, type JsonObject, isObject } from '../../language/json.ts';
import { withoutUnseen } from '../../language/unseen.ts';
import type { Members } from '../../protocol/message.ts';

/** What texts are for a model: words of the other server, instructions that may show a document, or a document itself. */
type Texts = 'definition' | 'instruction' | 'data';

export interface PassedMethod {
  readonly capability: PassedCapability;
  readonly texts: Texts;
  /** Whether its server may ask the user meanwhile (MCP 2026-07-28, basic/patterns/mrtr). */
  readonly asks?: true;
  /** The parameters that are sent, or the sentence that says what is wrong with them. */
  readonly params: (given: Members) => JsonObject | string;
  /** The members of the result but `_meta`, in a list after `own` items; undefined where it is not valid. */
  readonly members: (
    result: JsonObject,
    own?: readonly JsonObject[],
  ) => Readonly<Record<string, Json | undefined>> | undefined;
}

const prompts = list('prompts', 'prompts', (prompt) => isText(prompt['name']));
const resources = list('resources', 'resources', ({ uri, name }) => isText(uri) && isText(name));
const templates = list('resources', 'resourceTemplates', (one) => isText(one['uriTemplate']) && isText(one['name']));

/** By method (MCP 2025-11-25, server features). */
export const METHODS: Readonly<Record<string, PassedMethod>> = {
  'prompts/list': prompts,
  'prompts/get': {
    capability: 'prompts',
    texts: 'instruction',
    asks: true,
    params: ({ name, arguments: args }) => {
      if (!isText(name)) return '"name" must be the name of a prompt.';
      return args === undefined || isJsonObject(args)
        ? { name, ...(args !== undefined && { arguments: args }) }
        : '"arguments" must be an object.';
    },
    members: ({ description, messages }) => {
      if (!isListOf(messages, ({ role, content }) => isText(role) && isObject(content))) return undefined;
      return { description: isText(description) ? description : undefined, messages };
    },
  },
  'completion/complete': {
    capability: 'completions',
    texts: 'definition',
    params: ({ ref, argument, context }) => {
      if (!isJsonObject(ref) || !isText(ref['type'])) return '"ref" must name a prompt or a resource template.';
      if (!isJsonObject(argument) || !isText(argument['name']) || !isText(argument['value']))
        return '"argument" must have a name and a value.';
      return { ref, argument, ...(isJsonObject(context) && { context }) };
    },
    members: ({ completion }) =>
      isJsonObject(completion) && isList(completion['values'], isText) ? { completion } : undefined,
  },
};

/** The requests for resources, which those of this server are answered with (`protocol/resources.ts`). */
export const RESOURCE_METHODS: Readonly<Record<string, PassedMethod>> = {
  'resources/list': resources,
  'resources/templates/list': templates,
  'resources/read': {
    capability: 'resources',
    texts: 'data',
    asks: true,
    params: ({ uri }) => (isText(uri) ? { uri } : '"uri" must be the URI of a resource.'),
    members: ({ contents }) =>
      isListOf(contents, ({ uri, text, blob }) => isText(uri) && (isText(text) || isText(blob)))
        ? { contents }
        : undefined,
  },
};

/**
 * A value of another server as a person would see it (ADR 40). Data stays what it is, since it may be written back; what spells
 * a text that no person sees is marked in everything that leaves.
 */
export function reviewable<T extends Json>(value: T, texts: Texts): T;
export function reviewable(value: Json, texts: Texts): Json {
  if (texts === 'data') return value;
  if (typeof value === 'string') return withoutUnseen(value, texts === 'definition' ? 'all' : 'addressing');
  if (Array.isArray(value)) return value.map((one: Json) => reviewable(one, texts));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [reviewable(key, texts), reviewable(one, texts)]);
  return Object.fromEntries(entries);
}

/** A list in pages; cursors are those of the other server. */
function list(capability: PassedCapability, key: string, isItem: (item: Members) => boolean): PassedMethod {
  return {
    capability,
    texts: 'definition',
    params: ({ cursor }) => {
      if (cursor === undefined || cursor === null) return {};
      return isText(cursor) ? { cursor } : '"cursor" must be a string.';
    },
    members: ({ [key]: items, nextCursor }, own = []) =>
      isListOf(items, isItem)
        ? { [key]: [...own, ...items], nextCursor: isText(nextCursor) ? nextCursor : undefined }
        : undefined,
  };
}

function isListOf(value: Json | undefined, isItem: (item: Members) => boolean): value is readonly Json[] {
  return isList(value, (item) => isObject(item) && isItem(item));
}

function isList(value: Json | undefined, isItem: (item: Json) => boolean): value is readonly Json[] {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Of parsed JSON. */
function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}
