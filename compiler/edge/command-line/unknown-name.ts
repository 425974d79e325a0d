/** A name on the command line that does not exist. */
import { nearest } from '@haft/runtime/language';
import { Failure } from './failure.ts';

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
