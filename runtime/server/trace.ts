/** W3C Trace Context: the trace that a call belongs to, passed on to what is called for it, and named in the log. */

/** Both as they are sent. */
export interface Trace {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** Version, trace, parent, flags. */
const PARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** From `_meta` of a request (SEP-414), or from its headers; undefined where there is none that is valid. */
export function traceIn({ traceparent, tracestate }: Readonly<Record<string, unknown>>): Trace | undefined {
  if (typeof traceparent !== 'string' || !PARENT.test(traceparent)) return undefined;
  const isState = typeof tracestate === 'string' && /^[ -~]{1,512}$/.test(tracestate);
  return { traceparent, ...(isState && { tracestate }) };
}

/** For the log; undefined where there is none. */
export function traceId(trace: Trace | undefined): string | undefined {
  return trace?.traceparent.slice(3, 35);
}
