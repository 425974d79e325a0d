/** Whether a description only repeats the name. */
import { memoizeText } from '../../../base/memo.ts';
import { everyWord } from './name-words.ts';
import { stem } from './stem.ts';
import { snakeCase } from './snake-case.ts';
import { wordSet } from '../../../base/word-lists.ts';

export function repeatsName(description: string, name: string): boolean {
  const named = namedBy(name);
  if (COUNTED.test(description) && !named.has('number')) return false;
  return everyWord(description, (word) => named.has(stems(word)) || EMPTY.has(word));
}

/** "Number of guests" of `guests` says that it is not their names, "Number of the invoice" of `invoice` that it is not its title. */
const COUNTED = /^\W*(?:the )?number of \w/i;

const stems = memoizeText(stem);
const namedBy = memoizeText((name): ReadonlySet<string> => new Set(snakeCase(name).split('_').map(stem)));

/** They add nothing to a name: "The user ID value to use." */
const EMPTY = wordSet(`
  a an the this that of for to in on is be its it your you given required optional parameter argument field value
  values variable string text number integer boolean bool array object input type param arg use used specify specified
  provide provided set here please some any
`);
