/** Text → the language that it is in, by its script and its words of grammar: the reader compares words, and says nothing across languages. */
import { memoizeText } from '../../../base/memo.ts';
import { GRAMMAR_WORDS } from './terms.ts';

/** Scripts of one language, and of several that are named by it. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'Chinese or Japanese'],
  [/\p{Script=Hangul}/gu, 'Korean'],
  [/\p{Script=Cyrillic}/gu, 'a Cyrillic script'],
  [/\p{Script=Greek}/gu, 'Greek'],
  [/\p{Script=Arabic}/gu, 'an Arabic script'],
  [/\p{Script=Hebrew}/gu, 'Hebrew'],
  [/\p{Script=Devanagari}/gu, 'a Devanagari script'],
  [/\p{Script=Thai}/gu, 'Thai'],
];

const LANGUAGES = Object.entries(GRAMMAR_WORDS).map(([name, words]) => ({ name, words: new Set(words.split(' ')) }));

/** The first is the usual one. Fewer words of grammar decide nothing: what looks like one may be a name. */
const MIN_WORDS = 2;

const USUAL = 'English';

/** English where nothing speaks against it. */
export const languageOf = memoizeText((text): string => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const script = SCRIPTS.find(([form]) => (text.match(form)?.length ?? 0) * 2 > letters);
  if (script) return script[1];
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}+(?:'\p{L}+)?/gu) ?? [];
  const [usual, ...others] = LANGUAGES;
  const counts = others.map(({ name, words: own }) => ({
    name,
    // What both languages have shows nothing.
    count: words.filter((word) => own.has(word) && !usual?.words.has(word)).length,
    against: words.filter((word) => usual?.words.has(word) && !own.has(word)).length,
  }));
  const [best] = counts.toSorted((a, b) => b.count - a.count || a.against - b.against);
  return best && best.count >= MIN_WORDS && best.count > best.against ? best.name : USUAL;
});
