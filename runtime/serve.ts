/** The one function that a generated entry calls. */
import type { HandlerTable } from './assemble.ts';
import type { ServerDescriptor } from './descriptor.ts';
import { requestSender } from './behaviors/handler-request.ts';
import { compileImported } from './language/imported.ts';
import { extendBySkills } from './protocol/skills.ts';
import { start } from './start.ts';
import { serveHttp } from './transport/http.ts';

/**
 * Serves the tools, and the skills where there are any. `handlers` has one function for each tool whose behavior is a
 * handler; a missing one fails only its own tool. How, and until when: see `start`.
 */
export function serve<Table extends HandlerTable<Table>>(server: ServerDescriptor, handlers: Table): void {
  void start(server, handlers, { http: serveHttp, compile: compileImported, extendBySkills, requestSender });
}
