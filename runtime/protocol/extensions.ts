/** Optional features of a server besides tools: merges their capabilities, and their methods into one table. */
import type { ServerDescriptor } from '../descriptor.ts';
import type { Json, JsonObject } from '../language/json.ts';
import { isObject, ownMember, sameJson } from '../language/json.ts';
import type { Redact } from '../redact.ts';
import type { Redacted } from '../redacted.ts';
import type { ErrorReply } from './error-reply.ts';
import { cursorError } from './error-reply.ts';
import type { Members, Request } from './message.ts';

/** An optional feature of a server, such as skills. Two of them never answer the same method. */
export interface Extension {
  /** Joined with those of the tools and of the other extensions; they may share a member, but not contradict each other. */
  readonly capabilities: JsonObject;
  /** By method: the members of a result with a list of one page, as JSON text. Cursors are rejected. */
  readonly lists: Readonly<Record<string, () => Redacted>>;
  /** By method: the members of a result as JSON text, or an error. */
  readonly methods: Readonly<Record<string, (params: Members) => Redacted | ErrorReply>>;
}

/** Creates the extension of a server; undefined where its descriptor has nothing for it. */
export type Extend = (server: ServerDescriptor, redact: Redact) => Extension | undefined;

/** All extensions of a server as one. */
export interface Extensions {
  readonly capabilities: JsonObject;
  /** Undefined where no extension has the method. */
  readonly reply: (request: Request) => Redacted | ErrorReply | undefined;
}

/** Joins those of several modules. */
export type JoinExtensions = (extensions: readonly Extension[]) => Extensions;

/** Of a server with tools alone. */
export const NO_EXTENSIONS: Extensions = { capabilities: { tools: { listChanged: false } }, reply: () => undefined };

type Answer = (params: Members) => Redacted | ErrorReply;

/** The methods that the eras answer themselves. */
const OWN: ReadonlySet<string> = new Set(['initialize', 'ping', 'server/discover', 'tools/list', 'tools/call']);

/** Joins extensions. Throws where two answer the same method, or contradict each other in a capability. */
export function joinExtensions(extensions: readonly Extension[]): Extensions {
  const methods = new Map<string, Answer>();
  const add = (method: string, answer: Answer): void => {
    if (methods.has(method) || OWN.has(method)) throw new Error(`The method "${method}" has two implementations.`);
    methods.set(method, answer);
  };
  for (const extension of extensions) {
    for (const [method, list] of Object.entries(extension.lists))
      add(method, (params) => cursorError(params, 'items') ?? list());
    for (const [method, answer] of Object.entries(extension.methods)) add(method, answer);
  }
  return {
    capabilities: extensions.map(({ capabilities }) => capabilities).reduce(join, NO_EXTENSIONS.capabilities),
    reply: ({ method, params }) => methods.get(method)?.(params),
  };
}

/** The members of both; objects that both have are joined in turn. */
function join(left: JsonObject, right: JsonObject): JsonObject {
  const entries = Object.entries(right).map(([name, value]): [string, Json] => {
    const known = ownMember(left, name);
    if (known === undefined || sameJson(known, value)) return [name, value];
    if (!isJsonObject(known) || !isJsonObject(value))
      throw new Error(`Two extensions declare the capability "${name}" differently.`);
    return [name, join(known, value)];
  });
  return { ...left, ...Object.fromEntries(entries) };
}

function isJsonObject(value: Json): value is JsonObject {
  return isObject(value);
}
