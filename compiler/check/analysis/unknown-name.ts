/** The message about an unknown name, with the most similar known name. */
import { nearest } from '@haft/runtime/language';

export function unknownName(what: string, name: string, candidates: Iterable<string>): [message: string, hint: string] {
  const names = [...candidates];
  const listed = names.slice(0, 12).join(', ') + (names.length > 12 ? ', …' : '');
  return [`Unknown ${what} "${name}".`, meantOr(name, names, `Known: ${listed || 'none'}.`)];
}

/** The hint that asks about the most similar of the known names; `otherwise` where none is similar. */
export function meantOr(
  name: string,
  known: Iterable<string>,
  otherwise: string,
  write = (guess: string): string => guess,
): string {
  const guess = nearest(name, known);
  return guess === undefined ? otherwise : `Did you mean "${write(guess)}"?`;
}
