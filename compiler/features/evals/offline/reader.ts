/** Ranks tools and skills for a request by what their fields say: no model, no network, the same order every time. */
import { groupBy } from '../../../base/groups.ts';
import { entriesOf } from '../../../base/json.ts';
import { allTermsOf, groupsMeant, isGrammar } from './terms.ts';
import { SAME_THINGS } from './synonym-lexicon.ts';
import type { Candidate, CandidateField } from './candidate.ts';
import { stem } from '../../../check/analysis/names/name-words.ts';

const BY_TERM = synonymsByTerm();

/** They decide only where nothing else does. */
const GRAMMAR = 0.05;

/** A number is a value of a parameter more often than a word of a description. */
const NUMBER = 0.3;

/** The first verb is what the user wants done; others often stand in what it is done with. */
const FIRST_VERB = 2;

/** Best first; candidates of one score in the order of the choice. */
export interface RankedCandidate {
  readonly name: string;
  readonly score: number;
  /** Of a deprecated tool, as its candidate. */
  readonly behind?: string;
}

/** How soon a repeated term stops to count. */
const SATURATION = 1.2;
const VERB_GROUP = 0.3;
/** What a case counts that the candidate's own description sends elsewhere. */
const AGAINST = 0.5;
/** `archive` in a request and `archival` in a description. */
const SAME_BEGINNING = 0.4;
/** `weather` in a request and `weatherforecast` in a name. */
const WITHIN_NAME = 0.3;
const MIN_WITHIN = 4;
/** A synonym, for tools that do not have the word itself. */
const SYNONYM = 0.3;
/** How much more a tool counts when the request has all words of its name. */
const WHOLE_NAME = 0.1;

/** Reads the candidates once; then ranks them for any request. */
export function createReader(candidates: readonly Candidate[]): (request: string) => readonly RankedCandidate[] {
  const index = indexOf(candidates);
  return (text) => {
    const request = readRequest(text);
    const scores = scoresOf(request, index);
    const own = candidates.map(({ name, behind }, place) => {
      const score = (scores[place] ?? 0) * (1 + WHOLE_NAME * shareOfName(place, request, index));
      return { name, score, ...(behind !== undefined && { behind }) };
    });
    return behindSuccessors(own).sort((a, b) => b.score - a.score || Number('behind' in a) - Number('behind' in b));
  };
}

/** The text of a deprecated tool names its successor: what speaks for it speaks for the other one. */
function behindSuccessors(ranked: readonly RankedCandidate[]): RankedCandidate[] {
  const own = new Map(ranked.map(({ name, score }) => [name, score]));
  const best = new Map(own);
  for (const { score, behind } of ranked)
    if (behind !== undefined) best.set(behind, Math.max(score, best.get(behind) ?? 0));
  return ranked.map((one) => {
    const score = one.behind === undefined ? best.get(one.name) : Math.min(one.score, own.get(one.behind) ?? 0);
    return { ...one, score: score ?? one.score };
  });
}

function scoresOf({ terms, verbs }: RequestTerms, index: FieldIndex): readonly number[] {
  const scores = index.candidates.map(() => 0);
  const add = (weights: Weights | undefined, worth: number, fits: (place: number) => boolean = () => true): void => {
    if (weights === undefined) return;
    const rarity = rarityOf(weights.size, scores.length);
    for (const [place, weight] of weights) {
      if (!fits(place)) continue;
      scores[place] = (scores[place] ?? 0) + (worth * rarity * weight * (SATURATION + 1)) / (weight + SATURATION);
    }
  };
  const [grammar, telling] = [
    [...terms].filter(([term]) => isGrammar(term)),
    [...terms].filter(([term]) => !isGrammar(term)),
  ];
  for (const [term, worth] of telling) {
    const own = index.terms.get(term);
    add(own, worth);
    add(index.against.get(term), -AGAINST * worth);
    add(namesWith(term, index), WITHIN_NAME * worth);
    for (const other of BY_TERM.get(term) ?? []) {
      if (!terms.has(other)) add(index.terms.get(other), SYNONYM * worth, (place) => !own?.has(place));
    }
    for (const other of index.byBeginning.get(beginningOf(term)) ?? []) {
      if (other !== term) add(index.terms.get(other), SAME_BEGINNING * worth);
    }
  }
  for (const [group, worth] of verbs) add(index.terms.get(group), VERB_GROUP * worth);
  // A tool that shares nothing else with the request is not chosen for an "is" or a "the".
  const shares = scores.map((score) => score > 0);
  for (const [term, worth] of grammar) add(index.terms.get(term), worth, (place) => shares[place] === true);
  return scores;
}

