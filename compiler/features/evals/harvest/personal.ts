/** A request of a user → the same request without what may be personal or secret: nothing is left but words that the project or any text has. */
import { SAME_THINGS } from '../offline/synonym-lexicon.ts';
import { secretInText } from '../../../check/analysis/secrets/literal-secret.ts';
import { NOUN_VERBS, PLACES, QUALIFIERS } from '../../../check/analysis/names/lexicon.ts';
import { nameWords, stem } from '../../../check/analysis/names/name-words.ts';
import { VERBS } from '../../../check/analysis/names/verbs.ts';
import { isUninformative } from '../../../check/analysis/prose/information.ts';
import { STOP_WORDS } from '../../../check/analysis/similar/tool-signature.ts';

/** Words of no particular person: those of the project, and those of the lexicons. */
interface PublicWords {
  /** Stems. */
  readonly stems: ReadonlySet<string>;
  /** As they are written, with capitals, where no sentence begins. */
  readonly names: ReadonlySet<string>;
}

/** Values that no user gave. */
const STAND_INS = { mail: 'name@example.com', url: 'https://example.com/page', day: '2030-01-15' };

const LEXICON: readonly string[] = stemsOf([
  ...[VERBS, NOUN_VERBS, PLACES, QUALIFIERS, STOP_WORDS].flatMap((list) => [...list]),
  ...SAME_THINGS.flat(),
  ...Object.values(STAND_INS).flatMap((text) => text.split(/[^a-z]+/)),
  'i',
]);

function stemsOf(entries: readonly string[]): readonly string[] {
  return [...new Set(entries.flatMap((entry) => entry.toLowerCase().split(/\s+/)))].map(stem);
}

/** `texts`: all texts of the project. */
export function publicWords(texts: readonly string[]): PublicWords {
  const words = texts.flatMap(wordsIn);
  const own = [...words.map(({ word }) => word), ...texts.flatMap((text) => nameWords(text))];
  return {
    stems: new Set([...LEXICON, ...stemsOf(own)]),
    names: new Set(words.flatMap(({ word, isFirst }) => (isFirst ? [] : [word]))),
  };
}

/** A word cannot hide in what it is made of: letters with at most two marks, digits and signs, and no characters without a look. */
const PLAIN = /^(?:\p{L}\p{M}{0,2}|\p{Nd}|[\p{P}\p{S}](?![\p{P}\p{S}]{3})| )*$/u;

const MAIL = /(?<![^\s@"'<>(),;])[^\s@"'<>(),;]+@[^\s@"'<>(),;]+\.[^\s@"'<>(),;]+/gu;

const URL = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)]+/giu;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A number with what people write between its digits. */
const NUMBER = /\p{Nd}(?:[\s\p{P}\p{S}]*\p{Nd})*/gu;

/** Fewer digits count things; more may be those of a person. */
const MAX_DIGITS = 2;

/** Undefined where something may be personal, and nothing can take its place. */
export function withoutPersonal(text: string, words: PublicWords): string | undefined {
  const addressed = text
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(URL, STAND_INS.url)
    .replaceAll(MAIL, STAND_INS.mail);
  const isMixed = (chunk: string): boolean => /\p{L}/u.test(chunk) && digitsIn(chunk) > MAX_DIGITS;
  const isHandle = (chunk: string): boolean => chunk.includes('@') && !chunk.includes(STAND_INS.mail);
  const chunks = addressed.split(' ');
  if (!PLAIN.test(addressed) || chunks.some((one) => isMixed(one) || isHandle(one))) return undefined;
  if (secretInText(addressed) || !wordsIn(addressed).every((one) => isPublic(one, words))) return undefined;
  return addressed.replaceAll(NUMBER, standIn);
}

function standIn(number: string): string {
  if (digitsIn(number) <= MAX_DIGITS) return number;
  if (DAY.test(number)) return STAND_INS.day;
  let count = 0;
  return number.replaceAll(/\p{Nd}/gu, () => String((count += 1) % 10));
}

function digitsIn(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0;
}

interface Word {
  readonly word: string;
  /** Whether a sentence or a quotation may begin with it: then a capital says nothing. */
  readonly isFirst: boolean;
}

/** Characters before a word that decide whether a sentence begins with it. */
const NEAR = 8;

/** With what follows an apostrophe, where it is more than an ending: O'Brien is two words. */
function wordsIn(text: string): readonly Word[] {
  return [...text.matchAll(/\p{L}[\p{L}\p{M}]*/gu)].flatMap(({ 0: word, index }) => {
    const before = index <= NEAR ? text.slice(0, index) : `…${text.slice(index - NEAR, index)}`;
    if (/\p{L}['’]$/u.test(before) && word.length <= 2) return [];
    return [{ word, isFirst: isBeginning(before) }];
  });
}

function isPublic({ word, isFirst }: Word, { stems, names }: PublicWords): boolean {
  const isName = /\p{Lu}|\p{Lt}/u.test(word) && word !== 'I';
  if (isName && !isFirst) return names.has(word);
  const plain = word.toLowerCase();
  return stems.has(stem(plain)) || (plain.length > 1 && isUninformative(plain, 'request'));
}

function isBeginning(before: string): boolean {
  const text = before.trimEnd();
  return text === '' || before.slice(text.length).includes('\n') || '.!?:;"“„«(-'.includes(text.at(-1) ?? '');
}
