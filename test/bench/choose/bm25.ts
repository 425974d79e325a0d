/** The baseline: BM25 over the words of names and descriptions, each tool one text, by the same stems as the reader. */
import { nameTerms, termsOf } from '../../../compiler/choose/terms.ts';
import type { Ranked } from '../../../compiler/choose/reader.ts';

const SATURATION = 1.2;
const DILUTION = 0.75;

export interface Text {
  readonly name: string;
  readonly text: string;
}

/** Robertson and Zaragoza 2009, with the usual k1 and b; best first, tools of one score in their order. */
export function createBm25(texts: readonly Text[]): (request: string) => readonly Ranked[] {
  const documents = texts.map(({ name, text }) => [...nameTerms(name), ...termsOf(text)]);
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const counts = documents.map(countsOf);
  const holders = countsOf(counts.flatMap((own) => [...own.keys()]));
  const worth = (term: string, place: number): number => {
    const count = counts[place]?.get(term) ?? 0;
    const held = holders.get(term) ?? 0;
    const rarity = Math.log(1 + (texts.length - held + 0.5) / (held + 0.5));
    const length = (documents[place]?.length ?? 0) / mean;
    return (rarity * count * (SATURATION + 1)) / (count + SATURATION * (1 - DILUTION + DILUTION * length));
  };
  return (request) => {
    const terms = termsOf(request).filter((term) => holders.has(term));
    const ranked = texts.map(({ name }, place) => ({
      name,
      score: terms.reduce((sum, term) => sum + worth(term, place), 0),
    }));
    return ranked.sort((a, b) => b.score - a.score);
  };
}

function countsOf(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
