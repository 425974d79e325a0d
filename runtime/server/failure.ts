/** Failures of a tool as values: what went wrong and what the model can do about it (EXT §2.4, §7). */
import type { ErrorCase } from '../descriptor/descriptor.ts';

/** Tells a failure from data that merely looks like one. */
const failureMark: unique symbol = Symbol('failure');

/** A failed call; made by `call.fail` or by the runtime, returned (or thrown) by a handler. */
export interface ToolFailure {
  readonly [failureMark]: true;
  readonly error: string;
  /** Machine-readable name of the failure, snake_case. */
  readonly code: string;
  readonly retry_hint: string;
}

/** Makes a failure from a code and the two texts that a model reads. */
export function failure(code: string, error: string, retryHint: string): ToolFailure {
  return { [failureMark]: true, error, code, retry_hint: retryHint };
}

/** Makes a failure from the author's message; `code` is the default code. */
export function authoredFailure(authored: ErrorCase, code: string): ToolFailure {
  return failure(authored.code ?? code, authored.error, authored.retry_hint);
}

/** Whether a value is a failure. */
export function isFailure(value: unknown): value is ToolFailure {
  return typeof value === 'object' && value !== null && failureMark in value;
}

/** A thrown failure counts as a returned one; undefined for any other thrown value, including objects that throw when read. */
export function thrownFailure(thrown: unknown): ToolFailure | undefined {
  try {
    return isFailure(thrown) ? thrown : undefined;
  } catch {
    return undefined;
  }
}
