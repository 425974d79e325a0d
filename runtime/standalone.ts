/** The entry that the compiler bundles once into one text; it prints the two constants in front of it. */
import type { Handler } from './behaviours/run.ts';
import type { ServerDescriptor } from './descriptor.ts';
import { serve } from './serve.ts';

declare const HAFT_SERVER: ServerDescriptor;
declare const HAFT_HANDLERS: Record<string, Handler<never>>;

serve(HAFT_SERVER, HAFT_HANDLERS);
