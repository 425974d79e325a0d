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

/** Words that nearly every sentence of a language has. Those of English are more, and have what looks like a word of another one. */
export const GRAMMAR_WORDS: Readonly<Record<string, string>> = {
  English:
    'a about after all also am an and any are as at be been before bin but by can come con could did die do does done for from get give had has hat have he her him his how i if in into is it its just la less let list make man me met more most my need new no not now of off on one only open or our out over pan par per please pour put see set she should show sin so some son still take tell than that the their them then there these they this those to tot tu two up us van want war was we were what when where which who why will with without would you your',
  German:
    'aber alle als am auf aus bei bin bitte da dann das dass dem den der des die dir du ein eine einem einen einer er es für gibt habe hat heute ich ihr im in ist kann kannst mein meine meinen mir mit morgen nach nicht noch oder schon sich sie sind um und uns vom von wann war was welche wenn werden wie wieder wird wo zu zum zur',
  French:
    "au aux avec ce ces cette c'est dans de des du elle en est et il j'ai je la le les leur ma mes moi mon ne nous où par pas peux pour qu'est quand que quel quelle quels qui sa se ses son sont sur ta te tous tu un une vous",
  Spanish:
    'al como con cuál cuáles cuando cuánto cómo de del dónde el ella en es esta este está hay la las lo los me mi mis no para pero por puedes que qué quiero se ser si sin su sus te tengo todas todos tu un una y yo',
  Italian:
    'al alla che chi ci come con cosa da dal dei del della delle di dove e gli ha hai ho i il in la le lo ma mi mia mio nel nella non o per più puoi quali quando quanto questa questo se si sono sul ti tutti un una è',
  Portuguese:
    'ao as com como da das de do dos e ela ele em essa esse está eu é for há mais me meu meus minha minhas hoje amanhã na nas no nos não o onde os para pela pelo por qual quais quando que quero se sem seu sua são tem um uma você',
  Dutch:
    'aan als bij dat de die dit een en er geen het hoe ik in is kan kun laat maar mij ons me met mijn naar niet nog of om ook op te tot uit van voor waar wat we welke wel wie wordt ze zijn',
};
