/** Finds the names of tools in the texts of a skill, as opposed to parameters, values and code. */
import type { NodePath } from '../../../spec/yaml/spec.ts';
import { type Schema, isObject, nearest } from '@haft/runtime/language';
import type { ServerPart, SpecDraft } from '../../model.ts';
import { memoizeBy } from '../../../base/memo.ts';
import { NOUN_VERBS } from '../names/lexicon.ts';
import { nameWords, stem } from '../names/name-words.ts';
import { textsIn } from '../hidden/model-texts.ts';

export interface NamedWord {
  readonly path: NodePath;
  readonly word: string;
  /** The word as it is in the text, with its backticks. */
  readonly source: string;
  /** Whether the text says to call it, or to use it, which one does with other things as well. */
  readonly to: 'call' | 'use' | undefined;
  /** Where it is in its text. */
  readonly span: { readonly start: number; readonly end: number };
}

const IN_BACKTICKS = /`((?:[a-z0-9][a-z0-9-]*\.)?[a-z][a-z0-9]*(?:_[a-z0-9]+)+)(?:\(\))?`/g;
const BARE = /(?<![\w./`-])([a-z][a-z0-9]*(?:_[a-z0-9]+)+)(?![\w/`-]|\.\w)/g;

/** What is before the name of a tool that is to be called; code that ends in brackets is called, too, and is no tool. */
const CALLS = /\b(?:(?:(us)|call|run|invok)(?:es?|s|ing)?(?: the tool)?|tools?) $/i;
const MAX_CALL = 24;
/** "The `lend_book` tool". */
const TOOL = /^ tools?\b/;

/** In snake_case, after a server where one is given; in backticks as steps write them, in evals bare as well. */
export function namedIn(texts: object): NamedWord[] {
  return textsIn(texts).flatMap(({ path, text }) => {
    const matches = [...text.matchAll(IN_BACKTICKS), ...(path[0] === 'evals' ? text.matchAll(BARE) : [])];
    return matches.map(({ 0: source, 1: word = '', index }) => {
      const span = { start: index, end: index + source.length };
      return { path, word, source, to: usedIn(text, span, source), span };
    });
  });
}

function usedIn(text: string, { start, end }: NamedWord['span'], source: string): NamedWord['to'] {
  if (source.endsWith(')`')) return undefined;
  if (TOOL.test(text.slice(end, end + MAX_CALL))) return 'call';
  const before = CALLS.exec(text.slice(Math.max(0, start - MAX_CALL), start));
  return before === null ? undefined : before[1] === undefined ? 'call' : 'use';
}

/** Whether a word that is no tool was meant as one: it is almost the name of a tool, or is called and starts with a verb. */
export function isMeantAsTool({ word, to }: NamedWord, servers: readonly string[], draft: SpecDraft): boolean {
  const [server = ''] = word.split('.');
  if (server !== word) return draft.names.servers.has(server);
  const own = draft.servers.filter(({ spec }) => servers.includes(spec.name));
  if (own.some((one) => knownWords(one).has(word))) return false;
  const words = word.split('_');
  const [first = ''] = words;
  const isVerb = to !== undefined && draft.settings.lexicon.verbs.has(first);
  if (isVerb && !(to === 'use' && NOUN_VERBS.has(first))) return true;
  return draft.names.tools.plain(servers).some((name) => isAlmost(words, nameWords(name)));
}

/** The same words but for endings and a slip in one of them. */
function isAlmost(words: readonly string[], others: readonly string[]): boolean {
  if (words.length !== others.length) return false;
  const unlike = words.flatMap((word, at) => (stem(word) === stem(others[at] ?? '') ? [] : [[word, others[at] ?? '']]));
  return unlike.length < 2 && unlike.every(([word = '', other = '']) => nearest(word, [other]) !== undefined);
}

/** Names of parameters and results and their values, at any depth. */
const knownWords = memoizeBy(({ tools }: ServerPart): ReadonlySet<string> => {
  const words = new Set<string>();
  for (const { spec } of tools) {
    const { parameters = {}, returns, definitions = {}, parameters_schema: imported, output_schema: output } = spec;
    for (const named of [parameters, definitions])
      for (const [name, schema] of Object.entries(named)) collect(name, schema, words);
    for (const schema of [returns, imported, output]) if (isObject(schema)) collect('', schema, words);
  }
  return words;
});

function collect(name: string, schema: Schema, words: Set<string>): void {
  words.add(name);
  for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    if (isObject(branch)) collect('', branch, words);
  for (const value of schema.enum ?? []) words.add(typeof value === 'string' ? value : JSON.stringify(value));
  for (const [inner, property] of Object.entries(schema.properties ?? {})) collect(inner, property, words);
  if (schema.items) collect('', schema.items, words);
}
