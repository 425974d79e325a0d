/** The message about an unknown name, with the most similar known name. */
import { nearest } from '@haft/runtime/language';

export function unknownName(what: string, name: string, candidates: Iterable<string>): [message: string, hint: string] {
  const names = [...candidates];
  const guess = nearest(name, names);
  const listed = names.slice(0, 12).join(', ') + (names.length > 12 ? ', …' : '');
  return [`Unknown ${what} "${name}".`, guess ? `Did you mean "${guess}"?` : `Known: ${listed || 'none'}.`];
}
