/** The features of a tool's name and description that are compared. */
import type { ToolPart } from '../../model.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { wordList, wordSet } from '../../../base/word-lists.ts';
import { GENERIC_NOUNS, QUALIFIERS } from '../names/lexicon.ts';
import { nameWords, sentenceWords, withoutVersion } from '../names/name-words.ts';

/** Words that distinguish no two tools: grammar, and the common words of descriptions. Data. */

export const STOP_WORDS = wordSet(`
a about above after again against all already also an and another any anything are as ask asked asks at be because been before being below
between both but by call called can certain contain contains could currently does done each either else etc every everything example
existing few find first for from further get gets give given gives has have he her here him his how i if in include included includes
including instead into is it its itself just kind know known knows last like list lists look looking looks many matching may me more most
much must my need needed needs never new next no none nor not nothing now of off on once one only or other others otherwise our out over
own particular per please provided rather request requested requests return returned returns same see several she should show single so
some something specific specified such than that the their them themselves then there these they thing things this those through to
together tool tools two under until up upon us use used useful user users uses using very via want wanted wants was way we were what when
where whether which while who whole whose why will wish wishes with within without would you your yourself
`);

/** What a verb promises: tools with the same noun are similar only if their verbs promise the same. Data. */

/** A verb may promise several things: `get` returns content, describes, or finds. */
export const INTENTS: Readonly<Record<string, readonly string[]>> = {
  content: wordList('display download fetch get load open read retrieve show view'),
  about: wordList('check describe display examine explain fetch get inspect lookup retrieve show stat view'),
  look: wordList(
    'browse discover enumerate fetch filter find get list load lookup query retrieve scan search show view',
  ),
  create: wordList('add build create define generate insert make post put record register upload write'),
  send: wordList('answer compose draft email message post publish reply respond send share write'),
  change: wordList(
    'adjust amend append change correct edit modify overwrite patch put replace revise set update upsert write',
  ),
  remove: wordList('archive cancel clear delete destroy discard drop erase purge remove trash wipe'),
  move: wordList('move relocate rename transfer'),
  copy: wordList('clone copy duplicate fork replicate'),
  begin: wordList('execute invoke launch rerun run start trigger'),
  halt: wordList('abort cancel end halt kill stop terminate'),
  attach: wordList('add apply assign attach connect link'),
  detach: wordList('clear detach disconnect remove unassign unlink'),
  judge: wordList('analyse analyze assess audit check evaluate inspect lint review test validate verify'),
  shorten: wordList('abbreviate condense digest recap shorten summarise summarize'),
  reckon: wordList('calculate compute count estimate measure'),
};

export interface ToolSignature {
  readonly spec: ToolSpec;
  /** Name of its server. */
  readonly server: string | undefined;
  /** What the verb promises; the verb itself where it is in no list. */
  readonly intents: ReadonlySet<string>;
  /** Stems of what the tool works on, by its name. */
  readonly nouns: readonly string[];
  /** Stems of what the description says. */
  readonly mentioned: ReadonlySet<string>;
}

/** `stem`: a memoized one, where many tools are compared. */
export function toolSignature({ spec, server }: ToolPart, stem: (word: string) => string): ToolSignature {
  const { name, description } = spec;
  const [verbs, rest] = splitVerbs(withoutVersion(nameWords(name)));
  const intents = new Set(verbs.flatMap((verb) => [...intentsOf(verb, rest)]));
  const reads = [...intents].every((intent) => READING.has(intent));
  const nouns = [...new Set(objectOf(rest, reads).map(stem))].sort();
  const words = sentenceWords(`${description.does} ${description.when}`).filter((word) => !STOP_WORDS.has(word));
  return { spec, server: server?.spec.name, intents, nouns, mentioned: new Set(words.map(stem)) };
}

/** `get_or_create_label` has two verbs. */
function splitVerbs([verb = '', ...rest]: readonly string[]): [verbs: readonly string[], rest: readonly string[]] {
  const [joint = '', second = '', ...others] = rest;
  return /^(?:and|or)$/.test(joint) && BY_VERB.has(second) ? [[verb, second], others] : [[verb], rest];
}

const READING: ReadonlySet<string> = new Set(['content', 'about', 'look']);

/** Nouns for facts about an object: `get_file_info` next to `read_file`. */
const FACTS = wordSet('info information detail details metadata properties stats');
const CONTENTS = wordSet('content contents text body');

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
