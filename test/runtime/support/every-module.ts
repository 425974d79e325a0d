/** The call that the compiler prints behind the runtime, with every module. */
import type { Handler } from '../../../runtime/behaviors/shared/run.ts';
import type { PrintedServer, ServerDescriptor } from '../../../runtime/descriptor/descriptor.ts';
import * as modules from '../../../runtime/modules.ts';
import * as transports from '../../../runtime/transport-modules.ts';
import { start } from '../../../runtime/server/start.ts';

declare const HAFT_SERVER: ServerDescriptor | PrintedServer;
declare const HAFT_HANDLERS: Record<string, Handler<never>>;

void start(HAFT_SERVER, HAFT_HANDLERS, Object.values({ ...modules, ...transports }));
