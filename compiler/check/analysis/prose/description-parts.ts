/** Whether a part of a skill's description is specific, and whether it repeats the prefix that Haft adds. */
import { nameWords, sentenceWords, stem, unversioned } from '../names/name-words.ts';
import { regex, wordList, wordSet } from '../../../base/word-lists.ts';
import { GENERIC_NOUNS } from '../names/lexicon.ts';

/** Scripts that put no blank between words. */
const UNSPACED = regex('u')`
  [\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]
`;

const OF_EVERY_SITUATION = wordSet(`
  a an the this that some any one user users person someone they you caller wants want wanted needs need needed asks
  ask asked would like likes wishes has have is are be must should to for of in and it
`);

/** The prefix that Haft or the author writes: "Use when" for a situation, "If" for a case. */
const BEGINNINGS =
  /^(?:(?:use|call|choose|invoke)(?:\s+(?:it|this|this\s+tool|the\s+tool))?\s+)?(?:when(?:ever)?|if)\s+/i;

/** A start that names no situation: "Use this tool to …". */
const COMMANDS = /^(?:use|call|choose|invoke)\s+(?:(?:it|this|this\s+tool|the\s+tool)\s+)?(?:to|for)\b/i;

type Before = 'Use when' | 'Do NOT use for';

const AGAIN: Readonly<Record<Before, RegExp>> = {
  'Use when': /^(?:(?:use|used|invoke|trigger) (?:this (?:skill )?|it )?)?(?:when|whenever|if)\b[:,]?\s+(?=\S)/i,
  'Do NOT use for':
    /^(?:(?:do not|don['’]t|never) use (?:this (?:skill )?|it )?(?:for|to|when)|(?:do )?not for|never for)\b[:,]?\s+(?=\S)/i,
};

/** The text without the prefix that Haft adds; undefined where it has none. */
export function startsOver(text: string, before: Before): string | undefined {
  const rest = text.trim().replace(AGAIN[before], '');
  return rest === text.trim() ? undefined : rest;
}

/** No word distinguishes this skill from another. */
export function isUnspecific(text: string, before?: Before): boolean {
  const words = sentenceWords(text);
  if (/^(?:todo|tbd|fixme|xxx|n\/?a|none|\.+|…|lorem ipsum.*|placeholder)[.:]?$/i.test(text.trim())) return true;
  const specific = words.filter((word) => !EMPTY.has(word) && !EMPTY.has(stem(word)));
  const vague = specific.filter((word) => VAGUE.has(stem(word)));
  return specific.length === 0 || (before === undefined && vague.length > 0 && specific.length - vague.length < 2);
}

const EMPTY: ReadonlySet<string> = new Set(
  wordList(`
    a an the this that it is are be for of to in on with and or when if where as at all any anything everything
    something else other others case cases situation situations need needed needs necessary required relevant
    appropriate applicable useful helpful possible want wants ask asks asked user users they you your their them
    request requests task tasks thing things stuff unrelated related do does use used skill skills tool tools various
    general
  `).flatMap((word) => [word, stem(word)]),
);

/** "Helps with books" names no action. */
const VAGUE: ReadonlySet<string> = new Set(wordList('help helper assist handle manage support deal process').map(stem));

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

/** Whether any answer would meet an expected behavior. */
export function isVacuous(text: string): boolean {
  if (/["'`“]|\w_\w|\d/.test(text)) return false;
  return sentenceWords(text).every((word) => OF_ANY_ANSWER.has(stem(word)));
}

const OF_ANY_ANSWER: ReadonlySet<string> = new Set(
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
