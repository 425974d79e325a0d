/** What commands of Haft use of the runtime: one call in this process, another MCP server, and the redaction of what they show. */
import type { Handlers } from './behaviors/shared/run.ts';
import { type PutForm, askHere } from './asking/live.ts';
import type { RunProgram } from './behaviors/command/process.ts';
import { contextFor } from './server/assemble.ts';
import { prepareTool } from './server/call.ts';
import { type Clock, systemClock } from './server/clock.ts';
import type { ServerDescriptor, ToolDescriptor } from './descriptor/descriptor.ts';
import type { ProcessVariables } from './server/environment.ts';
import { createRateLimiter } from './server/limits.ts';
import type { JsonObject } from './language/json.ts';
import * as all from './modules.ts';
import { type OptionalModules, combine } from './optional-modules.ts';
import type { StartModules } from './server/start.ts';
import type { Redacted } from './redaction/redacted.ts';
import type { Upstreams } from './upstream/connect.ts';
import { type DatabaseModules, type RunTransaction, runTransaction } from './behaviors/sql/database.ts';

export type { PutForm } from './asking/live.ts';
export { formsOnTerminal } from './asking/terminal.ts';
export { readCapped } from './behaviors/shared/read-bytes.ts';
export { type ProgramCall, type ProgramEnd, runProgram } from './behaviors/command/process.ts';
export { endAtOnce, startProgram } from './programs/start.ts';
export { callerVariables } from './server/environment.ts';
export { redactWithCaller as redactFor } from './auth/callers.ts';
export { createRedact } from './redaction/secret-search.ts';
export { type AuthorizeUpstream as Authorize, type Upstreams, connectUpstreams } from './upstream/connect.ts';
export { fetchObject } from './auth/authority.ts';
export { type Challenge, challengeOf, scopesIn } from './credentials/challenge.ts';
export { proveClient } from './credentials/client-proof.ts';
export { authorityNamed, authorityOf } from './credentials/discovery.ts';
export { currentLogin, withTokens } from './credentials/login.ts';
export type { StoreProblem, StoredLogin } from './credentials/store.ts';
export {
  listLogins,
  loginFile,
  loginFolder,
  prepareFolder,
  readLogin,
  removeLogin,
  stateFolder,
  writeLogin,
} from './credentials/store.ts';
export { type OAuthClient, requestTokens } from './credentials/token-request.ts';
export type { Authority } from './credentials/token-source.ts';
export { rememberTokens } from './credentials/tokens.ts';
export { authorizeUpstream, wireWithTokens } from './credentials/upstream-auth.ts';
export { inexactArgument } from './server/call-failures.ts';
export { systemClock } from './server/clock.ts';
export { isFailure } from './server/failure.ts';
export type {
  BoundStatement,
  RunTransaction,
  StatementRows,
  TransactionCall,
  TransactionEnd,
} from './behaviors/sql/database.ts';
export { httpWire } from './upstream/http.ts';
export { eventsIn } from './upstream/resume.ts';
export { openUpstream, pinOf } from './upstream/session.ts';
export type { OnRequest } from './upstream/rpc.ts';
export { type OpenWire, NotReached, WireError } from './upstream/wire.ts';

/** The call, and what is around it. */
export interface OneCall {
  readonly server: ServerDescriptor;
  readonly tool: ToolDescriptor;
  /** A failure in their place is the result. */
  readonly args: unknown;
  readonly variables: ProcessVariables;
  /** Takes the lines of the log. */
  readonly write: (line: Redacted) => void;
  readonly handlers?: Handlers;
  readonly runProgram?: RunProgram;
  /** Takes the place of other MCP servers, or looks on. */
  readonly watchUpstreams?: (upstreams: Upstreams) => Upstreams;
  /** Those of its databases, which carry out what `watchDatabases` passes on. */
  readonly drivers?: DatabaseModules['drivers'];
  /** Takes the place of databases, or looks on. */
  readonly watchDatabases?: (databases: RunTransaction) => RunTransaction;
  /** The real one where absent. */
  readonly clock?: Clock;
  /** Shows what the tool asks the user; it cannot ask where absent. */
  readonly ask?: PutForm | undefined;
  /** Whether `HAFT_LOG=calls` logs it: not where a dry run takes a call apart. */
  readonly isLogged?: boolean;
}

export interface OneResult {
  /** The envelope (EXT §2.4), as the text that a model reads; with `results: raw`, and with content blocks, the result of MCP as JSON. */
  readonly text: string;
  readonly success: boolean;
}

/** The call with everything that a server does for one: validation, defaults, limits, deadline, redaction. */
export function callOnce(one: OneCall): { readonly result: Promise<OneResult>; readonly abort: () => void } {
  const {
    server,
    tool,
    args,
    variables,
    write,
    handlers = {},
    runProgram,
    watchUpstreams = asTheyAre,
    drivers = {},
    watchDatabases = asTheyAre,
    clock = systemClock,
    ask,
    isLogged = false,
  } = one;
  const { warnOfMissing: _all, ...modules }: OptionalModules = combine([
    ...Object.values<StartModules>(all),
    all.callers,
  ]);
  const { logCall, ...context } = contextFor(server, handlers, variables, write, modules);
  const upstreams = context.upstreams && watchUpstreams(context.upstreams);
  const databases = watchDatabases(runTransaction({ ...context, drivers }));
  const call = prepareTool(tool, {
    ...context,
    ...(isLogged && { logCall }),
    runProgram,
    upstreams,
    runTransaction: databases,
    clock,
  });
  const attach = ask && askHere(ask, context.compile);
  const allowance = createRateLimiter(server.limits, clock);
  const { outcome, open } = call(args, { allowance, attach, user: modules.caller?.(server, variables) });
  const result = Promise.resolve(outcome).finally(() => upstreams?.close());
  return {
    result: result.then((members) => readMembers(String(members), tool)),
    abort: () => open.abort('interrupted'),
  };
}

function asTheyAre<Reached>(reached: Reached): Reached {
  return reached;
}

/** The members of the result were made by the server. */
function readMembers(members: string, { results }: ToolDescriptor): OneResult {
  const whole = `{${members}}`;
  const result: { content: unknown[]; structuredContent?: JsonObject; isError?: boolean } = JSON.parse(whole);
  const { content, structuredContent, isError } = result;
  const isEnvelope = results !== 'raw' && structuredContent !== undefined && content.length < 2;
  // As it was printed: a number that JavaScript does not represent keeps its digits.
  const text = isEnvelope ? JSON.stringify(structuredContent) : whole;
  return { text, success: isError !== true };
}
export { viewPage } from './protocol/views.ts';
export { matchUri } from './language/uri-template.ts';
