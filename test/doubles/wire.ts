/** One HTTP request, taken apart. Header names are in lower case. */
export interface WireRequest {
  method: string;
  /** The request target as it stood on the request line. */
  target: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: string;
}

/** One HTTP answer, not yet on the wire. */
export interface Reply {
  status: number;
  headers: Record<string, string | number>;
  body: string;
}

/** Splits the request target; the double never sees the absolute form. */
export function splitTarget(target: string): { path: string; query: URLSearchParams } {
  const at = target.indexOf('?');
  if (at < 0) return { path: target, query: new URLSearchParams() };
  return { path: target.slice(0, at), query: new URLSearchParams(target.slice(at + 1)) };
}

/** A plain-text answer. */
export function text(status: number, body: string, headers: Reply['headers'] = {}): Reply {
  return { status, headers: { ...headers, 'Content-Type': 'text/plain' }, body };
}

/** A JSON answer, indented by four as both servers do. */
export function json(status: number, body: unknown, headers: Reply['headers'] = {}): Reply {
  return { status, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body, null, 4) };
}

/** An answer without a body. */
export function empty(status: number, headers: Reply['headers'] = {}): Reply {
  return { status, headers, body: '' };
}

/** Reads a header or parameter the way `parseInt` does, with `undefined` for nonsense. */
export function integer(value: string | null | undefined): number | undefined {
  const number = Number.parseInt(value ?? '', 10);
  return Number.isNaN(number) ? undefined : number;
}
