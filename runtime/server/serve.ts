/** The one function that a generated entry calls. */
import type { HandlerTable } from './assemble.ts';
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import { withSecrets } from '../redaction/redact.ts';
import * as modules from '../modules.ts';
import * as transports from '../transport-modules.ts';
import { start } from './start.ts';

/**
 * Serves the tools, and the skills where there are any. `handlers` has one function for each tool whose behavior is a
 * handler; a missing one fails only its own tool. How, and until when: see `start`.
 */
export function serve<Table extends HandlerTable<Table>>(server: ServerDescriptor, handlers: Table): void {
  void start(withSecrets(server), handlers, Object.values({ ...modules, ...transports }));
}
