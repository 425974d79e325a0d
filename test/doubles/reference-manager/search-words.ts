import { fullName, isKey, title, year } from './item.ts';
import type { Item } from './item.ts';

/** Which parts of an item a quick search looks into. */
export type QuickMode = 'titleCreatorYear' | 'fields' | 'everything';

/** SQLite's LIKE: A to Z without case, everything else letter for letter. */
function asciiLower(value: string): string {
  return value.normalize().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function contains(haystack: string, needle: string): boolean {
  return asciiLower(haystack).includes(asciiLower(needle));
}

/** Splits a query: phrases in quotes stay whole, other words stand alone. */
export function queryParts(query: string): { word: string; quoted: boolean }[] {
  return [...query.matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) => ({
    word: phrase ?? word ?? '',
    quoted: phrase !== undefined,
  }));
}

function indexedWords(item: Item): string[] {
  return asciiLower(item.text?.content ?? '').split(/[^\p{L}\p{N}]+/u);
}

function inFulltext(item: Item, word: string, quoted: boolean): boolean {
  if (item.text === undefined) return false;
  if (quoted) return contains(item.text.content, word);
  return indexedWords(item).some((indexed) => indexed.startsWith(asciiLower(word)));
}

function inFields(item: Item, word: string): boolean {
  const values = Object.values(item.fields).map((value) => String(value ?? ''));
  return [...values, ...item.tags.map(({ tag }) => tag)].some((value) => contains(value, word));
}

/** Tells whether one part of a query is found in an item. */
export function partMatches(item: Item, part: { word: string; quoted: boolean }, mode: QuickMode): boolean {
  const { word, quoted } = part;
  if (isKey(word) && item.key === word) return true;
  if (item.creators.some((creator) => contains(fullName(creator), word))) return true;
  if (mode === 'titleCreatorYear') {
    const named = [title(item), item.fields['publicationTitle'] ?? '', item.fields['shortTitle'] ?? ''];
    return item.itemType !== 'note' && [...named, year(item)].some((value) => contains(String(value), word));
  }
  return inFields(item, word) || (mode === 'everything' && inFulltext(item, word, quoted));
}

/** One `tag=` or `itemType=` parameter: alternatives, perhaps negated. */
export interface Alternatives {
  negated: boolean;
  values: string[];
}

/** Reads the API's search syntax: `a || b`, a leading `-` for NOT, `\-` for a real hyphen. */
export function alternatives(parameter: string): Alternatives {
  const negated = parameter.startsWith('-');
  let rest = negated ? parameter.slice(1) : parameter;
  if (rest.startsWith('\\-')) rest = rest.slice(1);
  return { negated, values: rest.split('||').map((value) => value.trim()) };
}
