/** Empty parts of a description, and prefixes that Haft adds itself. */
import { GENERIC_NOUNS } from '../names/lexicon.ts';
import { nameWords, sentenceWords, unversioned } from '../names/name-words.ts';
import { isUnspecific } from './description-parts.ts';
import { stem } from '../names/stem.ts';
import { regex, wordSet } from '../../../base/word-lists.ts';

/** Scripts that put no blank between words. */
const UNSPACED = regex('u')`
  [\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]
`;

/** At least three words, two with a period, or as much text in a script without blanks. */
export function isSentence(text: string): boolean {
  return (
    hasVerbAndThing(text) ||
    /\w\s+\w+\s+\w/.test(text) ||
    sentenceWords(text).length >= 3 ||
    (UNSPACED.test(text) && text.trim().length >= 6)
  );
}

/** "Gets the item." of `get_item`: the words of the name with an article between them. */
export function repeatsName(text: string, name: string): boolean {
  if (text.length > name.length * 2 + 20) return false;
  const words = sentenceWords(text).filter((word) => !/^(?:an?|the)$/.test(word));
  const named = nameWords(name);
  return words.length === named.length && words.every((word, at) => stem(word) === stem(named[at] ?? ''));
}

/** "Searches judgments.", and not "Gets data." */
function hasVerbAndThing(text: string): boolean {
  const [, thing = ''] = /^\p{Lu}\p{L}+s (\p{L}{4,})\.$/u.exec(text.trim()) ?? [];
  return thing !== '' && !GENERIC_NOUNS.includes(thing.toLowerCase());
}

/** "You need to use this tool": nothing in it tells this tool from another. */
export function isSituation(when: string): boolean {
  return isSentence(when) && (UNSPACED.test(when) || !isUnspecific(when, 'Use when'));
}

/** "The user wants to search books" of `search_books`: besides the name only words that every situation has. */
export function situationRepeatsName(when: string, name: string): boolean {
  const named = new Set(unversioned(nameWords(name)).map(stem));
  const meaningful = sentenceWords(when).filter((word) => !OF_EVERY_SITUATION.has(word));
  return meaningful.length > 1 && meaningful.every((word) => named.has(stem(word)));
}

const OF_EVERY_SITUATION = wordSet(`
  a an the this that some any one user users person someone they you caller wants want wanted needs need needed asks
  ask asked would like likes wishes has have is are be must should to for of in and it
`);

/** The prefix that Haft or the author writes: "Use when" for a situation, "If" for a case. */
const BEGINNINGS =
  /^(?:(?:use|call|choose|invoke)(?:\s+(?:it|this|this\s+tool|the\s+tool))?\s+)?(?:when(?:ever)?|if)\s+/i;

/** A start that names no situation: "Use this tool to …". */
const COMMANDS = /^(?:use|call|choose|invoke)\s+(?:(?:it|this|this\s+tool|the\s+tool)\s+)?(?:to|for)\b/i;

function sentenceOf(text: string): string | undefined {
  return isSentence(text) ? text : undefined;
}

interface Beginning {
  /** As the author wrote it, without blanks around. */
  readonly text: string;
  /** The rest without it; undefined where the rest would make no sense. */
  readonly rest: string | undefined;
}

/** A prefix that would appear twice in the joined description. */
export function doubledBeginning(text: string): Beginning | undefined {
  const trimmed = text.trim();
  const [beginning] = BEGINNINGS.exec(trimmed) ?? [];
  if (beginning !== undefined) return { text: beginning.trim(), rest: sentenceOf(trimmed.slice(beginning.length)) };
  const [command] = COMMANDS.exec(trimmed) ?? [];
  return command === undefined ? undefined : { text: command, rest: undefined };
}
