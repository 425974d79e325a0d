/** The same as `standalone.ts` for servers that serve skills. */
import { requestSender } from './behaviors/handler-request.ts';
import type { Handler } from './behaviors/run.ts';
import type { PrintedServer, ServerDescriptor } from './descriptor.ts';
import { compileImported } from './language/imported.ts';
import { traceOrigins } from './origins.ts';
import { extendBySkills } from './protocol/skills.ts';
import type { LoadHandlers } from './start.ts';
import { start } from './start.ts';
import { serveHttp } from './transport/http.ts';

declare const HAFT_SERVER: ServerDescriptor | PrintedServer;
declare const HAFT_HANDLERS: Record<string, Handler<never>> | LoadHandlers;

void start(HAFT_SERVER, HAFT_HANDLERS, {
  http: serveHttp,
  compile: compileImported,
  extendBySkills,
  requestSender,
  trace: traceOrigins,
});
