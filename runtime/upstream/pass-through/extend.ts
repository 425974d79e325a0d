/** Passes on prompts, resources, completions and log messages of other MCP servers. */
import { busy, rateLimited } from '../../server/call-failures.ts';
import { OpenCall } from '../../server/context.ts';
import type { PassedCapability, ServerDescriptor, UpstreamDescriptor } from '../../descriptor/descriptor.ts';
import { missingVariable } from '../../server/environment.ts';
import { type ToolFailure, isFailure, retryOnce } from '../../server/failure.ts';
import { type CallOutcome, insteadOf } from '../../server/instead.ts';
import { type JsonObject, ownMember } from '../../language/json.ts';
import { withNumbers } from '../../redaction/exact-numbers.ts';
import type { Redact } from '../../redaction/redact.ts';
import { joinSentences } from '../../server/message-text.ts';
import { askUpstream, forwardProgress, variablesOf } from '../ask.ts';
import type { SendAsking, createPassing } from '../questions.ts';
import { WireError } from '../wire.ts';
import { passedMembers } from '../../server/envelope.ts';
import { type ErrorReply, type Members, RPC, errorReply, notificationLine } from '../../protocol/message.ts';
import type { Extend, Extension, ExtensionContext, RequestWork, ResourcesBeyond } from '../../protocol/extensions.ts';
import { passMessages, upstreamError } from './messages.ts';
import { type PassedMethod, METHODS, RESOURCE_METHODS, reviewable } from './methods.ts';
import { serveResources } from '../../protocol/resources.ts';
import type { Outlet } from '../../protocol/progress.ts';
import { frame } from '../../redaction/redacted.ts';
import type { Upstreams } from '../connect.ts';

/** Does what `pass` of the upstreams says; each capability is that of one upstream. */
export const extendByUpstreams: Extend = (server, plainRedact, context) => {
  const redact = withNumbers(plainRedact);
  const { upstreams } = context;
  const passed = passedBy(server);
  if (upstreams === undefined || passed.size === 0) return undefined;
  const worksOf = (methods: typeof METHODS): ResourcesBeyond =>
    Object.fromEntries(
      Object.entries(methods).flatMap(([name, method]) => {
        const passing = passingOf(name, method, passed, { server, redact, context, upstreams });
        return passing ? [[name, (params, own) => workOf(passing, params, own)] satisfies [string, Beyond]] : [];
      }),
    );
  const [changes, messages] = [notifyChanges(passed, upstreams), passMessages(passed, upstreams, redact)];
  const own = [...passed.keys()].filter((capability) => capability !== 'logging' && capability !== 'elicitation');
  return {
    capabilities: Object.fromEntries(own.map((capability) => [capability, {}])),
    methods: worksOf(METHODS),
    ...(passed.has('resources') && {
      resources: { source: { beyond: worksOf(RESOURCE_METHODS) }, serve: serveResources(redact) },
    }),
    lasting: {
      capabilities: { ...changes.capabilities, ...messages.capabilities },
      methods: messages.methods,
      attach(outlet) {
        changes.attach(outlet);
        messages.attach(outlet);
      },
    },
  } satisfies Extension;
};

type Lasting = NonNullable<Extension['lasting']>;

/** The upstream of each capability. */
function passedBy({ upstreams = {} }: ServerDescriptor): ReadonlyMap<PassedCapability, string> {
  const pairs = Object.entries(upstreams).map(([name, { pass = [] }]) => pass.map((one) => [one, name] as const));
  return new Map(pairs.flat());
}

type Beyond = ResourcesBeyond[string];

/** What all methods of a server have in common. */
interface Front {
  readonly server: ServerDescriptor;
  readonly redact: Redact;
  readonly context: ExtensionContext;
  readonly upstreams: Upstreams;
}

interface Passing extends Front {
  readonly name: string;
  readonly method: PassedMethod;
  readonly upstream: string;
  readonly descriptor: UpstreamDescriptor;
  readonly passQuestions: ReturnType<typeof createPassing>;
}

/** Undefined for a method that no upstream passes on. */
function passingOf(
  name: string,
  method: PassedMethod,
  passed: ReadonlyMap<PassedCapability, string>,
  front: Front,
): Passing | undefined {
  const upstream = passed.get(method.capability) ?? '';
  const descriptor = ownMember(front.server.upstreams ?? {}, upstream);
  const passQuestions = descriptor && method.asks && front.context.createPassing?.(descriptor);
  return descriptor && { ...front, name, method, upstream, descriptor, passQuestions };
}

