/** The features of a tool's name and description that are compared. */
import type { ToolPart } from '../../model.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { INTENTS } from './intents.ts';
import { GENERIC_NOUNS, QUALIFIERS } from '../names/lexicon.ts';
import { STOP_WORDS } from './stop-words.ts';
import { nameWords, sentenceWords, unversioned } from '../names/name-words.ts';

export interface ToolSignature {
  readonly spec: ToolSpec;
  /** Name of its server. */
  readonly server: string | undefined;
  /** Its server, and the choices of haft.yaml in which a host shows it with other servers. */
  readonly scopes: readonly string[];
  /** What the verb promises; the verb itself where it is in no list. */
  readonly intents: ReadonlySet<string>;
  /** Stems of what the tool works on, by its name. */
  readonly nouns: readonly string[];
  /** Stems of what the description says. */
  readonly mentioned: ReadonlySet<string>;
}

/** `stem`: a memoized one, where many tools are compared. */
export function toolSignature(
  { spec, server }: ToolPart,
  scopes: readonly string[],
  stem: (word: string) => string,
): ToolSignature {
  const { name, description } = spec;
  const [verbs, rest] = parted(unversioned(nameWords(name)));
  const intents = new Set(verbs.flatMap((verb) => [...intentsOf(verb, rest)]));
  const reads = [...intents].every((intent) => READING.has(intent));
  const nouns = [...new Set(objectOf(rest, reads).map(stem))].sort();
  const words = sentenceWords(`${description.does} ${description.when}`).filter((word) => !STOP_WORDS.has(word));
  return { spec, server: server?.spec.name, scopes, intents, nouns, mentioned: new Set(words.map(stem)) };
}

/** `get_or_create_label` has two verbs. */
function parted([verb = '', ...rest]: readonly string[]): [verbs: readonly string[], rest: readonly string[]] {
  const [joint = '', second = '', ...others] = rest;
  return /^(?:and|or)$/.test(joint) && BY_VERB.has(second) ? [[verb, second], others] : [[verb], rest];
}

const READING: ReadonlySet<string> = new Set(['content', 'about', 'look']);

/** Nouns for facts about an object: `get_file_info` next to `read_file`. */
const FACTS: ReadonlySet<string> = new Set([
  'info',
  'information',
  'detail',
  'details',
  'metadata',
  'properties',
  'stats',
]);
const CONTENTS: ReadonlySet<string> = new Set(['content', 'contents', 'text', 'body']);

const BY_VERB: ReadonlyMap<string, readonly string[]> = new Map(
  [...new Set(Object.values(INTENTS).flat())].map((verb) => [
    verb,
    Object.keys(INTENTS).filter((intent) => INTENTS[intent]?.includes(verb)),
  ]),
);

function intentsOf(verb: string, rest: readonly string[]): ReadonlySet<string> {
  const intents = BY_VERB.get(verb) ?? [verb];
  const narrowed = rest.some((word) => FACTS.has(word))
    ? ['about']
    : rest.some((word) => CONTENTS.has(word))
      ? ['content']
      : intents;
  return new Set(intents.some((intent) => READING.has(intent)) ? narrowed : intents);
}

/** The nouns that count: without "by id", without "in folder" where one only reads, without "content" behind "file". */
function objectOf(rest: readonly string[], reads: boolean): readonly string[] {
  const ends = reads ? /^(?:by|for|from|in|of|on|with|as|to)$/ : /^(?:by|with|as)$/;
  const cut = rest.findIndex((word, at) => at > 0 && ends.test(word));
  const named = (cut === -1 ? rest : rest.slice(0, cut)).filter((word) => !QUALIFIERS.has(word));
  const distinctive = named.filter((word) => !HOLLOW.has(word) && !FACTS.has(word) && !CONTENTS.has(word));
  return distinctive.length > 0 ? distinctive : named;
}

const HOLLOW: ReadonlySet<string> = new Set(GENERIC_NOUNS);
