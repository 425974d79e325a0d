/** Whether a part of a skill's description is specific, and whether it repeats the prefix that Haft adds. */
import { sentenceWords } from '../names/name-words.ts';
import { stem } from '../names/stem.ts';
import { wordList } from '../../../base/word-lists.ts';

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
