/** Candidates → what the reader looks up: the weight of each term in each candidate, and the words of their names. */
import type { Candidate, CandidateField } from './candidate.ts';
import { isGrammar } from './terms.ts';

/**
 * BM25F (Robertson and Zaragoza 2009), with the first sentence as a field of its own, and groups of verbs. What a term is worth
 * in each field, and how much a long field dilutes it (0: not at all, 1: in full).
 */
const FIELDS: Readonly<Record<CandidateField, { readonly weight: number; readonly dilution: number }>> = {
  name: { weight: 2, dilution: 0.75 },
  summary: { weight: 1, dilution: 0.75 },
  text: { weight: 0.7, dilution: 0.5 },
  examples: { weight: 0.7, dilution: 0.5 },
  parameters: { weight: 0.5, dilution: 0.5 },
  verbs: { weight: 1, dilution: 0.75 },
};

/** Place of a candidate → weight. */
export type Weights = ReadonlyMap<number, number>;

interface NameWord {
  readonly term: string;
  readonly rarity: number;
}

export interface FieldIndex {
  readonly candidates: readonly Candidate[];
  /** Term → candidate → its weight over all fields. */
  readonly terms: ReadonlyMap<string, Weights>;
  readonly against: ReadonlyMap<string, Weights>;
  readonly byBeginning: ReadonlyMap<string, readonly string[]>;
  /** The names without what parts their words. */
  readonly closedNames: readonly string[];
  /** The words of the names without those of grammar. */
  readonly names: readonly (readonly NameWord[])[];
}

export function indexOf(candidates: readonly Candidate[]): FieldIndex {
  const terms = new Map<string, Map<number, number>>();
  const against = new Map<string, Map<number, number>>();
  const lengths = meanLengths(candidates);
  candidates.forEach((candidate, place) => {
    for (const [field, { weight, dilution }] of entriesOf(FIELDS)) {
      const own = candidate.fields[field];
      const worth = weight / (1 - dilution + (dilution * own.length) / lengths[field]);
      for (const term of own) addTo(terms, term, place, worth);
    }
    for (const term of new Set(candidate.against)) addTo(against, term, place, 1);
  });
  const nameWord = (term: string): NameWord => ({
    term,
    rarity: rarityOf(terms.get(term)?.size ?? 0, candidates.length),
  });
  return {
    candidates,
    terms,
    against,
    byBeginning: groupByBeginning(terms),
    closedNames: candidates.map(closedName),
    names: candidates.map(({ fields }) => [...new Set(fields.name)].filter((term) => !isGrammar(term)).map(nameWord)),
  };
}

/** What a term tells that `holders` of `all` candidates have. */
export function rarityOf(holders: number, all: number): number {
  return Math.log(1 + (all - holders + 0.5) / (holders + 0.5));
}

function addTo(terms: Map<string, Map<number, number>>, term: string, place: number, worth: number): void {
  const weights = terms.get(term) ?? new Map<number, number>();
  weights.set(place, (weights.get(place) ?? 0) + worth);
  terms.set(term, weights);
}

function meanLengths(candidates: readonly Candidate[]): Readonly<Record<CandidateField, number>> {
  const mean = (field: CandidateField): number =>
    Math.max(1e-9, candidates.reduce((sum, { fields }) => sum + fields[field].length, 0) / candidates.length);
  return {
    name: mean('name'),
    summary: mean('summary'),
    text: mean('text'),
    examples: mean('examples'),
    parameters: mean('parameters'),
    verbs: mean('verbs'),
  };
}

const BEGINNING = 5;

function groupByBeginning(terms: ReadonlyMap<string, unknown>): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const term of terms.keys()) {
    if (term.length < BEGINNING || term.startsWith('#')) continue;
    const group = groups.get(beginningOf(term));
    if (group) group.push(term);
    else groups.set(beginningOf(term), [term]);
  }
  return groups;
}

/** What terms share that are looked up together; nothing for a short one. */
export function beginningOf(term: string): string {
  return term.length < BEGINNING ? '' : term.slice(0, BEGINNING);
}

function closedName({ name }: Candidate): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function entriesOf<K extends string, V>(record: Readonly<Record<K, V>>): readonly (readonly [K, V])[] {
  return Object.keys(record).map((key) => [key as K, record[key as K]]);
}
