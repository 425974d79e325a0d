/** Starts a server over the transport that its flags choose. */
import { thrownMessage, clip } from '../language/describe.ts';
import { type HandlerTable, assemble } from './assemble.ts';
import type { Handlers } from '../behaviors/shared/run.ts';
import type { PrintedServer, ServerDescriptor, Transport } from '../descriptor/descriptor.ts';
import { requireModule } from '../language/require-module.ts';
import { createLog } from './log.ts';
import type { LoadHandlers } from './origins.ts';
import { type Redact, redactOf } from '../redaction/redact.ts';
import { type OptionalModules, combine, loadHandlers } from '../optional-modules.ts';
import { readPrintedServer } from './printed.ts';
import { FILTER_HELP, filterTools } from './tool-filter.ts';
import { type Redacted, frame } from '../redaction/redacted.ts';
import { type guardStderr, guardStdout } from './stdout.ts';
import type { HttpModules, serveHttp } from '../transport/http.ts';
import { endProcess, type logExit } from '../transport/shutdown.ts';
import type { addressHelp, tokensInFiles } from '../transport/token.ts';
import { serveStdio } from '../transport/stdio.ts';

const ALONE = ['--help', '--version', '--list', '--stdio', '--http', '--sse', '--read-only'];

const WITH_VALUE = ['--host', '--port', '--tools', '--without'];

/** Modules of a server as a process. */
export interface StartModules extends OptionalModules, HttpModules {
  /** For servers that list more than stdio. */
  readonly serveHttp?: typeof serveHttp;
  readonly addressHelp?: typeof addressHelp;
  readonly tokensInFiles?: typeof tokensInFiles;
  /** For servers with bundled handlers. */
  readonly loadBundled?: (handlers: LoadHandlers) => Promise<Handlers>;
  /** For servers that may have secrets. */
  readonly guardStderr?: typeof guardStderr;
  /** For servers with handlers. */
  readonly logExit?: typeof logExit;
}

/**
 * Serves over the transport that the flags choose, the first listed one without any: over stdio until the host closes
 * the input, over HTTP until a signal comes. Prints the text of `--help`, `--version` and `--list` instead. In a worker thread
 * nothing is served: a handler's file may run the whole server file as the worker that it needs. `optional` has what the
 * server needs beyond its core.
 */
export async function start<Table extends HandlerTable<Table>>(
  printed: ServerDescriptor | PrintedServer,
  handlers: Table | LoadHandlers,
  optional: readonly StartModules[],
): Promise<void> {
  const modules = combine(optional);
  // Only the main thread's standard output has a descriptor; asking `node:worker_threads` would cost every start 2 ms.
  if (!('fd' in process.stdout)) return void (await loadHandlers(handlers, modules));
  const whole = readPrintedServer(printed);
  const writeOut = guardStdout();
  const { argv, env, stderr } = process;
  const flags = argv.slice(2);
  const tokens = modules.tokensInFiles?.(env);
  const redact = redactOf(whole, env, modules.redactFor, tokens && (await tokens));
  const write = (line: Redacted): void => void stderr.write(line);
  modules.guardStderr?.(redact);
  try {
    const server = filterTools(whole, { flags, variables: env, fitFinders: modules.fitFinders });
    const text = textFor(flags, server, redact, modules.addressHelp?.(server));
    if (text !== undefined) return writeOut(frame`${text}\n`, () => process.exit(0));
    const transport = chosenTransport(flags, server);
    const table = loadHandlers(handlers, modules);
    // Without bundled handlers, nothing has to load first.
    const assembled = assemble(server, table instanceof Promise ? await table : table, env, write, {
      ...modules,
      redact,
    });
    modules.logExit?.(assembled);
    if (server !== whole) assembled.log(`serving ${server.tools.length} of ${whole.tools.length} tools`);
    if (transport === 'stdio') serveStdio(assembled, writeOut, modules.caller?.(server, env));
    else await requireModule(modules.serveHttp, 'HTTP')(assembled, flags, env, modules);
  } catch (thrown) {
    // Nothing but errors is thrown here.
    createLog(whole.name, redact, env['HAFT_LOG'], write)(thrownMessage(thrown), 'error');
    // Whatever the handlers have opened must not keep a server alive that does not serve.
    stderr.write('', () => endProcess(2));
  }
}

/** The text that a flag requests instead of serving; `more` is about further options. */
function textFor(
  flags: readonly string[],
  server: ServerDescriptor,
  redact: Redact,
  more?: string,
): Redacted | undefined {
  if (flags.includes('--help')) return redact.text(help(server, more));
  if (flags.includes('--version')) return redact.text(server.version);
  return flags.includes('--list') ? redact.json(server.tools, 2) : undefined;
}

/** The transport that a flag names, else the first of the spec. Throws for an unknown flag, and for a transport that the spec does not list. */
function chosenTransport(flags: readonly string[], { name, transports }: ServerDescriptor): Transport {
  const options = [...ALONE, ...WITH_VALUE];
  const unknown = flags.find((flag, n) => !options.includes(flag) && !WITH_VALUE.includes(flags[n - 1] ?? ''));
  if (unknown !== undefined) throw new Error(`Unknown flag "${clip(unknown)}". Known flags: ${options.join(', ')}.`);
  const choice = (['stdio', 'http', 'sse'] as const).find((transport) => flags.includes(`--${transport}`));
  if (choice !== undefined && !transports.includes(choice)) {
    throw new Error(
      `The server ${name} does not have the transport ${choice}. Known transports: ${transports.join(', ')}.`,
    );
  }
  return choice ?? transports[0] ?? 'stdio';
}

function help(
  { name, title, version, instructions, transports, env, tools }: ServerDescriptor,
  more: string | undefined,
): string {
  const variables = Object.entries(env).map(([variable, { description }]) => `  ${variable}  ${description}`);
  return [
    `${title} (${name} ${version}): an MCP tool server over ${transports.join(', ')}, started by an MCP host.`,
    ...(instructions === '' ? [] : [instructions]),
    '',
    `Options: --${transports.join(', --')} choose the transport, --list prints the tools as JSON, --version the version.`,
    FILTER_HELP,
    ...(more ? [more] : []),
    `Tools: ${tools.map(({ name, listed = true }) => (listed ? name : `${name} (unlisted)`)).join(', ')}`,
    ...(variables.length === 0 ? [] : ['Environment:', ...variables]),
  ].join('\n');
}
