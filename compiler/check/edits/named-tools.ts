/** Finds the names of tools in the texts of a skill, as opposed to parameters, values and code. */
import type { NodePath } from '../../load/spec.ts';
import { nearest } from '@haft/runtime/language';
import type { Schema } from '@haft/runtime/language';
import type { Draft } from '../model.ts';
import { memoizeBy } from '../../memo.ts';
import { textsIn } from '../hidden/placed-texts.ts';

interface NamedWord {
  readonly path: NodePath;
  readonly word: string;
  /** As it is in the text, with its backticks. */
  readonly written: string;
}

const IN_BACKTICKS = /`([a-z][a-z0-9]*(?:_[a-z0-9]+)+)(?:\(\))?`/g;
const BARE = /(?<![\w./`-])([a-z][a-z0-9]*(?:_[a-z0-9]+)+)(?![\w/`-]|\.\w)/g;

/** In snake_case; in backticks as steps write them, in evals bare as well. */
export function namedIn(texts: object): NamedWord[] {
  return textsIn(texts).flatMap(({ path, text }) => {
    const found = [...text.matchAll(IN_BACKTICKS), ...(path[0] === 'evals' ? text.matchAll(BARE) : [])];
    return found.map(([written, word = '']) => ({ path, word, written }));
  });
}

/**
 * A word in the format of a name that probably means a tool that does not exist. In steps every such word does, unless it is
 * a parameter or value; elsewhere it must start with a verb or be similar to the name of a tool.
 */
export function likelyTool(word: string, isStep: boolean, draft: Draft): boolean {
  if (knownWords(draft).has(word)) return false;
  const [first = ''] = word.split('_');
  return isStep || draft.settings.lexicon.verbs.has(first) || nearest(word, draft.names.tools) !== undefined;
}

/** Names of parameters and results and their values, at any depth. */
const knownWords = memoizeBy((draft: Draft): ReadonlySet<string> => {
  const words = new Set<string>();
  for (const { spec } of draft.tools) {
    for (const [name, schema] of Object.entries(spec.parameters ?? {})) collect(name, schema, words);
    if (spec.returns) collect('', spec.returns, words);
  }
  return words;
});

function collect(name: string, schema: Schema, words: Set<string>): void {
  words.add(name);
  for (const value of schema.enum ?? []) words.add(typeof value === 'string' ? value : JSON.stringify(value));
  for (const [inner, property] of Object.entries(schema.properties ?? {})) collect(inner, property, words);
  if (schema.items) collect('', schema.items, words);
}
