/** Whether a part of a description is a sentence, repeats the name, or repeats the prefix that Haft adds. */
import { nameWords, sentenceWords, stem, withoutVersion } from '../names/name-words.ts';
import { regex } from '../../../base/word-lists.ts';
import { everyTelling, isUninformative } from './information.ts';
import { GENERIC_NOUNS } from '../names/lexicon.ts';

/** Scripts that put no blank between words. */
const UNSPACED = regex('u')`
  [\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]
`;

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
export function isSituation(when: string, subject: ReadonlySet<string>): boolean {
  return isSentence(when) && !isUninformative(when, 'situation', subject);
}

/** "The user wants to search books" of `search_books`: besides the name only words that every situation has. */
export function situationRepeatsName(when: string, name: string): boolean {
  if (asksQuestion(when)) return false;
  const named = new Set(withoutVersion(nameWords(name)).map(stem));
  let telling = 0;
  const isNamed = everyTelling(when, 'situation', named, (word) => {
    telling += 1;
    return named.has(word);
  });
  return isNamed && telling > 1;
}

/** A question is more than an order: "the user asks when a room is free". */
export function asksQuestion(text: string): boolean {
  return /\b(?:how|what|where|whether|which|who|whose|why)\b|\basks? (?:when|if)\b/i.test(text);
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
  if (beginning !== undefined) {
    const rest = trimmed.slice(beginning.length);
    return { text: beginning.trim(), rest: isSentence(rest) ? rest : undefined };
  }
  const [command] = COMMANDS.exec(trimmed) ?? [];
  return command === undefined ? undefined : { text: command, rest: undefined };
}
