/** Starts a server over the transport that its flags choose. */
import type { HandlerTable } from './assemble.ts';
import { assemble, redactFor } from './assemble.ts';
import type { Handlers } from './behaviors/run.ts';
import type { PrintedServer, ServerDescriptor } from './descriptor.ts';
import { reportError } from './error-report.ts';
import { chosenTransport, textFor } from './flags.ts';
import type { OptionalModules } from './optional-modules.ts';
import { combine } from './optional-modules.ts';
import type { TraceOrigins } from './origins.ts';
import { unprinted } from './printed.ts';
import type { Redacted } from './redacted.ts';
import { asLines } from './redacted.ts';
import { guardStderr, guardStdout } from './stdout.ts';
import type { serveHttp } from './transport/http.ts';
import { failProcess, logExit } from './transport/shutdown.ts';
import type { CreateStreams } from './transport/sse.ts';
import { serveStdio } from './transport/stdio.ts';

/** Loads bundled handlers; may throw anything that the author's files throw. */
type LoadHandlers = (trace: TraceOrigins, require: NodeJS.Require) => Promise<Handlers>;

/** Modules of a server as a process. */
export interface StartModules extends OptionalModules {
  /** For servers that list more than stdio. */
  readonly serveHttp?: typeof serveHttp;
  /** For servers that list `sse`. */
  readonly createStreams?: CreateStreams;
  /** For servers with bundled handlers. */
  readonly trace?: TraceOrigins;
}

/**
 * Serves over the transport that the flags choose, the first listed one without any: over stdio until the host closes
 * the input, over HTTP until a signal comes. Prints the text of `--help`, `--version` and `--list` instead. In a worker thread
 * nothing is served: a handler's file may run the whole server file as the worker that it needs. `optional` has what the
 * server needs beyond its core.
 */
export async function start<Table extends HandlerTable<Table>>(
  given: ServerDescriptor | PrintedServer,
  handlers: Table | LoadHandlers,
  optional: readonly StartModules[],
): Promise<void> {
  const modules = combine(optional);
  const loaded = (): Table | Promise<Handlers> =>
    typeof handlers === 'function' ? load(handlers, modules.trace) : handlers;
  // Only the main thread's standard output has a descriptor; asking `node:worker_threads` would cost every start 2 ms.
  if (!('fd' in process.stdout)) return void (await loaded());
  const server = unprinted(given);
  const writeOut = guardStdout();
  const { argv, env, stderr } = process;
  const flags = argv.slice(2);
  const redact = redactFor(server, env);
  const text = textFor(flags, server, redact);
  if (text !== undefined) return writeOut(asLines([text]), () => process.exit(0));
  const write = (line: Redacted): void => void stderr.write(line);
  guardStderr(redact);
  try {
    const transport = chosenTransport(flags, server);
    const table = loaded();
    // Without bundled handlers, nothing has to load first.
    const assembled = assemble(server, table instanceof Promise ? await table : table, env, write, modules);
    logExit(assembled);
    if (transport === 'stdio') serveStdio(assembled, writeOut);
    else await modules.serveHttp?.(assembled, flags, env, modules.createStreams);
  } catch (thrown) {
    // Nothing but errors is thrown here. A server without tools is made for its log.
    assemble({ ...given, format: 2, tools: [] }, {}, env, write).log((thrown as Error).message, 'error');
    // Whatever the handlers have opened must not keep a server alive that does not serve.
    stderr.write('', failProcess);
  }
}

async function load(handlers: LoadHandlers, trace: TraceOrigins = () => {}): Promise<Handlers> {
  try {
    return await handlers(trace, process.getBuiltinModule('module').createRequire(import.meta.url));
  } catch (thrown) {
    throw new Error(`The handlers could not be loaded. ${reportError(thrown)}`, { cause: thrown });
  }
}
