/** Optional features of a server besides tools: merges their capabilities, and their methods into one table. */
import type { CallContext, CallTool, RunningCall } from '../server/call.ts';
import type { CallOrigin } from '../server/context.ts';
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import type { ByName } from '../server/printed.ts';
import { type Json, type JsonObject, isJsonObject, ownMember, sameJson } from '../language/json.ts';
import type { Redact } from '../redaction/redact.ts';
import type { Redacted } from '../redaction/redacted.ts';
import { type ErrorReply, type Members, type Request, cursorError } from './message.ts';
import type { Outlet } from './progress.ts';

/** An optional feature of a server, such as skills. Two of them never answer the same method. */
export interface Extension {
  /** Joined with those of the tools and of the other extensions; they may share a member, but not contradict each other. */
  readonly capabilities: JsonObject;
  /** By method: the members of a result with a list of one page, as JSON text. Cursors are rejected. */
  readonly lists?: Readonly<Record<string, () => Redacted>>;
  /** By method; clients may not keep what had to be waited for. */
  readonly methods?: Readonly<Record<string, Answer>>;
  /** What it adds to the resources of the server, and what serves those of all extensions. */
  readonly resources?: { readonly source: ResourceSource; readonly serve: ServeResources };
  /** What a client of the era of `initialize` has beyond that on a connection of its own, such as stdio. */
  readonly lasting?: Pick<Extension, 'capabilities' | 'methods'> & { readonly attach: Attach };
}

/** What an extension adds to the resources of its server. A resource that two of them have is that of the first. */
export interface ResourceSource {
  /** As `resources/list` shows them. */
  readonly listed?: readonly JsonObject[];
  /** As `resources/templates/list` shows them. */
  readonly templates?: readonly JsonObject[];
  /** What is read without work, listed or not: the members of its entry in `contents` by URI. */
  readonly texts?: ReadonlyMap<string, JsonObject>;
  /** Reads what has to be worked for: the members of a result; undefined where the URI is none of its own. */
  readonly find?: (uri: string) => RequestWork | undefined;
  /** Everything else that another server has; only one source has it. */
  readonly beyond?: ResourcesBeyond;
}

/** The requests to another server by method: `own` are items of this server, in front of those of a list. */
export type ResourcesBeyond = Readonly<
  Record<string, (params: Members, own?: readonly JsonObject[]) => RequestWork | ErrorReply>
>;

/** Each extension with resources brings it, so that servers without them do not carry it. */
export type ServeResources = (sources: readonly ResourceSource[]) => Extension;

/** Members of a result as JSON text, an error, or work. */
export type Answer = (params: Members) => Redacted | ErrorReply | RequestWork;

/** Work for one request: members of a result as JSON text, or an error, at once or later. It never rejects. */
export type RequestWork = (origin: CallOrigin) => RunningCall;

/** From now on notifications go there. */
type Attach = (outlet: Outlet) => void;

/** What extensions may use of a server. */
export interface ExtensionContext extends Pick<CallContext, 'env' | 'log' | 'gate' | 'upstreams' | 'createPassing'> {
  readonly tools: Pick<ByName<CallTool>, 'get'>;
}

/** Creates the extension of a server; undefined where its descriptor has nothing for it. */
export type Extend = (server: ServerDescriptor, redact: Redact, context: ExtensionContext) => Extension | undefined;

/** All extensions of a server as one. */
export interface Extensions {
  readonly capabilities: JsonObject;
  /** Undefined where no extension has the method; `lasting` as of an extension. */
  readonly reply: (request: Request, lasting: boolean) => Redacted | ErrorReply | RequestWork | undefined;
  readonly lasting: { readonly capabilities: JsonObject; readonly attach: Attach };
}

const OF_TOOLS: JsonObject = { tools: { listChanged: false } };

/** The extensions of a server that has only tools. */
export const NO_EXTENSIONS: Extensions = {
  capabilities: OF_TOOLS,
  reply: () => undefined,
  lasting: { capabilities: OF_TOOLS, attach: () => {} },
};

/** The methods that the eras answer themselves. */
const OWN: ReadonlySet<string> = new Set(['initialize', 'ping', 'server/discover', 'tools/list', 'tools/call']);

/** Joins extensions. Throws where two answer the same method, or contradict each other in a capability. */
export function joinExtensions(parts: readonly Extension[]): Extensions {
  const extensions = withResources(parts);
  const methods = new Map<string, Answer>();
  const onlyLasting = new Set<string>();
  const add = (method: string, answer: Answer): void => {
    if (methods.has(method) || OWN.has(method)) throw new Error(`The method "${method}" has two implementations.`);
    methods.set(method, answer);
  };
  for (const { lists = {}, methods: own, lasting } of extensions) {
    for (const [method, list] of Object.entries(lists)) add(method, (params) => cursorError(params, 'items') ?? list());
    for (const [method, answer] of Object.entries({ ...own, ...lasting?.methods })) add(method, answer);
    for (const method of Object.keys(lasting?.methods ?? {})) onlyLasting.add(method);
  }
  const capabilities = extensions.map((one) => one.capabilities).reduce(join, NO_EXTENSIONS.capabilities);
  return {
    capabilities,
    reply: ({ method, params }, lasting) =>
      lasting || !onlyLasting.has(method) ? methods.get(method)?.(params) : undefined,
    lasting: {
      capabilities: extensions.map(({ lasting }) => lasting?.capabilities ?? {}).reduce(join, capabilities),
      attach: (outlet) => extensions.forEach(({ lasting }) => lasting?.attach(outlet)),
    },
  };
}

/** One more, where some have resources. */
function withResources(extensions: readonly Extension[]): readonly Extension[] {
  const offered = extensions.flatMap(({ resources }) => resources ?? []);
  const [first] = offered;
  return first ? [...extensions, first.serve(offered.map(({ source }) => source))] : extensions;
}

/** The members of both; objects that both have are joined in turn. */
function join(left: JsonObject, right: JsonObject): JsonObject {
  const entries = Object.entries(right).map(([name, value]): [string, Json] => {
    const before = ownMember(left, name);
    if (before === undefined || sameJson(before, value)) return [name, value];
    if (!isJsonObject(before) || !isJsonObject(value))
      throw new Error(`Two extensions declare the capability "${name}" differently.`);
    return [name, join(before, value)];
  });
  return { ...left, ...Object.fromEntries(entries) };
}
