/** Puts a server together from its descriptor and its handlers, for any transport. */
import type { Handler, Handlers } from '../behaviors/shared/run.ts';
import { type CallContext, prepareTool } from './call.ts';
import { systemClock } from './clock.ts';
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import { type ProcessVariables, readEnvironment } from './environment.ts';
import { type RateLimiter, createRateLimiter, createLimiter } from './limits.ts';
import { requireModule } from '../language/require-module.ts';
import { type RunningHandlers, runningHandlers } from './running-handlers.ts';
import { type CompileSchema, compileSchemaWith } from '../language/validate.ts';
import { type Log, createCallLog, createLog } from './log.ts';
import type { OptionalModules } from '../optional-modules.ts';
import { type AnswerRequest, createAnswerer } from '../protocol/answer.ts';
import { serveTools } from '../protocol/tools.ts';
import { type Redact, redactOf } from '../redaction/redact.ts';
import type { Redacted } from '../redaction/redacted.ts';

/** The parts of a server that do not depend on its transport, other than its tools. */
interface Assembly extends OptionalModules {
  /** Made from `redactFor` where absent. */
  readonly redact?: Redact;
}

/** A server without a transport. */
export interface Assembled {
  readonly server: ServerDescriptor;
  readonly answer: AnswerRequest;
  /** A new client's allowance of calls. */
  readonly allow: () => RateLimiter;
  readonly log: Log;
  readonly redact: Redact;
  readonly running: RunningHandlers;
  /** Closes the connections of the server, and stores the logins that are being renewed; then calls back. */
  readonly close: (then: () => void) => void;
}

/** One function for each tool whose behavior is a handler; others may be there too. */
export type HandlerTable<Table> = Record<keyof Table, Handler<never, unknown, string, never, string, string>>;

/** Throws where the descriptor is of another format; a missing handler fails only its own tool and is logged. */
export function assemble<Table extends HandlerTable<Table>>(
  server: ServerDescriptor,
  table: Table,
  variables: ProcessVariables,
  write: (line: Redacted) => void,
  modules: Assembly = {},
): Assembled {
  const context = contextFor(server, { ...table }, variables, write, modules);
  const { upstreams, log, running, redact } = context;
  const asking = server.asks ? requireModule(modules.createAsking, 'asking')({ ...context, variables }) : undefined;
  const served = { ...serveTools(server, (tool) => prepareTool(tool, context), context, modules), asking };
  return {
    server,
    answer: createAnswerer(served),
    allow: () => createRateLimiter(server.limits, systemClock),
    log,
    redact,
    running,
    async close(then) {
      await modules.endLogins?.();
      await upstreams?.close();
      then();
    },
  };
}

/** What the calls of all tools of a server share, with the handlers under way. Throws where the descriptor is of another format. */
export function contextFor(
  server: ServerDescriptor,
  handlers: Handlers,
  variables: ProcessVariables,
  write: (line: Redacted) => void,
  modules: Assembly,
): CallContext & { readonly running: RunningHandlers } {
  const { name, format } = server;
  if (![2, 3, 4, 5].includes(format))
    throw new Error(
      `${name}: descriptor format ${String(format)} is not supported by this runtime; compile the server again.`,
    );
  const { behaviors = {}, connectUpstreams } = modules;
  const redact = modules.redact ?? redactOf(server, variables, modules.redactFor);
  const env = readEnvironment(server.env, variables);
  const log = createLog(name, redact, variables['HAFT_LOG'], write);
  modules.warnOfMissing?.(handlers, server, log);
  return {
    ...modules,
    server,
    handlers,
    env,
    redact,
    log,
    logCall: createCallLog(name, redact, variables['HAFT_LOG'], write),
    running: runningHandlers(),
    clock: systemClock,
    gate: createLimiter(server.limits, systemClock),
    behaviors,
    compile: schemaCompiler(modules),
    upstreams: connectUpstreams?.({ ...modules, server, env, log }),
  };
}

export function schemaCompiler({ compile = compileSchemaWith, matchPatterns }: OptionalModules): CompileSchema {
  return (schema, root) => compile(schema, root, matchPatterns);
}
