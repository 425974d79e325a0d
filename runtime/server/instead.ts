/** What a request is answered with instead of the result of its work: a question to the user, or an error of the protocol. */
import type { ErrorReply } from '../protocol/message.ts';
import type { Redacted } from '../redaction/redacted.ts';

/** A whole result, such as one of the type `input_required`. */
interface Paused {
  readonly kind: 'paused';
  readonly result: Redacted;
}

/** Members of a result, or what is sent instead of one. */
export type CallOutcome = Redacted | ErrorReply | Paused;

/** By the object that is thrown for it: a value that a handler throws is not looked into, since any look could run code of it. */
const replies = new WeakMap<object, Paused | ErrorReply>();

/** To throw. */
export function instead(reply: Paused | ErrorReply): object {
  const thrown = Object.freeze({});
  replies.set(thrown, reply);
  return thrown;
}

/** Undefined for any other thrown value. */
export function insteadOf(thrown: unknown): Paused | ErrorReply | undefined {
  return typeof thrown === 'object' && thrown !== null ? replies.get(thrown) : undefined;
}
