/** What a text about a parameter commits itself to, as far as it can be told for sure: units, formats, defaults, order, bounds, negation. */
import { ANTONYMS, BOUNDS, FORMATS, ORDERS, UNITS, ZONES } from './meaning-lexicon.ts';
import type { Term } from './meaning-lexicon.ts';
import { wordSet } from '../../base/word-lists.ts';

/** One thing that an old text says and a new one says otherwise. */
interface Contradiction {
  readonly aspect: string;
  readonly before: string;
  readonly after: string;
}

/** Only where both texts take a stand: what is added or left out may be said elsewhere. */
export function contradictions(before: string, after: string): Contradiction[] {
  const [old, now] = [plainText(before), plainText(after)];
  const replaced = ASPECTS.flatMap(([aspect, terms]) => {
    const [was, is] = [termsIn(old, terms), termsIn(now, terms)];
    const isReplaced = was.length === 1 && is.length === 1 && was[0] !== is[0];
    return isReplaced ? [{ aspect, before: was.join(), after: is.join() }] : [];
  });
  return [...replaced, ...defaults(old, now), ...opposites(old, now), ...negations(old, now)];
}

/** `unit: kilograms → pounds`; undefined where nothing is contradicted. */
export function contradictionText(before: string, after: string): string | undefined {
  const changed = contradictions(before, after).map((one) => `${one.aspect}: ${one.before} → ${one.after}`);
  return changed.length === 0 ? undefined : changed.join('; ');
}

const ASPECTS: readonly (readonly [aspect: string, terms: readonly Term[]])[] = [
  ['unit', UNITS],
  ['format', FORMATS],
  ['time zone', ZONES],
  ['order', ORDERS],
  ['bound', BOUNDS],
];

/** Without examples, code and what holds only when the parameter is not given. */
function plainText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/`[^`]*`/g, ' ')
    .replaceAll(/\((?:e\.g\.|for example|such as|like|example)[^()]{0,200}\)/g, ' ')
    .replaceAll(/(?:\be\.g\.|\bfor example\b|\bsuch as\b|\bexamples?:|\blike ["'])[^.;)]*/g, ' ')
    .replaceAll(
      /\b(?:if|when) (?:it is )?(?:not|un)[- ]?(?:provided|specified|set|given|present|supplied)\b/g,
      'if absent',
    );
}

function termsIn(text: string, terms: readonly Term[]): string[] {
  return [...new Set(terms.filter(([, form]) => form.test(text)).map(([name]) => name))];
}

const DEFAULT =
  /\bdefaults?(?: value)?(?: is| to|:| of| =)?\s+(?:is |to )?["']?(-?\d+(?:\.\d+)?|true|false|[a-z][\w-]*)/;

/** "Defaults to 20" → "defaults to 50". */
function defaults(old: string, now: string): Contradiction[] {
  const [was, is] = [DEFAULT.exec(old)?.[1], DEFAULT.exec(now)?.[1]];
  if (was === undefined || is === undefined || was === is || FILLERS.has(was) || FILLERS.has(is)) return [];
  return [{ aspect: 'default', before: was, after: is }];
}

const FILLERS = wordSet('the a an is to value of in for all any if when this that are behavior');

/** One word of a pair replaced by the other: "shown" → "hidden". */
function opposites(old: string, now: string): Contradiction[] {
  const [left, right] = [wordsOf(old), wordsOf(now)];
  if (sharedWords(old, now) < ALIKE) return [];
  return ANTONYMS.flatMap((pair) => {
    const [was, is] = [left, right].map((words) => pair.filter((side) => side.some((word) => words.has(word))));
    const [from] = was ?? [];
    const [to] = is ?? [];
    if (was?.length !== 1 || is?.length !== 1 || !from || !to || from === to) return [];
    // "Not shown" is hidden.
    if (isNegated(old) !== isNegated(now)) return [];
    const shown = (side: readonly string[], words: ReadonlySet<string>): string =>
      side.find((one) => words.has(one)) ?? '';
    return [{ aspect: 'opposite', before: shown(from, left), after: shown(to, right) }];
  });
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\p{N}-]+/gu) ?? []);
}

const NEGATED = /\b(?:do(?:es)?|did|is|are|was|were|will|can|must|should|may) not\b|n't\b|\bnever\b|\bno longer\b/;
const NEGATION = new RegExp(NEGATED, 'g');

function isNegated(text: string): boolean {
  return NEGATED.test(text);
}

/** "Includes archived orders" → "does not include archived orders": the same words but for the negation. */
function negations(old: string, now: string): Contradiction[] {
  if (isNegated(old) === isNegated(now)) return [];
  const isSameButThat = sharedWords(old.replaceAll(NEGATION, ' '), now.replaceAll(NEGATION, ' ')) >= SAME_WORDS;
  const [was, is] = isNegated(old) ? ['negated', 'affirmed'] : ['affirmed', 'negated'];
  return isSameButThat ? [{ aspect: 'negation', before: was, after: is }] : [];
}

/** From 0 to 1: a rewritten text differs in too much to be compared with the old one. */
const ALIKE = 0.5;
const SAME_WORDS = 0.75;

function sharedWords(a: string, b: string): number {
  const [left, right] = [contentWords(a), contentWords(b)];
  const common = [...left].filter((word) => right.has(word)).length;
  return (2 * common) / Math.max(1, left.size + right.size);
}

const SMALL = wordSet('the a an of to in on for and or is are be by it its this that do does');

/** Stems, roughly: "includes" and "include" are one. */
function contentWords(text: string): ReadonlySet<string> {
  const words = [...wordsOf(text)].filter((word) => !SMALL.has(word));
  return new Set(words.map((word) => word.replace(/(?:ed|es|s|ing|e)$/, '')));
}
