/** Ranks tools and skills for a request by what their fields say: no model, no network, the same order every time. */
import type { Candidate, Field } from './candidate.ts';
import { termsOf, verbGroups } from './terms.ts';

/** Best first; candidates of one score in the order of the choice. */
export interface Ranked {
  readonly name: string;
  readonly score: number;
}

/**
 * BM25F (Robertson and Zaragoza 2009), with the first sentence as a field of its own, groups of verbs, and terms that begin
 * alike. What a term is worth in each field, and how much a long field dilutes it (0: not at all, 1: in full).
 */
const FIELDS: Readonly<Record<Field, { readonly weight: number; readonly dilution: number }>> = {
  name: { weight: 2, dilution: 0.75 },
  summary: { weight: 1, dilution: 0.75 },
  text: { weight: 0.7, dilution: 0.5 },
  examples: { weight: 0.7, dilution: 0.5 },
  parameters: { weight: 0.4, dilution: 0.5 },
  verbs: { weight: 1, dilution: 0.75 },
};

/** How soon a repeated term stops to count. */
const SATURATION = 1.2;
const VERB_GROUP = 0.3;
/** What a case counts that the candidate's own description sends elsewhere. */
const AGAINST = 0.5;
/** `archive` in a request and `archival` in a description. */
const SAME_BEGINNING = 0.4;
const BEGINNING = 5;
/** `weather` in a request and `weatherforecast` in a name. */
const WITHIN_NAME = 0.3;
const SHORTEST_WITHIN = 4;

type Weights = ReadonlyMap<number, number>;

interface Index {
  readonly candidates: readonly Candidate[];
  /** Term → candidate → its weight over all fields. */
  readonly terms: ReadonlyMap<string, Weights>;
  readonly against: ReadonlyMap<string, Weights>;
  readonly byBeginning: ReadonlyMap<string, readonly string[]>;
  readonly closedNames: readonly string[];
}

/** Reads the candidates once; then ranks them for any request. */
export function createReader(candidates: readonly Candidate[]): (request: string) => readonly Ranked[] {
  const index = indexOf(candidates);
  return (request) => {
    const scores = scoresOf(request, index);
    const ranked = candidates.map(({ name }, place) => ({ name, score: scores[place] ?? 0 }));
    return ranked.sort((a, b) => b.score - a.score);
  };
}

function scoresOf(request: string, index: Index): readonly number[] {
  const scores = index.candidates.map(() => 0);
  const add = (weights: Weights | undefined, worth: number): void => {
    if (weights === undefined) return;
    const rarity = Math.log(1 + (scores.length - weights.size + 0.5) / (weights.size + 0.5));
    for (const [place, weight] of weights) {
      scores[place] = (scores[place] ?? 0) + (worth * rarity * weight * (SATURATION + 1)) / (weight + SATURATION);
    }
  };
  const terms = termsOf(request);
  for (const term of new Set(terms)) {
    add(index.terms.get(term), 1);
    add(index.against.get(term), -AGAINST);
    add(namesWith(term, index), WITHIN_NAME);
    for (const other of index.byBeginning.get(beginningOf(term)) ?? []) {
      if (other !== term) add(index.terms.get(other), SAME_BEGINNING);
    }
  }
  for (const group of verbGroups(terms)) add(index.terms.get(group), VERB_GROUP);
  return scores;
}

function indexOf(candidates: readonly Candidate[]): Index {
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
  return { candidates, terms, against, byBeginning: groupByBeginning(terms), closedNames: candidates.map(closedName) };
}

function addTo(terms: Map<string, Map<number, number>>, term: string, place: number, worth: number): void {
  const weights = terms.get(term) ?? new Map<number, number>();
  weights.set(place, (weights.get(place) ?? 0) + worth);
  terms.set(term, weights);
}

function meanLengths(candidates: readonly Candidate[]): Readonly<Record<Field, number>> {
  const mean = (field: Field): number =>
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

function beginningOf(term: string): string {
  return term.length < BEGINNING ? '' : term.slice(0, BEGINNING);
}

function closedName({ name }: Candidate): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The names that contain a term within a word. */
function namesWith(term: string, { candidates, closedNames }: Index): Weights | undefined {
  if (term.length < SHORTEST_WITHIN) return undefined;
  const places = closedNames.flatMap((name, place) => {
    return name.includes(term) && !candidates[place]?.fields.name.includes(term) ? [place] : [];
  });
  return places.length === 0 ? undefined : new Map(places.map((place) => [place, 1]));
}

function entriesOf<K extends string, V>(record: Readonly<Record<K, V>>): readonly (readonly [K, V])[] {
  return Object.keys(record).map((key) => [key as K, record[key as K]]);
}
