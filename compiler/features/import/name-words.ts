/** Words of operationIds and paths. */
import { nameWords, snakeCase } from '../../check/analysis/names/name-words.ts';
import { VERBS } from '../../check/analysis/names/verbs.ts';
import { NOUN_VERBS, SURE_VERBS } from '../../check/analysis/names/lexicon.ts';

const KNOWN: ReadonlySet<string> = new Set(VERBS);

export function wordsOf(text: string): string[] {
  return [...nameWords(snakeCase(text.replaceAll(/['’]/g, '')))];
}

export function isVerb(word: string): boolean {
  return KNOWN.has(word);
}

/** A verb in any position. */
export function isSureVerb(word: string): boolean {
  return (
    SURE_VERBS.has(word) || ID_VERBS.has(word) || (KNOWN.has(word) && !NOUN_VERBS.has(word) && !MOSTLY_NOUNS.has(word))
  );
}

/** Nouns as well, but not where an id says what an operation does. */
const ID_VERBS: ReadonlySet<string> = new Set(
  'archive check copy disable download enable export import list merge move query read replace restore run search send set show start stop update upload'.split(
    ' ',
  ),
);

/** In paths and ids of services these are things. */
const MOSTLY_NOUNS: ReadonlySet<string> = new Set(
  'access address bill book box document edge file frame group house key like man name network number object order page part people place play point position present process program project purpose question range record request research result root rule scope script secure service sound stage state store string string structure table target time title type use value version web work'.split(
    ' ',
  ),
);

/** They connect words of a name. */
export const PREPOSITIONS: ReadonlySet<string> = new Set(
  'for by in of on to from with at as and or via per'.split(' '),
);

/** Words of paths and ids that say nothing of the resource. */
export function isVersion(word: string): boolean {
  return /^v\d+$|^\d+(?:_\d+)*$|^(?:api|apis|rest|beta|alpha)$/.test(word);
}

const SAME_PLURAL: ReadonlySet<string> = new Set(
  'status news series analysis address access business process settings analytics details statistics metrics stats sms gps dns aws tls https os ios css js alias basis bus canvas corpus focus lens radius virus campus census bonus chorus class pass https progress success wireless'.split(
    ' ',
  ),
);

function isPlural(word: string): boolean {
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) && !SAME_PLURAL.has(word);
}

export function singular(word: string): string {
  if (!isPlural(word) || word.length < 4) return word;
  if (word.endsWith('ies') && word.length > 4)
    return word === 'movies' || word === 'cookies' ? word.slice(0, -1) : `${word.slice(0, -3)}y`;
  if (/(?:sses|shes|ches|xes|zzes)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Segments of a path that are no parameters, as words; those of versions left out. */
export function pathNouns(path: string): string[][] {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  return segments
    .map((segment) => wordsOf(segment.replace(/\.(?:json|xml)$/, '')).filter((word) => !isVersion(word)))
    .filter(({ length }) => length > 0);
}

/** Names of the parameters of a path, as words. */
export function pathParameters(path: string): string[][] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => wordsOf(name));
}
