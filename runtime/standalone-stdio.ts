/** The same as `standalone.ts` for servers without handlers that list no transport but stdio: without HTTP. */
import type { Handler } from './behaviors/run.ts';
import type { PrintedServer, ServerDescriptor } from './descriptor.ts';
import { start } from './start.ts';

declare const HAFT_SERVER: ServerDescriptor | PrintedServer;
declare const HAFT_HANDLERS: Record<string, Handler<never>>;

void start(HAFT_SERVER, HAFT_HANDLERS);
