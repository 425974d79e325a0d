/** Environment errors: a missing folder, a full disk, a wrong flag. Thrown and caught only in `cli/`; exit 2. */
import { thrownMessage, nearest } from '@haft/runtime/language';
import { escapeUnsafe } from '../../base/text/escape.ts';
import { shortText } from '../../report/findings/frame.ts';

export class Failure extends Error {
  /** The next step, in the imperative. */
  readonly hint: string;

  constructor(message: string, hint: string, options?: { readonly cause: unknown }) {
    super(message, options);
    this.hint = hint;
  }
}

/** An error of the file system in words that name the file. */
export function diskFailure(doing: string, path: string, error: unknown): Failure {
  const [, hint] = WORDS[errorCode(error) ?? ''] ?? ['', 'Check the path and its permissions.'];
  return new Failure(`Cannot ${doing} "${path}": ${diskReason(error)}.`, hint, { cause: error });
}

/** The reason of a file system error, as the end of a sentence. */
export function diskReason(error: unknown): string {
  const [what] = WORDS[errorCode(error) ?? ''] ?? [];
  return what ?? thrownMessage(error);
}

/** Does something with the disk. @throws Failure that names the path. */
export function onDisk<T>(doing: string, path: string, task: () => T): T {
  try {
    return task();
  } catch (error) {
    throw error instanceof Failure ? error : diskFailure(doing, path, error);
  }
}

/** The result of a task, or another value where it fails with a `Failure`; undefined if none is named. */
export function unlessFailed<T>(task: () => T): T | undefined;
export function unlessFailed<T, U>(task: () => T, instead: (failure: Failure) => U): T | U;
export function unlessFailed<T, U>(task: () => T, instead?: (failure: Failure) => U): T | U | undefined {
  try {
    return task();
  } catch (error) {
    if (error instanceof Failure) return instead?.(error);
    throw error;
  }
}

/** The result of a task, or undefined if anything is thrown: for what is as good as absent when it cannot be read. */
export function attempt<T>(task: () => T): T | undefined {
  try {
    return task();
  } catch {
    return undefined;
  }
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const WORDS: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  ENOENT: ['it does not exist', 'Check the path.'],
  EACCES: ['permission is denied', 'Check its owner and permissions.'],
  EPERM: [
    'the operation is not permitted',
    'Check its owner and permissions, and whether another program has it open.',
  ],
  EBUSY: ['another program has it open', 'Close that program, and run the command again.'],
  ENOSPC: ['the disk is full', 'Free some space and run the command again; existing files are unchanged.'],
  EROFS: ['the file system is read-only', 'Choose another folder with --out.'],
  ENOTDIR: ['a part of the path is a file, not a folder', 'Move that file, or choose another folder.'],
  EFBIG: ['the file would be larger than the limit', 'Raise the limit (ulimit -f), and run the command again.'],
  // Of a folder that is to be made.
  EEXIST: ['a part of the path is a file, not a folder', 'Move that file, or choose another folder.'],
  EISDIR: ['it is a folder', 'Move that folder, or choose another path.'],
  ELOOP: ['there is a loop of symbolic links', 'Remove the link.'],
  EMFILE: ['too many files are open', 'Raise the limit of open files and run the command again.'],
};

/** Prints it to standard error, with the next step. */
export function printFailure({ message, hint }: Failure): void {
  process.stderr.write(`haft: ${escapeUnsafe(shortText(message))}\n  hint: ${escapeUnsafe(shortText(hint))}\n`);
}

/** With the nearest known name as its hint, in the form in which it is written; where none is near, with `otherwise`. */
export function unknownName(
  [message, name]: readonly [message: string, name: string],
  names: readonly string[],
  otherwise: string,
  written = (guess: string): string => `"${guess}"`,
): Failure {
  const guess = nearest(name, names) ?? beginning(name, names);
  return new Failure(message, guess === undefined ? otherwise : `Did you mean ${written(guess)}?`);
}

/** The first known name that starts with the typed text, which has at least three letters. */
function beginning(name: string, names: readonly string[]): string | undefined {
  return name.length < 3 ? undefined : names.find((one) => one.startsWith(name.toLowerCase()));
}
