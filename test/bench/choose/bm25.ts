/** The baseline: BM25 over the words of names and descriptions, each tool one text, by the usual ways to part a text into words. */
import { stem } from '../../../compiler/check/analysis/names/name-words.ts';
import { termsOf } from '../../../compiler/features/evals/offline/terms.ts';
import type { RankedCandidate } from '../../../compiler/features/evals/offline/reader.ts';

/** Saturation and dilution: how soon a repeated word stops to count, and how much a long text dilutes its words. */
export interface Constants {
  readonly k1: number;
  readonly b: number;
}

export const USUAL: Constants = { k1: 1.2, b: 0.75 };

export type Words = (text: string) => readonly string[];

/** Those of Lucene's analyzer of English. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

const plain: Words = (text) =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('_', ' ')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

export const WORDS: readonly Words[] = [
  plain,
  (text) => plain(text).map(stem),
  (text) =>
    plain(text)
      .filter((word) => !STOP_WORDS.has(word))
      .map(stem),
  // Those of the reader, which leaves more out, and parts scripts without blanks.
  (text) => termsOf(text),
];

export interface Text {
  readonly name: string;
  readonly text: string;
}

/** Robertson and Zaragoza 2009; best first, tools of one score in their order. */
export function createBm25(
  texts: readonly Text[],
  words: Words,
  { k1, b }: Constants,
): (request: string) => readonly RankedCandidate[] {
  const documents = texts.map(({ name, text }) => [...words(name), ...words(text)]);
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const counts = new Map<string, Map<number, number>>();
  documents.forEach((document, place) => {
    for (const word of document) {
      const own = counts.get(word) ?? new Map<number, number>();
      counts.set(word, own.set(place, (own.get(place) ?? 0) + 1));
    }
  });
  return (request) => {
    const scores = texts.map(() => 0);
    for (const word of words(request)) {
      const own = counts.get(word) ?? new Map<number, number>();
      const rarity = Math.log(1 + (texts.length - own.size + 0.5) / (own.size + 0.5));
      for (const [place, count] of own) {
        const length = (documents[place]?.length ?? 0) / mean;
        scores[place] = (scores[place] ?? 0) + (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + b * length));
      }
    }
    return texts.map(({ name }, place) => ({ name, score: scores[place] ?? 0 })).sort((x, y) => y.score - x.score);
  };
}
