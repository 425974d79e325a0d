/** Loads the handlers that are bundled with a printed server. */
import type { Handlers } from '../behaviors/shared/run.ts';
import { reportError } from './error-report.ts';
import type { TraceOrigins } from './origins.ts';
import { traceOrigins } from './origins.ts';

/** The bundled code as a function; it may throw anything that the author's files throw. */
export type LoadHandlers = (trace: TraceOrigins, require: NodeJS.Require) => Promise<Handlers>;

/** Rejects with an error that has the message and the stack of what was thrown. */
export async function loadBundled(handlers: LoadHandlers): Promise<Handlers> {
  try {
    return await handlers(traceOrigins, process.getBuiltinModule('module').createRequire(import.meta.url));
  } catch (thrown) {
    throw new Error(`The handlers could not be loaded. ${reportError(thrown)}`, { cause: thrown });
  }
}