function workOf(passing: Passing, members: Members, own?: readonly JsonObject[]): RequestWork | ErrorReply {
  const params = passing.method.params(members);
  if (typeof params === 'string') return errorReply(RPC.invalidParams, params);
  const { log, gate } = passing.context;
  return (origin) => {
    const { allowance } = origin;
    const open = new OpenCall(log, origin);
    origin.attach?.(open);
    const seconds = allowance();
    const outcome =
      seconds > 0
        ? replyOf(rateLimited(seconds))
        : gate.enter(
            open,
            allowance,
            () => pass(passing, params, own, open),
            () => Promise.resolve(replyOf(busy())),
          );
    const close = (): void => {
      open.hold();
      open.close();
    };
    return { outcome: Promise.resolve(outcome).finally(close), open };
  };
}

/** Never rejects. */
async function pass(
  { name, method, upstream, descriptor, upstreams, passQuestions, server, redact, context }: Passing,
  params: JsonObject,
  own: readonly JsonObject[] | undefined,
  open: OpenCall,
): Promise<CallOutcome> {
  const missing = missingVariable(variablesOf(descriptor, server), server.env, context.env);
  if (missing) return replyOf(missing);
  const { timeout_ms } = server.limits;
  let late: WireError | undefined;
  const expire = (): void => {
    late = new WireError(`it did not answer within ${timeout_ms / 1000} s`);
    open.abort('timeout');
  };
  open.until(() => setTimeout(expire, timeout_ms));
  const send: SendAsking = (asking) =>
    askUpstream(upstreams, upstream, asking.signal, (session) =>
      session.request(name, params, {
        ...asking,
        onProgress: (step) => forwardProgress(step, open),
        meta: { ...open.trace },
      }),
    );
  try {
    const alone = { signal: open.signal, client: open.passOn?.client ?? open };
    const result = await (passQuestions ? passQuestions(send, open) : send(alone));
    if (isFailure(result)) return replyOf(result);
    const text = reviewable(result, method.texts);
    const members = method.members(text, own);
    if (members) return passedMembers(redact, members, text['_meta']);
    const again = retryOnce('tell the user');
    return errorReply(RPC.internal, `The server behind this one sent a result that is not valid. ${again}`);
  } catch (thrown) {
    return (
      insteadOf(thrown) ?? upstreamError(late ?? thrown, { name, words: descriptor.on_unreachable, redact, call: open })
    );
  }
}

function replyOf(failure: ToolFailure): ErrorReply {
  return errorReply(RPC.internal, joinSentences(failure.error, failure.retry_hint));
}

const NOTIFICATIONS = {
  prompts: frame`notifications/prompts/list_changed`,
  resources: frame`notifications/resources/list_changed`,
} as const;

/** A client that does not read gets one notification when it does. */
function notifyChanges(passed: ReadonlyMap<PassedCapability, string>, upstreams: Upstreams): Lasting {
  const outlets = new Set<Outlet>();
  const waiting = new Map<Outlet, Set<keyof typeof NOTIFICATIONS>>();
  const tell = (outlet: Outlet, list: keyof typeof NOTIFICATIONS): void => {
    if (outlet.isReady()) return outlet.send(notificationLine(NOTIFICATIONS[list], frame`{}`));
    const others = waiting.get(outlet);
    if (others) return void others.add(list);
    const due = new Set([list]);
    waiting.set(outlet, due);
    outlet.whenReady(() => {
      waiting.delete(outlet);
      for (const one of due) tell(outlet, one);
    });
  };
  const lists = (['prompts', 'resources'] as const).filter((list) => passed.has(list));
  upstreams.listen({
    onOpen: () => {},
    onNotification: (name, method) => {
      const list = lists.find((one) => NOTIFICATIONS[one] === method);
      if (list !== undefined && passed.get(list) === name) for (const outlet of outlets) tell(outlet, list);
    },
  });
  return {
    capabilities: Object.fromEntries(lists.map((list) => [list, { listChanged: true }])),
    attach: (outlet) => void outlets.add(outlet),
  };
}