/** The names that contain a term within a word. */
function namesWith(term: string, { candidates, closedNames }: FieldIndex): Weights | undefined {
  if (term.length < MIN_WITHIN) return undefined;
  const places = closedNames.flatMap((name, place) => {
    return name.includes(term) && !candidates[place]?.fields.name.includes(term) ? [place] : [];
  });
  return places.length === 0 ? undefined : new Map(places.map((place) => [place, 1]));
}

/** How much of a name, by the rarity of its words, is in the request: it tells `list_orders` from `list_orders_by_customer`. */
function shareOfName(place: number, { terms }: RequestTerms, { names }: FieldIndex): number {
  let [share, all] = [0, 0];
  for (const { term, rarity } of names[place] ?? []) {
    all += rarity;
    if (terms.has(term)) share += rarity;
  }
  return all === 0 ? 0 : share / all;
}

/** A request → what is looked for in the tools: its terms, what each is worth, and what its verbs may mean. */
interface RequestTerms {
  /** Term → its worth; a word of what is asked has 1. */
  readonly terms: ReadonlyMap<string, number>;
  /** Group of verbs → its worth. */
  readonly verbs: ReadonlyMap<string, number>;
}

export function readRequest(text: string): RequestTerms {
  const worthOf = (term: string): number => (isGrammar(term) ? GRAMMAR : /^\d+$/.test(term) ? NUMBER : 1);
  const terms = new Map(allTermsOf(text).map((term) => [term, worthOf(term)]));
  const [first, ...others] = [...terms.keys()].map(groupsMeant).filter((groups) => groups.length > 0);
  const verbs = new Map(others.flat().map((group) => [group, 1]));
  for (const group of first ?? []) verbs.set(group, FIRST_VERB);
  return { terms, verbs };
}

function synonymsByTerm(): ReadonlyMap<string, ReadonlySet<string>> {
  const synonyms = new Map<string, Set<string>>();
  for (const group of SAME_THINGS) {
    const terms = group.map(stem);
    for (const term of terms) {
      const others = synonyms.get(term) ?? new Set();
      for (const other of terms) if (other !== term) others.add(other);
      synonyms.set(term, others);
    }
  }
  return synonyms;
}

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
type Weights = ReadonlyMap<number, number>;

interface FieldIndex {
  readonly candidates: readonly Candidate[];
  /** Term → candidate → its weight over all fields. */
  readonly terms: ReadonlyMap<string, Weights>;
  readonly against: ReadonlyMap<string, Weights>;
  readonly byBeginning: ReadonlyMap<string, readonly string[]>;
  /** The names without what parts their words. */
  readonly closedNames: readonly string[];
  /** The words of the names without those of grammar. */
  readonly names: readonly (readonly { readonly term: string; readonly rarity: number }[])[];
}

function indexOf(candidates: readonly Candidate[]): FieldIndex {
  const terms = new Map<string, Map<number, number>>();
  const against = new Map<string, Map<number, number>>();
  const lengths = new Map(entriesOf(FIELDS).map(([field]) => [field, meanLength(candidates, field)]));
  candidates.forEach((candidate, place) => {
    for (const [field, { weight, dilution }] of entriesOf(FIELDS)) {
      const own = candidate.fields[field];
      const worth = weight / (1 - dilution + (dilution * own.length) / (lengths.get(field) ?? 1));
      for (const term of own) addTo(terms, term, place, worth);
    }
    for (const term of new Set(candidate.against)) addTo(against, term, place, 1);
  });
  const nameWord = (term: string) => ({ term, rarity: rarityOf(terms.get(term)?.size ?? 0, candidates.length) });
  const comparable = [...terms.keys()].filter((term) => beginningOf(term) !== '' && !term.startsWith('#'));
  return {
    candidates,
    terms,
    against,
    byBeginning: groupBy(comparable, beginningOf),
    closedNames: candidates.map(({ name }) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')),
    names: candidates.map(({ fields }) => [...new Set(fields.name)].filter((term) => !isGrammar(term)).map(nameWord)),
  };
}

/** What a term tells that `holders` of `all` candidates have. */
function rarityOf(holders: number, all: number): number {
  return Math.log(1 + (all - holders + 0.5) / (holders + 0.5));
}

function addTo(terms: Map<string, Map<number, number>>, term: string, place: number, worth: number): void {
  const weights = terms.get(term) ?? new Map<number, number>();
  weights.set(place, (weights.get(place) ?? 0) + worth);
  terms.set(term, weights);
}

function meanLength(candidates: readonly Candidate[], field: CandidateField): number {
  return Math.max(1e-9, candidates.reduce((sum, { fields }) => sum + fields[field].length, 0) / candidates.length);
}

const BEGINNING = 5;

/** What terms share that are looked up together; nothing for a short one. */
function beginningOf(term: string): string {
  return term.length < BEGINNING ? '' : term.slice(0, BEGINNING);
}
