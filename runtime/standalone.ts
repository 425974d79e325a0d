/** The entry that the compiler bundles once into one text, for servers without skills; it prints the two constants in front of it. */
import { requestSender } from './behaviors/handler-request.ts';
import type { Handler } from './behaviors/run.ts';
import type { PrintedServer, ServerDescriptor } from './descriptor.ts';
import { compileImported } from './language/imported.ts';
import { traceOrigins } from './origins.ts';
import type { LoadHandlers } from './start.ts';
import { start } from './start.ts';
import { serveHttp } from './transport/http.ts';

declare const HAFT_SERVER: ServerDescriptor | PrintedServer;
declare const HAFT_HANDLERS: Record<string, Handler<never>> | LoadHandlers;

void start(HAFT_SERVER, HAFT_HANDLERS, {
  http: serveHttp,
  compile: compileImported,
  requestSender,
  trace: traceOrigins,
});
