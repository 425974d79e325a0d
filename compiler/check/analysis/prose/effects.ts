/** Compares the declared effects of a tool with its name, its request, its command and what it says that it does. */
import type { Contradiction, Effects, StepParts } from '../../../spec/behaviors/behavior.ts';
import { behaviorsOf } from '../../../spec/behaviors/index.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { FACT_NOUNS, NOUN_VERBS } from '../names/lexicon.ts';
import { nameWords, sentenceWords, verbOf } from '../names/name-words.ts';
import { VERBS } from '../names/verbs.ts';
import { wordList, wordSet } from '../../../base/word-lists.ts';

/** Verbs that change nothing. `fetch` is missing (git), `check` (check out), `load`, `open`. */
export const READING_VERBS = wordSet('count describe find get list read search show view');

/** Verbs that change something, whatever their object is. */
export const WRITING_VERBS = wordSet(`
  archive cancel create delete disable edit enable erase insert install invite pay publish purge remove rename revoke
  send transfer uninstall unpublish unsubscribe update upload upsert wipe
`);

/** Verbs that delete their object. `remove` is missing: it may only take something out of a list. */
export const DESTROYING_VERBS = wordSet('delete destroy erase overwrite purge wipe');

/** Things that are made in an answer and nowhere else: creating them changes nothing. */
const COMPUTED_NOUNS = wordSet(`
  barcode chart code comparison date diagram diff embedding embeddings estimate graph hash histogram id image link
  list map mock number outline palette password pattern plan plot preview qr query quote regex report schema slug sql
  statement summary table text thumbnail token uuid vector visualization
`);

/** Where something appears to the user: "show_notification", "read_aloud". */
const OUTPUT = wordSet('alert aloud banner dialog loud notification overlay popup prompt screen speaker toast window');

/** What contradicts the declared effects, or else makes them doubtful. */
export function conflictOf(tool: ToolSpec & { readonly effects: Effects }) {
  const certain = contradiction(tool);
  const conflict = certain ?? suspicion(tool);
  return conflict && { ...conflict, suspected: certain === undefined };
}

function contradiction(tool: ToolSpec & { readonly effects: Effects }): Contradiction | undefined {
  const { name, effects } = tool;
  const [verb = '', ...rest] = nameWords(name);
  const byName = nameContradiction(verb, rest, effects);
  if (byName) return { clause: `its name starts with "${verb}"`, instead: byName, otherwise: 'rename the tool' };
  const [first] = behaviorsOf(tool).flatMap((one) => one.contradiction(effects) ?? []);
  return first;
}

function nameContradiction(verb: string, rest: readonly string[], effects: Effects): Effects | undefined {
  if (DESTROYING_VERBS.has(verb)) return effects === 'destroy' ? undefined : 'destroy';
  const computes = verb === 'create' && rest.some((word) => COMPUTED_NOUNS.has(word));
  if (WRITING_VERBS.has(verb)) return effects === 'read' && !computes ? 'write' : undefined;
  // "get_or_create_tag", "find_and_replace", "list_item_for_sale": the rest of the name may well write.
  const mayWrite = rest.some(
    (word) => /^(?:and|or|for|as|out)$/.test(word) || WRITING_VERBS.has(word) || OUTPUT.has(word),
  );
  return READING_VERBS.has(verb) && effects !== 'read' && !mayWrite ? 'read' : undefined;
}

/**
 * They take something away as well, or its state, but some names use them for less: what they suggest is a warning.
 * SQL has drop and truncate, POSIX kill, PowerShell (Approved Verbs, "avoid") terminate, clear, flush and reset; prune is of git and docker.
 */
export const ENDING_VERBS: ReadonlyMap<string, Effects> = new Map([
  ...wordList('drop kill prune terminate truncate').map((verb) => [verb, 'destroy'] as const),
  ...wordList('clear flush reset').map((verb) => [verb, 'write'] as const),
]);

/** Programs and subcommands whose names are no words. */
const ENDING_PROGRAMS = wordSet('dd mkfs rm shred unlink');

/** What other words than the name suggest: a warning, as a path or a program may use a verb for something else. */
function suspicion(tool: ToolSpec & { readonly effects: Effects }): Contradiction | undefined {
  const steps = behaviorsOf(tool).flatMap((one) => one.steps);
  const signs = [
    ...nameSigns(tool),
    ...steps.flatMap(({ parts }) => [...commandSigns(parts), ...pathSigns(parts)]),
    ...sentenceSigns(tool),
  ];
  return signs.find(({ instead }) => tool.effects === 'read' || (tool.effects === 'write' && instead === 'destroy'));
}

