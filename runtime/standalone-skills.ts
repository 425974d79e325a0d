/** The same as `standalone.ts` for servers that serve skills. */
import type { Handler } from './behaviours/run.ts';
import type { ServerDescriptor } from './descriptor.ts';
import { serve } from './serve.ts';

declare const HAFT_SERVER: ServerDescriptor;
declare const HAFT_HANDLERS: Record<string, Handler<never>>;

serve(HAFT_SERVER, HAFT_HANDLERS);
