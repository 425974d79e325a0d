/** Sequences of words with bounded gaps, written as text, and the search for them in time linear in the words. */
import { memoizeText } from '../../../base/memo.ts';
import { wordList } from '../../../base/word-lists.ts';
import { type Clause, type Token, wordsIn } from './clauses.ts';

/**
 * A phrase: words divided by blanks. `a|b` is one of several, `@name` one of a class of words, `<address>`, `<path>` and `<keys>`
 * what has that form, and `~3` up to three words in between.
 */
interface Phrase {
  readonly steps: readonly Step[];
}

interface Step {
  readonly words: ReadonlySet<string>;
  readonly kinds: ReadonlySet<Token['kind']>;
  /** Words that may be before it. */
  readonly gap: number;
}

/** Whether a text has a word of every step of some phrase; what it does not hold for has no phrase. Cheaper than to look. */
export function prefilterOf(phrases: readonly Phrase[], common: ReadonlySet<string>): (text: string) => boolean {
  const weight = ({ words }: Step): number => words.size + 1000 * [...words].filter((word) => common.has(word)).length;
  const byWord = new Map<string, Phrase[]>();
  for (const phrase of phrases) {
    const rarest = phrase.steps.filter(({ kinds }) => kinds.size === 0).toSorted((a, b) => weight(a) - weight(b))[0];
    for (const word of rarest?.words ?? []) byWord.set(word, [...(byWord.get(word) ?? []), phrase]);
  }
  return memoizeText((text) => {
    const words = new Set(plainWords(text));
    const isWhole = ({ steps }: Phrase): boolean =>
      steps.every((step) => step.kinds.size > 0 || [...step.words].some((word) => words.has(word)));
    for (const word of words) if (byWord.get(word)?.some(isWhole)) return true;
    return false;
  });
}

/** As in `wordsIn`; most texts need none of the tables of Unicode. */
function plainWords(text: string): readonly string[] {
  if (/[^\u0000-\u007F]/.test(text)) return wordsIn(text).map(({ word }) => word);
  return text.toLowerCase().match(/[a-z0-9_]+(?:'[a-z]+)*/g) ?? [];
}

const FORMS: Readonly<Record<string, readonly Token['kind'][]>> = {
  '<address>': ['address'],
  '<path>': ['path', 'keys'],
  '<keys>': ['keys'],
};

export type WordClasses = Readonly<Record<string, string>>;

export function phrasesOf(text: string, classes: WordClasses): readonly Phrase[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => phraseOf(line, classes));
}

function phraseOf(line: string, classes: WordClasses): Phrase {
  const steps: Step[] = [];
  let gap = 0;
  for (const part of wordList(line)) {
    if (/^~\d+$/.test(part)) gap = Number(part.slice(1));
    else {
      const words = part
        .split('|')
        .flatMap((one) => (one.startsWith('@') ? wordList(classes[one.slice(1)] ?? '') : [one]));
      const kinds = words.flatMap((one) => FORMS[one] ?? []);
      steps.push({ words: new Set(words), kinds: new Set(kinds), gap });
      gap = 0;
    }
  }
  return { steps };
}

export interface PhraseMatch {
  readonly from: number;
  readonly to: number;
}

/** The phrases by their first words: most words start none. */
export type PhraseIndex<T> = (word: Token) => readonly (readonly [Phrase, T])[];

export function indexPhrases<T>(all: readonly (readonly [Phrase, T])[]): PhraseIndex<T> {
  const byWord = new Map<string, (readonly [Phrase, T])[]>();
  for (const entry of all)
    for (const word of entry[0].steps[0]?.words ?? []) {
      const entries = byWord.get(word);
      if (entries) entries.push(entry);
      else byWord.set(word, [entry]);
    }
  return ({ word }) => byWord.get(word) ?? NOTHING;
}

const NOTHING: readonly never[] = [];

/** Where a phrase whose first word is at `from` ends; the nearest end. */
export function matchAt({ steps }: Phrase, clause: Clause, from: number): PhraseMatch | undefined {
  let ends: readonly number[] = [from];
  for (const step of steps.slice(1)) {
    const next = new Set<number>();
    for (const end of ends)
      for (let at = end + 1; at <= end + 1 + step.gap && at < clause.length; at += 1)
        if (fits(step, clause[at])) next.add(at);
    if (next.size === 0) return undefined;
    ends = [...next];
  }
  return { from, to: Math.min(...ends) };
}

function fits({ words, kinds }: Step, token: Token | undefined): boolean {
  return token !== undefined && (token.kind === 'word' ? words.has(token.word) : kinds.has(token.kind));
}
