/** Text → the terms that requests and tools are compared by: stems, words of grammar marked as such, and what verbs promise. */
import { wordSet } from '../../../base/word-lists.ts';
import { apart, stem } from '@haft/runtime/language';
import { nameWords, sentenceWords } from '../../../check/analysis/names/name-words.ts';
import { INTENTS } from '../../../check/analysis/similar/tool-signature.ts';
import { memoizeText } from '../../../base/memo.ts';

/**
 * Grammar alone. Verbs such as `find` and `list` are not: they tell tools of one noun apart. Nor is what makes another verb
 * of a verb: turn on, turn off, sign up, log out.
 */
const GRAMMAR = wordSet(
  'a am an and are as at be been by can could do does for from has have how i if in into is it its me my of or our please so that the their them then there these they this those to us want was we were what which will with would you your',
);

const GRAMMAR_MARK = '~';

const termOf = memoizeText((word) => (GRAMMAR.has(word) ? `${GRAMMAR_MARK}${word}` : stem(word)));

/** A word of grammar: nearly every text has it. */
export function isGrammar(term: string): boolean {
  return term.startsWith(GRAMMAR_MARK);
}

/** The terms of a sentence, in order and as often as they occur, words of grammar among them. */
export function allTermsOf(text: string): readonly string[] {
  const words = sentenceWords(text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' '));
  return words.flatMap(apart).map(termOf);
}

/** The terms of a sentence without the words of grammar. */
export function termsOf(text: string): readonly string[] {
  return allTermsOf(text).filter((term) => !isGrammar(term));
}

/** The terms of an identifier: `searchBooks_v2` is search, book, v2. */
export const nameTerms = memoizeText((name): readonly string[] => nameWords(name).map(termOf));

/** What users also say for what the verbs of a group promise: set an alarm, check my balance, get rid of it. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  content: ['give', 'provide', 'see'],
  about: ['detail', 'find', 'know', 'see', 'tell'],
  look: ['check', 'give', 'know', 'locate', 'look', 'provide', 'see', 'tell'],
  create: ['book', 'new', 'reserve', 'schedule', 'set', 'setup'],
  send: ['forward', 'notify', 'tell'],
  change: ['rename', 'switch', 'turn'],
  remove: ['rid', 'unsubscribe'],
  begin: ['open', 'play'],
  halt: ['off', 'pause'],
  attach: ['put'],
  reckon: ['convert', 'determine', 'find', 'solve'],
};

const PROMISED = groupsByVerb([INTENTS]);

const MEANT = groupsByVerb([INTENTS, SAID]);

/** The groups of verbs that terms of a tool belong to, each once, marked so that no word is mistaken for one. */
export function verbGroups(terms: readonly string[]): readonly string[] {
  return [...new Set(terms.flatMap((term) => PROMISED.get(term) ?? []))];
}

/** The groups that a term of a request may mean. */
export function groupsMeant(term: string): readonly string[] {
  return MEANT.get(term) ?? [];
}

function groupsByVerb(lists: readonly Readonly<Record<string, readonly string[]>>[]) {
  const groups = new Map<string, string[]>();
  for (const [group, verbs] of lists.flatMap((list) => Object.entries(list))) {
    for (const verb of new Set(verbs.map(stem))) groups.set(verb, [...(groups.get(verb) ?? []), `#${group}`]);
  }
  return groups;
}
