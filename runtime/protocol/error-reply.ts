/** Errors of the protocol as responses, which the function of any method may return. */
import type { Members, RpcError } from './message.ts';
import { RPC } from './message.ts';

/** An error of the protocol as a reply; `status` is the HTTP status, 200 where absent. */
export interface ErrorReply {
  readonly kind: 'error';
  readonly error: RpcError;
  readonly status?: number;
}

/** An error as a reply. */
export function errorReply(code: number, message: string, data?: RpcError['data']): ErrorReply {
  return { kind: 'error', error: { code, message, ...(data !== undefined && { data }) } };
}

/** There is one page only, so no cursor was ever given out; an empty one is a client's way of having none. */
export function cursorError({ cursor }: Members, what = 'tools'): ErrorReply | undefined {
  return cursor === undefined || cursor === null || cursor === ''
    ? undefined
    : errorReply(RPC.invalidParams, `Unknown cursor: all ${what} are on the first page.`);
}
