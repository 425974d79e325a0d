/** Prints an environment error to standard error, with the next step. */
import { shortText } from '../../report/findings/frame.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';
import type { Failure } from './failure.ts';

export function printFailure({ message, hint }: Failure): void {
  process.stderr.write(`haft: ${escapeUnsafe(shortText(message))}\n  hint: ${escapeUnsafe(shortText(hint))}\n`);
}
