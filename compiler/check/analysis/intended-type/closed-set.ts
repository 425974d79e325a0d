/** The values that a description lists as the only allowed ones; undefined where the list may be open. */
// Missed: values with blanks, and lists over several sentences.
import { regex, source, wordSet } from '../../../base/word-lists.ts';
import { stem } from '../names/name-words.ts';
import { CHOICES } from './type-lexicon.ts';

/** Before a colon: "Order:", "Bad (too vague):". A clause is no heading. */
const HEADING = /^\W*(\w[\w'-]*(?:\s+[\w'-]+)?)(?:\s*\([^()]*\))?\s*:/;

const OF_VALUES = wordSet(
  'value values option options choice choices enum one either allowed supported valid possible',
);

/** Values that are named to be left alone, beside others. */
export const REJECTED = regex(
  'i',
)`\b(?:not|never|don't|instead of|rather than|other than|avoid|except|excluding|without|unless)\b`;

/** "Bad: 'auth' or 'hooks'" is not about the query: a heading names the parameter, a kind of choice or values. */
export function statesValues(sentence: string, name: readonly string[]): boolean {
  if (REJECTED.test(sentence)) return false;
  const [, heading] = HEADING.exec(sentence) ?? [];
  if (heading === undefined) return true;
  const own = new Set(name.map(stem));
  return heading
    .toLowerCase()
    .split(/\s+/)
    .some((word) => own.has(stem(word)) || CHOICES.has(word) || OF_VALUES.has(word));
}

const QUOTED = source`["'\`“‘][^"'\`“”‘’\s]{1,40}["'\`”’]`;
const BARE = source`[A-Za-z0-9][\w+-]*(?:\.[\w+-]+)*`;
const GLOSS = source`(?:\s*\([^()]*\))?`;
const BETWEEN = source`(?:\s*,\s*(?:(?:or|and)\s+)?|\s*[/|]\s*|\s+(?:or|and)\s+)`;
/** Bare words are a list only when commas end in "or", or with one "or" between two. */
const BARE_LIST = source`${BARE}${GLOSS}(?:\s*,\s*${BARE}${GLOSS})*(?:\s*,)?\s+(?:or|and)\s+${BARE}${GLOSS}`;
const COMMA_LIST = source`${BARE}${GLOSS}(?:\s*,\s*(?:(?:or|and)\s+)?${BARE}${GLOSS})+`;
const QUOTED_LIST = `${QUOTED}${GLOSS}(?:${BETWEEN}${QUOTED}${GLOSS})+`;
const PIPES = source`${BARE}(?:\s?\|\s?${BARE})+`;
const SLASHES = source`${BARE}(?:\/${BARE})+`;
const END = source`
  (?=\s*(?:$|[.;:)\]]|(?:,\s*)?(?:(?:and|but|with)\s+)?(?:the\s+|it\s+)?(?:\(|by default|default|defaults)))
`;

const ANNOUNCED = source`
  (?:
    \b(?:allowed|possible|valid|accepted|permitted) (?:values?|options?|choices?)(?: are| is)?(?:\s*:)?|
    \bmust be (?:one of|either)(?:\s*:)?|\bone of\s*:
  )\s*
`;
const LEAD = source`(?:\b(?:one of|either|can be|may be|must be|should be)\s+|:\s+|\(\s*|^\s*)`;

/** Patterns that need no further evidence. */
const CERTAIN = [
  regex('i')`${ANNOUNCED}(${QUOTED_LIST}|${BARE_LIST}|${COMMA_LIST})${END}`,
  regex('i')`${LEAD}(${QUOTED_LIST})${END}`,
  regex('i')`(?:\(|\[|:\s)(${PIPES})${END}`,
  regex('i')`^(${PIPES})${END}`,
  regex('i')`^one of\s+(${COMMA_LIST})${END}`,
];

/** Patterns that also fit arguments ("either name or email"), so that the name must be that of a choice. */
const FOR_CHOICES = [
  regex('i')`\b(?:one of|either|can be|must be)\s+(${BARE_LIST})${END}`,
  regex('i')`(?:^|:\s+)(${BARE_LIST})${END}`,
  regex('i')`:\s+(${COMMA_LIST})${END}`,
  regex('i')`(${QUOTED_LIST})${END}`,
  regex('i')`(?<!\w)\((${SLASHES})\)`,
  regex('i')`(?<!\w)\((${COMMA_LIST})\)`,
];

/** Some sign that parts two values: a glance that most descriptions do not pass. */
const BETWEEN_TWO = /[,/|]|\s(?:or|and)\s/i;

/** In the sentence of the list. */
const OPEN_SENTENCE = regex('i')`
  \b(?:
    such as|for example|for instance|eg|like|including|etc|and so on|among others|any|
    or (?:an?|another|other|more|custom|your|the|empty|blank)|
    usually|typically|regex|regular expression|glob|
    separated|list of|multiple|several|combination
  )\b|
  …|\.{3}
`;
const OPEN_TEXT = /\b(?:other values|any (?:other|string|value)|custom|and others)\b/i;

/** `isChoice`: the name, given as its words, is that of a choice among a few. */
export function closedSet(
  description: string,
  isChoice: boolean,
  name: readonly string[] = [],
): readonly string[] | undefined {
  if (!BETWEEN_TWO.test(description) || OPEN_TEXT.test(description)) return undefined;
  const sentences = description.replaceAll(/\be\.\s?g\.?/gi, 'eg').split(/(?<=[.!?])\s+/);
  for (const sentence of sentences.filter((text) => !OPEN_SENTENCE.test(text) && statesValues(text, name))) {
    for (const pattern of isChoice ? [...CERTAIN, ...FOR_CHOICES] : CERTAIN) {
      const values = valuesIn(pattern.exec(sentence)?.[1] ?? '');
      // "State or province" of a state says what it is.
      if (isSet(values) && !values.some((value) => value.toLowerCase() === name.at(-1))) return values;
    }
  }
  return undefined;
}

function valuesIn(list: string): string[] {
  const plain = list.replaceAll(/\([^()]*\)/g, ' ');
  const quoted = [...plain.matchAll(new RegExp(QUOTED, 'g'))].map(([text]) => text.slice(1, -1));
  if (quoted.length > 0) return quoted;
  return plain.split(/[\s,/|]+/).filter((word) => word !== '' && !/^(?:or|and)$/i.test(word));
}

function isSet(values: readonly string[]): boolean {
  const sound = values.every((value) => /^[A-Za-z0-9][\w.+-]*$/.test(value));
  const worded = values.some((value) => !/^[\d.]+$/.test(value));
  const different = new Set(values.map((value) => value.toLowerCase())).size === values.length;
  return sound && worded && different && values.length > 1 && values.length <= 30;
}
