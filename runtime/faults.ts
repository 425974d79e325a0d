/** The failures that the runtime itself finds in a call. What only the author can mend is told to the log alone. */
import type { ErrorCase } from './descriptor.ts';
import { reportError } from './error-report.ts';
import type { ToolFailure } from './failure.ts';
import { authoredFailure, failure } from './failure.ts';
import { clip } from './language/describe.ts';
import type { Issue } from './language/issue.ts';
import type { Log } from './log.ts';

/** Arguments that do not fit the tool's `inputSchema`; the issues say how. */
export function invalidArguments(issues: readonly Issue[]): ToolFailure {
  const error = issues.map(({ message }) => message).join(' ');
  return failure('invalid_arguments', error, 'Correct the arguments as the error says, then call the tool again.');
}

/** A number in the arguments that is another one as soon as it is read. */
export function inexactArgument(number: string): ToolFailure {
  const shown = clip(number);
  return failure(
    'invalid_arguments',
    `The number ${shown} cannot be represented exactly; integers are exact up to ${Number.MAX_SAFE_INTEGER}.`,
    'Send it as a string if the parameter accepts one; otherwise use a smaller number.',
  );
}

/** No answer before the deadline, in milliseconds; in the author's words where there are some. */
export function timedOut(deadline: number, words?: ErrorCase): ToolFailure {
  if (words !== undefined) return authoredFailure(words, 'timeout');
  return failure(
    'timeout',
    `The tool did not finish within ${deadline / 1000} seconds.`,
    'Ask for less at once, or try again later; if it was to change something, check first whether it did.',
  );
}

/** The client does not want the answer any more, or the server stops. */
export function cancelled(): ToolFailure {
  return failure('cancelled', 'The call was ended.', 'Call again if it is still needed.');
}

/** More calls than `limits.calls_per_minute`; `seconds` until the next one is taken. */
export function rateLimited(seconds: number): ToolFailure {
  return failure('rate_limited', 'Too many calls within a minute.', `Wait ${seconds} s, then call again.`);
}

/** More calls at once than `limits.concurrency`, and too many waiting. */
export function busy(): ToolFailure {
  return failure('busy', 'Too many calls are under way.', 'Wait 5 s, then call again with fewer calls at once.');
}

/** Data that does not fit what the tool promises in its `outputSchema`. */
export function badResult(detail: string, log: Log): ToolFailure {
  const reference = newReference();
  log(`result ${reference} does not fit what the tool promises: ${detail}`, 'error');
  return failure(
    'bad_result',
    `The tool's answer was not in the form that it promises (reference ${reference}).`,
    'Calling again with the same arguments will not help; use another tool or tell the user the reference.',
  );
}

/** Something thrown that is no failure: it never reaches the model (EXT §7). */
export function crashed(thrown: unknown, log: Log): ToolFailure {
  const reference = newReference();
  log(`failure ${reference}: ${reportError(thrown)}`, 'error');
  return failure(
    'internal_error',
    `The tool failed inside (reference ${reference}).`,
    'Try once more; if it fails again, use another tool or tell the user the reference, which the server log explains.',
  );
}

/** By what the model was told, the line in the log is found. */
function newReference(): string {
  return crypto.randomUUID().slice(0, 8);
}
