/** How specific the name of a tool is, and whether its server or parameters make up for a generic one. */
import type { ToolPart } from '../../model.ts';
import type { Lexicon } from '../../settings.ts';
import { HOLLOW_NOUNS, OPEN_VERBS, PLACES, POSSIBLE_NOUNS, QUALIFIERS, VAGUE_PARAMETERS } from './lexicon.ts';
import { STOP_WORDS } from '../similar/tool-signature.ts';
import { domainStems } from '../prose/server-terms.ts';
import { nameWords, sentenceWords, stem, withoutVersion } from './name-words.ts';
import { wordSet } from '../../../base/word-lists.ts';

/** The generic word of the name: a hollow noun, or a verb without an object. */
export function vagueWord(tool: ToolPart, words: Lexicon): string | undefined {
  const [verb = '', ...rest] = withoutVersion(nameWords(tool.spec.name));
  const isAbout = (word: string): boolean =>
    sentenceWords(tool.spec.description.does).some((one) => stem(one) === stem(word));
  const nouns = rest.filter((word) => !QUALIFIERS.has(word) && (!FILLERS.has(word) || isAbout(word)));
  if (nouns.length === 0) {
    const vague = words.genericVerbs.has(verb) || (OPEN_VERBS.has(verb) && !hasSpecificParameter(tool));
    return vague && words.verbs.has(verb) ? verb : undefined;
  }
  const hollow = HOLLOW_VERBS.has(verb);
  const vague = nouns.every((noun) => words.genericNouns.has(noun) || (hollow && HOLLOW_NOUNS.has(noun)));
  const isExplained = (noun: string): boolean => {
    return hollow && HOLLOW_NOUNS.has(noun) ? isOfServer(noun, tool) : isSubject(noun, tool, words);
  };
  return vague && !nouns.some(isExplained) ? nouns[0] : undefined;
}

/** They say of a tool that it is one, unless it is about such: `weather_tool`, `run_helper`. */
const FILLERS = wordSet('tool tools helper helpers util utils utility wrapper handler');

/** Whatever follows, they say nothing of what happens. */
const HOLLOW_VERBS = wordSet(`
  perform handle process execute do run call manage invoke make operate trigger use apply control administer
`);

/** Jobs of a build, requests of customers: the server says what they are. */
function isOfServer(noun: string, { server }: ToolPart): boolean {
  return server !== undefined && domainStems(server).has(stem(noun));
}

/** `fetch` with `invoice_number` or `path` is specific; with `id` it is not. */
function hasSpecificParameter({ spec }: ToolPart): boolean {
  const names = spec.required ?? [];
  return names.some((name) => nameWords(name).some((word) => !VAGUE_PARAMETERS.has(word)));
}

/** "item" is specific on the server of a shop with items; "data" and "info" never are. */
function isSubject(noun: string, tool: ToolPart, words: Lexicon): boolean {
  if (!POSSIBLE_NOUNS.has(noun)) return false;
  const domain = tool.server ? domainStems(tool.server) : new Set<string>();
  if (domain.has(stem(noun)) || hasSpecificParameter(tool)) return true;
  if (EXCHANGED.test(noun) && ['api', 'http', 'rest', 'web'].some((word) => domain.has(stem(word)))) return true;
  return specificWords(tool, words).some((word) => !PLACES.has(word) || domain.has(stem(word)));
}

/** The things of a server about the web. */
const EXCHANGED = /^(?:request|response)s?$/;

/** What the first part of the description names beyond the words of the name: "an item of the shop's catalogue". */
function specificWords({ spec }: ToolPart, { genericNouns, verbs }: Lexicon): string[] {
  const named = new Set(nameWords(spec.name).map(stem));
  const [, ...rest] = sentenceWords(spec.description.does);
  const specific = rest.filter((word) => {
    const vague =
      STOP_WORDS.has(word) || genericNouns.has(word) || genericNouns.has(`${word}s`) || named.has(stem(word));
    return !vague && word.length > 2 && !VAGUE_PARAMETERS.has(word) && !(verbs.has(word) || word.endsWith('ly'));
  });
  return [...new Set(specific)];
}
