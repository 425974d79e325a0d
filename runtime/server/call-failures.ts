/** The failures that the runtime itself reports for a call. Details that only the author can fix go to the log. */
import type { ErrorCase } from '../descriptor/descriptor.ts';
import { type Log, reportError } from './log.ts';
import { type Repeat, type ToolFailure, authoredFailure, failure, repeatHint, retryOnce } from './failure.ts';
import { clip } from '../language/describe.ts';
import type { Issue } from '../language/issue.ts';

/** Arguments that do not match the tool's `inputSchema`; the error lists the issues. */
export function invalidArguments(issues: readonly Issue[]): ToolFailure {
  return badArgument(issues.map(({ message }) => message).join(' '));
}

/** Arguments that no call can be made of. */
export function badArgument(error: string): ToolFailure {
  return failure('invalid_arguments', error, 'Fix the arguments and call the tool again.');
}

/** A number in the arguments that a double cannot represent, or one that arrived as a value and may have been another one before. */
export function inexactArgument(number: string | number): ToolFailure {
  const what = typeof number === 'string' ? 'cannot be represented exactly' : 'may have been rounded';
  return failure(
    'invalid_arguments',
    `The number ${clip(String(number))} ${what}; integers are exact up to ${Number.MAX_SAFE_INTEGER}.`,
    'Send it as a string if the parameter accepts one; otherwise use a smaller number.',
  );
}

/** No result before the deadline, in milliseconds; with the author's message if there is one. */
export function timedOut(deadline: number, repeat: Repeat, authored?: ErrorCase): ToolFailure {
  if (authored !== undefined) return authoredFailure(authored, 'timeout');
  const hint = repeatHint('sent', repeat, 'Request less data, or retry later.');
  return failure('timeout', `The tool timed out after ${deadline / 1000} s.`, hint);
}

/** What the platform does not let the server do; undefined where the code of an error is no flag of a permission. */
export function notPermitted(code: string): ToolFailure | undefined {
  if (!code.startsWith('--')) return undefined;
  const hint = `Ask the user to start the server with ${code}. Do not retry.`;
  return failure('unsupported', `The server runs without the permission ${code}.`, hint);
}

/** The client cancelled the call, or the server stops. */
export function callCancelled(): ToolFailure {
  return failure('cancelled', 'The call was cancelled.', 'Call again if the result is still needed.');
}

/** More calls than `limits.calls_per_minute`, of the server or of the tool; `seconds` until the next one is taken. */
export function rateLimited(seconds: number, of = ''): ToolFailure {
  return failure(
    'rate_limited',
    `Rate limit reached: too many calls${of} per minute.`,
    `Wait ${seconds} s, then retry.`,
  );
}

/** More calls at once than `limits.concurrency`, and too many waiting, or for too long. */
export function busy(): ToolFailure {
  return failure('busy', 'The call was not made: too many at once.', 'Wait 5 s, then retry with fewer calls.');
}

/** A result beyond `limits.result_bytes`; `by` is the parameter that makes it smaller. */
export function resultTooLarge(
  { bytes, most }: { readonly bytes: number; readonly most: number },
  by: string | undefined,
  repeat: Repeat,
): ToolFailure {
  const how = by === undefined ? 'with arguments that lead to less data' : `with a smaller "${by}"`;
  return failure(
    'result_too_large',
    `The result has ${bytes} bytes, the maximum is ${most}.`,
    repeatHint('sent', repeat, `Call the tool again ${how}.`),
  );
}

/** Data that does not match the tool's `outputSchema`, or is no object where it has none. */
export function invalidResult(detail: string, log: Log): ToolFailure {
  const reference = newReference();
  log(`result ${reference} is not valid: ${detail}`, 'error');
  return failure(
    'bad_result',
    `The tool returned a result that is not valid (reference ${reference}).`,
    'Do not retry with the same arguments; use another tool, or give the user the reference.',
  );
}

const AGAIN = retryOnce('use another tool, or give the user the reference; the server log has the details');

/** Something thrown that is no failure: it never reaches the model (EXT §7). */
export function internalError(thrown: unknown, repeat: Repeat, log: Log): ToolFailure {
  const reference = newReference();
  log(`failure ${reference}: ${reportError(thrown)}`, 'error');
  return failure(
    'internal_error',
    `The tool had an internal error (reference ${reference}).`,
    repeatHint('sent', repeat, AGAIN),
  );
}

/** The same reference is in the error and in the log line. */
function newReference(): string {
  return crypto.randomUUID().slice(0, 8);
}
