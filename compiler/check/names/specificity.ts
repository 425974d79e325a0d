/** How much a tool's name says about what it works on, and whether its surroundings make up for what it does not say. */
import type { ToolPart } from '../model.ts';
import type { Lexicon } from '../settings.ts';
import { HOLLOW_NOUNS, OPEN_VERBS, PLACES, POSSIBLE_NOUNS, QUALIFIERS, VAGUE_PARAMETERS } from './lexicon.ts';
import { STOP_WORDS } from '../similar/stop-words.ts';
import { domainStems } from '../prose/server-terms.ts';
import { nameWords, sentenceWords, unversioned } from './name-words.ts';
import { stem } from './stem.ts';
import { verbOf } from './verbs-by-stem.ts';

/** The word of the name that says nothing: a hollow noun, or a verb that nothing follows. */
export function vagueWord(tool: ToolPart, words: Lexicon): string | undefined {
  const [verb = '', ...rest] = unversioned(nameWords(tool.spec.name));
  const nouns = rest.filter((word) => !QUALIFIERS.has(word));
  if (nouns.length === 0) {
    const vague = words.genericVerbs.has(verb) || (OPEN_VERBS.has(verb) && !hasTellingParameter(tool));
    return vague && words.verbs.has(verb) ? verb : undefined;
  }
  const hollow = HOLLOW_VERBS.has(verb);
  const vague = nouns.every((noun) => words.genericNouns.has(noun) || (hollow && HOLLOW_NOUNS.has(noun)));
  const told = (noun: string): boolean => {
    return hollow && HOLLOW_NOUNS.has(noun) ? isOfServer(noun, tool) : isSubject(noun, tool, words);
  };
  return vague && !nouns.some(told) ? nouns[0] : undefined;
}

/** Whatever follows, they say nothing of what happens. */
const HOLLOW_VERBS: ReadonlySet<string> = new Set(
  'perform handle process execute do run call manage invoke make operate trigger'.split(' '),
);

/** Jobs of a build, requests of customers: the server says what they are. */
function isOfServer(noun: string, { server }: ToolPart): boolean {
  return server !== undefined && domainStems(server).has(stem(noun));
}

/** `fetch` with `invoice_number` or `path` tells what is fetched; with `id` it does not. */
function hasTellingParameter({ spec }: ToolPart): boolean {
  const names = spec.required ?? [];
  return names.some((name) => nameWords(name).some((word) => !VAGUE_PARAMETERS.has(word)));
}

/** An "item" of a shop that speaks of items; never "data" or "info", which everything is. */
function isSubject(noun: string, tool: ToolPart, words: Lexicon): boolean {
  if (!POSSIBLE_NOUNS.has(noun)) return false;
  const domain = tool.server ? domainStems(tool.server) : new Set<string>();
  if (domain.has(stem(noun)) || hasTellingParameter(tool)) return true;
  if (EXCHANGED.test(noun) && ['api', 'http', 'rest', 'web'].some((word) => domain.has(stem(word)))) return true;
  return tellingWords(tool, words).some((word) => !PLACES.has(word) || domain.has(stem(word)));
}

/** The things of a server about the web. */
const EXCHANGED = /^(?:request|response)s?$/;

/** What the first part of the description names beyond the words of the name: "an item of the shop's catalogue". */
function tellingWords({ spec }: ToolPart, { genericNouns, verbs }: Lexicon): string[] {
  const named = new Set(nameWords(spec.name).map(stem));
  const [, ...rest] = sentenceWords(spec.description.does);
  const telling = rest.filter((word) => {
    const known =
      STOP_WORDS.has(word) || genericNouns.has(word) || genericNouns.has(`${word}s`) || named.has(stem(word));
    return !known && word.length > 2 && !VAGUE_PARAMETERS.has(word) && !(verbs.has(word) || word.endsWith('ly'));
  });
  return [...new Set(telling)];
}

/** A name that says more, from the words of the description. */
export function tellingName(tool: ToolPart, words: Lexicon): string | undefined {
  const [verb = ''] = nameWords(tool.spec.name);
  const [action = ''] = sentenceWords(tool.spec.description.does);
  const phrase = tellingPhrase(sentenceWords(tool.spec.description.does).slice(1), tellingWords(tool, words));
  const better = words.genericVerbs.has(verb) && verb !== 'get' ? (verbOf(action, words.verbs) ?? verb) : verb;
  return phrase.length > 0 ? [better, ...phrase].join('_') : undefined;
}

/** The first words that stand together and tell something: "the opening hours of" → opening, hours. */
function tellingPhrase(said: readonly string[], telling: readonly string[]): readonly string[] {
  const tells = (word: string | undefined): boolean =>
    telling.some((one) => one === word && /^[a-z][a-z0-9]*$/.test(one));
  const start = said.findIndex(tells);
  return start === -1 ? [] : said.slice(start, tells(said[start + 1]) ? start + 2 : start + 1);
}
