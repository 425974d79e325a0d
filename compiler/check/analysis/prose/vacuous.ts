/** Whether any answer would meet an expected behavior. */
import { sentenceWords } from '../names/name-words.ts';
import { stem } from '../names/stem.ts';
import { wordList } from '../../../base/word-lists.ts';

export function isVacuous(text: string): boolean {
  if (/["'`“]|\w_\w|\d/.test(text)) return false;
  return sentenceWords(text).every((word) => EMPTY.has(stem(word)));
}

const EMPTY: ReadonlySet<string> = new Set(
  wordList(`
  a an the this that it its is are be was with and or to of for in on as at by all any no not than very well much
  work works correct correctly right properly good great fine ok okay nice success successful successfully succeed pass passes expected expectedly
  helpful useful accurate accurately appropriate appropriately relevant reasonable complete completely clear clearly high quality best better error errors
  response answer output result reply message model assistant agent skill tool tools user users request query question task input
  give gives given return returns respond responds answers do does done behave behaves behaviour behavior handle handles
  use uses used using trigger triggers triggered load loads loaded run runs call calls follow follows instruction instructions step steps
  should must will can something anything some what
  `).map(stem),
);
