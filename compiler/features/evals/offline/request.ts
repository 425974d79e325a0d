/** A request → what is looked for in the tools: its terms, what each is worth, and what its verbs may mean. */
import { allTermsOf, groupsMeant, isGrammar } from './terms.ts';

export interface RequestTerms {
  /** Term → its worth; a word of what is asked has 1. */
  readonly terms: ReadonlyMap<string, number>;
  /** Group of verbs → its worth. */
  readonly verbs: ReadonlyMap<string, number>;
}

/** They decide only where nothing else does. */
const GRAMMAR = 0.05;
/** A number is a value of a parameter more often than a word of a description. */
const NUMBER = 0.3;
/** The first verb is what the user wants done; others often stand in what it is done with. */
const FIRST_VERB = 2;

export function readRequest(text: string): RequestTerms {
  const terms = new Map(allTermsOf(text).map((term) => [term, worthOf(term)]));
  const [first, ...others] = [...terms.keys()].map(groupsMeant).filter((groups) => groups.length > 0);
  const verbs = new Map(others.flat().map((group) => [group, 1]));
  for (const group of first ?? []) verbs.set(group, FIRST_VERB);
  return { terms, verbs };
}

function worthOf(term: string): number {
  if (isGrammar(term)) return GRAMMAR;
  return /^\d+$/.test(term) ? NUMBER : 1;
}
