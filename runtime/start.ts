/** Starts a server over the transport that its flags choose. */
import type { HandlerTable, Parts } from './assemble.ts';
import { assemble, redactFor } from './assemble.ts';
import type { ServerDescriptor } from './descriptor.ts';
import { chosenAddress, chosenTransport, textFor } from './flags.ts';
import { asLines } from './redacted.ts';
import { guardStderr, guardStdout } from './stdout.ts';
import type { serveHttp } from './transport/http.ts';
import { tellExit } from './transport/ending.ts';
import { serveStdio } from './transport/stdio.ts';

interface StartParts extends Parts {
  /** For servers that list more than stdio: a fifth of the weight. */
  readonly http?: typeof serveHttp;
}

/**
 * Serves over the transport that the flags choose, the first listed one without any: over stdio until the host closes
 * the input, over HTTP until a signal comes. Answers `--help`, `--version` and `--list` instead. In a worker thread
 * nothing is served: a handler's file may run the whole server file as the worker that it needs.
 */
export function start<Table extends HandlerTable<Table>>(
  server: ServerDescriptor,
  handlers: Table,
  parts: StartParts = {},
): void {
  // Only the main thread's standard output has a descriptor; asking `node:worker_threads` would cost every start 2 ms.
  if (!('fd' in process.stdout)) return;
  const writeOut = guardStdout();
  const { argv, env, stderr } = process;
  const flags = argv.slice(2);
  const text = textFor(flags, server, redactFor(server, env));
  if (text !== undefined) {
    writeOut(asLines([text]), () => process.exit(0));
    return;
  }
  const assembled = assemble(server, handlers, env, (line) => stderr.write(line), parts);
  guardStderr(assembled.redact);
  tellExit(assembled);
  const refuse = (error: Error): void => {
    assembled.log(error.message, 'error');
    process.exitCode = 2;
  };
  try {
    if (chosenTransport(flags, server) === 'stdio') serveStdio(assembled, writeOut);
    else parts.http?.(assembled, chosenAddress(flags), env).catch(refuse);
  } catch (thrown) {
    // Nothing but errors is thrown here.
    refuse(thrown as Error);
  }
}