function effectsOf(verb: string): Effects | undefined {
  if (DESTROYING_VERBS.has(verb)) return 'destroy';
  const ending = ENDING_VERBS.get(verb);
  if (ending !== undefined) return ending;
  return WRITING_VERBS.has(verb) && !NOUN_VERBS.has(verb) ? 'write' : undefined;
}

function nameSigns({ name }: ToolSpec): Contradiction[] {
  const [verb = ''] = nameWords(name);
  const instead = ENDING_VERBS.get(verb);
  return instead ? [{ clause: `its name starts with "${verb}"`, instead, otherwise: 'rename the tool' }] : [];
}

function commandSigns({ program }: StepParts): Contradiction[] {
  const argv = (program?.argv ?? []).flatMap((one) => (typeof one === 'string' ? one : Object.values(one)));
  return [...commandWords(argv), ...argv.filter((word) => word.startsWith('-'))].flatMap((word): Contradiction[] => {
    const [verb = ''] = nameWords(word.split('/').at(-1) ?? '');
    const ofCommand = ENDING_PROGRAMS.has(verb) ? 'destroy' : effectsOf(verb);
    const instead = word.startsWith('-') ? effectsOfOption(word, verb) : ofCommand;
    return instead ? [{ clause: `its command has "${word}"`, instead, otherwise: 'change the command' }] : [];
  });
}

/** Options such as --create-missing and --update are of programs that read as well; --force overrules what protects something. */
function effectsOfOption(option: string, verb: string): Effects | undefined {
  return DESTROYING_VERBS.has(verb) || /^-+(?:force|hard)$/.test(option) ? 'destroy' : undefined;
}

const SIMPLE = /^[a-z][\w:.-]*$/;

/** The program and its subcommands: the words up to the first value, without values of options. A program that is a verb has none. */
function commandWords([program = '', ...rest]: readonly string[]): readonly string[] {
  if (program.includes('{')) return [];
  if (VERBS.includes(program)) return [program];
  const plain = rest.filter((word, at) => !word.startsWith('-') && !OPTION.test(rest[at - 1] ?? ''));
  const end = plain.findIndex((word) => !SIMPLE.test(word) || READING_VERBS.has(nameWords(word)[0] ?? ''));
  return [program, ...plain.slice(0, end < 0 ? plain.length : end)];
}

/** Its value may be the next word. */
const OPTION = /^-[^=]*$/;

/** `GET /books/{id}/delete`, `POST /chat.delete`, `GET /books/delete/{id}`. */
function pathSigns({ templates }: StepParts): Contradiction[] {
  const request = templates.find(({ path }) => path.at(-1) === 'request')?.text ?? '';
  const [path = ''] = request.split('?');
  const segments = path.split('/').slice(1);
  const end = segments.at(-1) ?? '';
  const plain = segments.filter((segment) => !/[{}]/.test(segment));
  if (FACT_NOUNS.has(nameWords(plain.at(-1) ?? '').at(-1) ?? '')) return [];
  return plain.flatMap((segment): Contradiction[] => {
    const words = nameWords(segment);
    const verbs = [words.at(-1) ?? '', words[0] ?? ''];
    const effects = verbs.map(effectsOf).find((one) => one !== undefined);
    if (segment === end)
      return effects ? [{ clause: `the path of its request ends with "${segment}"`, instead: effects }] : [];
    const isDestroying = words.length === 1 && effects === 'destroy';
    return isDestroying ? [{ clause: `the path of its request has "${segment}"`, instead: effects }] : [];
  });
}

/** "Deletes a book", and not "Deleted books". Other verbs are too vague: text is sent to what only answers. */
function sentenceSigns({ description }: ToolSpec): Contradiction[] {
  const [first = ''] = sentenceWords(description.does);
  if (/(?:ed|ing)$/.test(first) || verbOf(first, SAID_TO_DESTROY) === undefined) return [];
  return [{ clause: `\`does\` starts with "${first}"`, instead: 'destroy', otherwise: 'change the text' }];
}

const SAID_TO_DESTROY = new Set([
  ...DESTROYING_VERBS,
  ...[...ENDING_VERBS].flatMap(([verb, effects]) => (effects === 'destroy' ? [verb] : [])),
]);
