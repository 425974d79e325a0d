/** What a model must not choose, by the words of the help: calls that never end, and calls without a check of security. */
import { nameWords } from '../../../check/analysis/names/name-words.ts';
import { sentencesOf, withoutRemarks } from './sentences.ts';

export type Hazard = 'endless' | 'unchecked';

export interface WordedFlag {
  /** `--follow`. */
  readonly name: string;
  readonly text: string;
  /** What it takes, as the help names it. */
  readonly value: string | undefined;
}

/** "real time", "as they arrive", "every 2 seconds", "until interrupted". */
const ENDLESS = new RegExp(
  [
    String.raw`\breal[ -]?time\b|\blive (?:stream|feed|view|updates?)\b|\bcontinuous(?:ly)?\b|\bforever\b|\bindefinitely\b|\bendless(?:ly)?\b`,
    String.raw`\bnever (?:ends?|exits?|returns?|stops?)\b|\bwithout end\b|\buntil (?:\w+ ){0,3}(?:interrupt\w*|killed|stopped)\b`,
    String.raw`\b(?:keep|keeps|stay|stays) (?:\w+ )?(?:running|open|alive|printing|reading|waiting|listening|going|updating|polling|trying)\b`,
    String.raw`\bas (?:\w+ ){1,4}(?:arrives?|happens?|occurs?|appears?|comes?|grows?)\b|\bas (?:it|they) changes?\b`,
    String.raw`\bevery (?:so many |few |[\w.]+ )?(?:seconds?|secs?|milliseconds?|ms|minutes?)\b`,
    String.raw`\b(?:be|are|is|being) streamed\b|^streams? (?!of\b|info|number|index)|\b(?:and|or|to|then) stream\b|\bstreaming\b`,
  ].join('|'),
  'i',
);

/** "With --follow it keeps running": only where it is asked for. */
const CONDITION = /(?:^|\s)--?[a-z]|\b(?:if|when|can|may|optionally|unless|instead)\b/i;

/** "Only the first result instead of a stream". */
const ENDED = /\b(?:no|not|disable[sd]?|don'?t|without|stops?|only)\b/i;

const MAX_TEXT = 2000;

export function isEndless(text: string): boolean {
  return sentencesOf(withoutRemarks(text.slice(0, MAX_TEXT))).some(
    (sentence) => ENDLESS.test(sentence) && !CONDITION.test(sentence),
  );
}

/** Links, redirects and earlier names have an end. */
const LINKS = /\b(?:sym)?links?\b|\bsymbolic\b|\bredirect|\brename|\breferences?\b|\blocations?\b/i;

const STREAMING = new Set(['follow', 'listen', 'monitor', 'poll', 'stream', 'watch']);

/** What a flag says of itself, and the flags that it names as its own meaning: "same as --follow". */
export function hazardOf({ name, text: all, value }: WordedFlag): Hazard | undefined {
  const text = all.slice(0, MAX_TEXT);
  const same = /^(?:the )?(?:same as|equivalent to|alias (?:of|for)|short(?:hand)? for|implies|like) (.*)/i.exec(text);
  const meant = [...(same?.[1] ?? '').matchAll(/--?[a-z][\w-]*/gi)].map(([one]) => one);
  const names = [name, ...meant].map(nameWords);
  const isSwitch = /^(?:true\|false|bool\w*)$/i.test(value ?? '') && isCheck(`${nameWords(name).join(' ')} ${text}`);
  if (isSwitch || names.some(isUncheckedName) || sentencesOf(text).some(isUnchecked)) return 'unchecked';
  const [first = ''] = sentencesOf(withoutRemarks(text));
  const isStream = names.some((words) => STREAMING.has(words[0] ?? '') || (words[0] === 'tail' && value === undefined));
  return (isStream && !LINKS.test(text)) || (ENDLESS.test(first) && !ENDED.test(first)) ? 'endless' : undefined;
}

const OFF =
  /\b(?:no|not|non|skip\w*|disabl\w+|ignor\w+|bypass\w*|without|never|omit\w*|suppress\w*|don'?t|doesn'?t|turns? off|accept\w*|allow\w*|permit\w*|trust\w*)\b/i;

const SUBJECT =
  /\b(?:certs?|certificates?|tls|ssl|https|x509|host ?keys?|signatures?|gpg|pgp|identity|authenticity|security|peers?|fingerprints?)\b/i;

const CHECK = /\b(?:verif\w+|validat\w+|valid|check\w*|revo\w+)\b/i;

const UNCHECKED = /\b(?:insecure(?:ly)?|unauthenticated|untrusted|unverified|self-? ?signed|unsigned)\b/i;

function isUnchecked(sentence: string): boolean {
  return OFF.test(sentence) && (UNCHECKED.test(sentence) || isCheck(sentence));
}

/** A value can be one that switches it off: `--tls-verify=false`. */
function isCheck(text: string): boolean {
  return SUBJECT.test(text) && CHECK.test(text);
}

function isUncheckedName(words: readonly string[]): boolean {
  const name = words.join(' ');
  const isOff = /^(?:no|skip|disable|without)\b/.test(name) && /\bsandbox\b/.test(name);
  return /\b(?:insecure|unsafe)\b/.test(name) || isUnchecked(name) || isOff;
}
