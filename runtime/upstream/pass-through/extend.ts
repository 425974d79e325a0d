/** Passes on prompts, resources, completions and log messages of other MCP servers. */
import { busy, rateLimited } from '../../server/call-failures.ts';
import { OpenCall } from '../../server/context.ts';
import type { Call } from '../../server/context.ts';
import type { PassedCapability, ServerDescriptor } from '../../descriptor/descriptor.ts';
import { missingVariable } from '../../server/environment.ts';
import { type ToolFailure, retryOnce } from '../../server/failure.ts';
import type { JsonObject } from '../../language/json.ts';
import { ownMember } from '../../language/json.ts';
import type { Redact } from '../../redaction/redact.ts';
import type { Redacted } from '../../redaction/redacted.ts';
import { joinSentences } from '../../server/message-text.ts';
import { askUpstream, forwardProgress, variablesOf } from '../ask.ts';
import { withinTime } from '../wire.ts';
import { passedMembers } from '../../server/envelope.ts';
import { type ErrorReply, type Members, RPC, errorReply, notificationLine } from '../../protocol/message.ts';
import type { Extend, Extension, ExtensionContext, RequestWork, ResourcesBeyond } from '../../protocol/extensions.ts';
import { passMessages, upstreamError } from './messages.ts';
import type { PassedMethod } from './methods.ts';
import { METHODS, RESOURCE_METHODS, reviewable } from './methods.ts';
import { serveResources } from '../../protocol/resources.ts';
import type { Outlet } from '../../protocol/progress.ts';
import { frame } from '../../redaction/redacted.ts';
import type { Upstreams } from '../connect.ts';

/** Does what `pass` of the upstreams says; each capability is that of one upstream. */
export const extendByUpstreams: Extend = (server, redact, context) => {
  const { upstreams } = context;
  const passed = passedBy(server);
  if (upstreams === undefined || passed.size === 0) return undefined;
  const worksOf = (methods: typeof METHODS): ResourcesBeyond =>
    Object.fromEntries(
      Object.entries(methods).flatMap(([name, method]) => {
        const upstream = passed.get(method.capability);
        if (upstream === undefined) return [];
        const passing: Passing = { name, method, upstream, server, redact, context };
        return [[name, (params, own) => workOf(passing, params, own)] satisfies [string, ResourcesBeyond[string]]];
      }),
    );
  const [changes, messages] = [notifyChanges(passed, upstreams), passMessages(passed, upstreams, redact)];
  const own = [...passed.keys()].filter((capability) => capability !== 'logging' && capability !== 'elicitation');
  return {
    capabilities: Object.fromEntries(own.map((capability) => [capability, {}])),
    works: worksOf(METHODS),
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

/** The upstream of each capability. */
function passedBy({ upstreams = {} }: ServerDescriptor): ReadonlyMap<PassedCapability, string> {
  const pairs = Object.entries(upstreams).map(([name, { pass = [] }]) => pass.map((one) => [one, name] as const));
  return new Map(pairs.flat());
}

interface Passing {
  readonly name: string;
  readonly method: PassedMethod;
  readonly upstream: string;
  readonly server: ServerDescriptor;
  readonly redact: Redact;
  readonly context: ExtensionContext;
}

function workOf(passing: Passing, members: Members, own?: readonly JsonObject[]): RequestWork | ErrorReply {
  const params = passing.method.params(members);
  if (typeof params === 'string') return errorReply(RPC.invalidParams, params);
  const { log, gate } = passing.context;
  return (origin) => {
    const { allowance } = origin;
    const open = new OpenCall(log, origin);
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
    return { outcome: Promise.resolve(outcome).finally(() => open.close()), open };
  };
}

/** Never rejects. */
async function pass(
  passing: Passing,
  params: JsonObject,
  own: readonly JsonObject[] | undefined,
  call: Call,
): Promise<Redacted | ErrorReply> {
  const { name, method, upstream, server, redact, context } = passing;
  const { upstreams } = context;
  const descriptor = ownMember(server.upstreams ?? {}, upstream);
  if (upstreams === undefined || descriptor === undefined) return errorReply(RPC.internal, 'The upstream is missing.');
  const missing = missingVariable(variablesOf(descriptor, server), server.env, context.env);
  if (missing) return replyOf(missing);
  try {
    const result = await withinTime(server.limits.timeout_ms, 'answer', (late) => {
      const signal = AbortSignal.any([late, call.signal]);
      return askUpstream(upstreams, upstream, signal, (session) =>
        // What it asks meanwhile is nothing that the client of a tool could answer.
        session.request(name, params, { signal, client: call, onProgress: (step) => forwardProgress(step, call) }),
      );
    });
    const text = reviewable(result, method.texts);
    const members = method.members(text, own);
    return members
      ? passedMembers(redact, members, text['_meta'])
      : errorReply(
          RPC.internal,
          `The server behind this one sent a result that is not valid. ${retryOnce('tell the user')}`,
        );
  } catch (thrown) {
    return upstreamError(thrown, { name, words: descriptor.on_unreachable, redact, call });
  }
}

function replyOf(failure: ToolFailure): ErrorReply {
  return errorReply(RPC.internal, joinSentences(failure.error, failure.retry_hint));
}

const NOTIFICATIONS = {
  prompts: frame`notifications/prompts/list_changed`,
  resources: frame`notifications/resources/list_changed`,
} as const;

interface Changes {
  readonly capabilities: JsonObject;
  readonly attach: (outlet: Outlet) => void;
}

/** A client that does not read gets one notification when it does. */
function notifyChanges(passed: ReadonlyMap<PassedCapability, string>, upstreams: Upstreams): Changes {
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
