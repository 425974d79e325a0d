/** What a tool needs of its caller: headers that the connections of the tool send on, and a token that is exchanged. Each call has its own. */
import { type Caller, callerOf, headerOf, secretHeaders } from '../auth/callers.ts';
import { type BehaviorContext, type CallerValues, runnerOf } from '../behaviors/shared/run.ts';
import { noCaller } from '../credentials/exchange.ts';
import { type JsonObject, ownMember } from '../language/json.ts';
import { type TemplateVariable, variablesIn, withCallValues } from '../language/template.ts';
import { hideBy } from '../redaction/hide.ts';
import { type Redact, redactAlso } from '../redaction/redact.ts';
import { createRedact } from '../redaction/secret-search.ts';
import type { Call } from './context.ts';
import { headerVariable } from './environment.ts';
import { type ToolFailure, failure, isFailure } from './failure.ts';
import { entryOf, forgetOldest } from './memory.ts';
import { stepsIn } from './user-values.ts';

export const callerValues: CallerValues = {
  wrap(run, context) {
    const { behavior } = context.tool;
    const owners = ownersOf(context);
    const names = headersIn(owners.map(({ headers }) => headers));
    const isExchanging = owners.some(({ auth }) => auth?.exchange);
    if (names.length === 0 && !isExchanging) return run;
    const runner = runnerOf(context.behaviors, behavior);
    // A handler may not need them.
    const needed = behavior.kind === 'handler' ? [] : names;
    return async (args, call) => {
      const caller = callerOf(call.user);
      const headers = headersFor(needed, caller);
      if (isFailure(headers)) return headers;
      // A handler may use none of the connections that it is for.
      if (isExchanging && behavior.kind !== 'handler' && !caller?.token) return noCaller;
      const { own, hide, release } = contextFor(context, caller);
      try {
        return await runner.run(behavior, own)(withCallValues(args, headers), hiding(call, hide));
      } finally {
        release?.();
      }
    };
  },
  values: (templates, user) => headersFor(headersIn(templates), callerOf(user)),
};

/** The context of one call: its token is that of no other, and its secrets are in nothing that it gives. */
function contextFor(context: BehaviorContext, caller: Caller = { token: '', bearer: '', headers: {} }) {
  const { server, upstreams, redact } = context;
  const { token } = caller;
  // The services of one authorization server may show the token to each other.
  const search = redactFor([token, ...secretHeaders(caller, server)]);
  const session = token === '' ? undefined : upstreams?.forCaller?.(token);
  const own: BehaviorContext = {
    ...context,
    callerToken: token,
    redact: redactAlso(redact, () => search),
    hide: hideBy(search.text),
    upstreams: session?.upstreams ?? upstreams,
  };
  return { own, hide: search.text, release: session?.release };
}

/** What the work says meanwhile is searched as its result is. */
function hiding(call: Call, hide: (text: string) => string): Call {
  return {
    ...call,
    log: (message, level) => call.log(hide(message), level),
    progress: (done, total, message) => call.progress(done, total, message === undefined ? undefined : hide(message)),
    get signal() {
      return call.signal;
    },
    atDeadline: (make) => call.atDeadline(make),
  };
}

/** Searches for the secrets of callers that have called lately: to make one takes longer than most calls. */
const SEARCHES = new Map<string, Redact>();

const MAX_SEARCHES = 200;

function redactFor(secrets: readonly string[]): Redact {
  const key = JSON.stringify(secrets);
  return entryOf(SEARCHES, key, () => {
    forgetOldest(SEARCHES, MAX_SEARCHES);
    return createRedact({}, {}, secrets);
  });
}

/** The connections and upstreams that a call may use. */
function ownersOf({ tool: { behavior }, server }: BehaviorContext) {
  const { connections, upstreams = {} } = server;
  if (behavior.kind === 'handler') return Object.values(connections);
  return stepsIn(behavior).flatMap(
    (step) =>
      ('connection' in step ? ownMember(connections, String(step.connection)) : undefined) ??
      ('upstream' in step ? ownMember(upstreams, String(step.upstream)) : undefined) ??
      [],
  );
}

/** By the full names of their variables; a value for each, or nothing is begun. */
function headersFor(names: readonly string[], caller: Caller | undefined): JsonObject | ToolFailure {
  const entries = names.map((name) => [name, headerOf(caller, name) ?? ''] as const);
  const [missing] = entries.find(([, value]) => value === '') ?? [];
  if (missing !== undefined) return withoutHeader(missing, caller);
  // What a proxy in front adds may repeat it under any name.
  const [copied] = entries.find(([, value]) => caller && hasToken(value, caller)) ?? [];
  if (copied !== undefined) return withToken(copied);
  return Object.fromEntries(entries.map(([name, value]) => [`caller.header.${name}`, value]));
}

/** In any spelling, such as that of Basic authentication. */
function hasToken(value: string, { bearer }: Caller): boolean {
  return bearer !== '' && (value.includes(bearer) || redactFor([bearer]).text(value) !== value);
}

function withoutHeader(name: string, caller: Caller | undefined): ToolFailure {
  const entry = caller
    ? `add the header ${name} to this server's entry in the host configuration`
    : `connect to this server over HTTP, with an access token and the header ${name}`;
  return failure(
    'header_missing',
    `The call has no header "${name}" of its caller, which this tool needs.`,
    `Ask the user to ${entry}, or set ${headerVariable(name)} where it runs without HTTP. Do not retry before that.`,
  );
}

function withToken(name: string): ToolFailure {
  return failure(
    'header_rejected',
    `The header "${name}" has the access token of this server, which is sent to no service.`,
    `Ask the user to set ${name} to the key of the service. Do not retry before that.`,
  );
}

/** Below `caller.header` in the templates of a value. */
function headersIn(value: unknown): readonly string[] {
  const isHeader = ({ path }: TemplateVariable): boolean => path[0] === 'caller' && path[1] === 'header';
  return variablesIn(value)
    .filter(isHeader)
    .flatMap(({ path }) => path.slice(2));
}
