/** Names of tools, from the words of a command and of its help. */
import { nameWords, sentenceWords, verbOf } from '../../../check/analysis/names/name-words.ts';
import { VERBS } from '../../../check/analysis/names/verbs.ts';
import { PREPOSITIONS } from '../name-words.ts';
import { firstSentence, isReadingVerb } from './reads.ts';

const READING: ReadonlySet<string> = new Set(VERBS.filter(isReadingVerb));

const VERB_OF: Readonly<Record<string, string>> = { ls: 'list', cat: 'show', stat: 'show' };

const MAX_NOUNS = 3;

/** `accounts`, "List account names" → list_accounts; `search`, "Search the package list for …" → search_package_list. */
export function toolName(program: string, words: readonly string[], text: string): string {
  const own = nameWords(words.join(' '));
  const sentence = sentenceWords(firstSentence(text).replaceAll(/\((?:s|es)\)/g, 's')).filter((word) =>
    /^[a-z\d]+(?<!ly)$/.test(word),
  );
  const [first = '', ...others] = sentence;
  const reading = verbOf(first, READING);
  const verb = own.find(isReadingVerb) ?? reading ?? (own.length === 0 ? 'run' : 'show');
  const nouns = own.filter((word) => word !== verb).map(unjoined);
  const object = nouns.length > 0 ? nouns : reading === undefined ? [] : objectOf(others);
  const named = object.length > 0 ? object : nameWords(program);
  return [...new Set([VERB_OF[verb] ?? verb, ...named])]
    .join('_')
    .slice(0, 60)
    .replace(/(?<!_)_+$/, '');
}

/** `showsrc` → src. */
function unjoined(word: string): string {
  const [, rest] = /^(?:list|print|show)(?!er|ing|ed|s$)(\w{3,})$/.exec(word) ?? [];
  return rest ?? word;
}

/** The first words behind the verb, up to a preposition. */
function objectOf(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !/^(?:a|an|the|all|any|given|some|your|its|raw|readable)$/.test(word));
  const end = telling.findIndex((word, at) => at > 0 && (PREPOSITIONS.has(word) || CLAUSE.test(word)));
  const found = (end === -1 ? telling : telling.slice(0, end)).slice(0, MAX_NOUNS);
  return found.length > 0 && !PREPOSITIONS.has(found[0] ?? '') && !CLAUSE.test(found[0] ?? '') ? found : [];
}

const CLAUSE = /^(?:that|which|about|matching|using|and|or|between|how|what|s)$/;
