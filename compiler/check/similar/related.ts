/** Tools that one may be taken for if their descriptions are alike; what stays between two builds is not looked for again. */
import type { Draft, ToolPart } from '../model.ts';
import { isSameList, memoizeBy, memoizeByParts, flatMapMemo, memoizeText } from '../../memo.ts';
import { firstFrom, incrementalIndex } from './incremental-index.ts';
import type { Index, Lists } from './incremental-index.ts';
import { stem } from '../names/stem.ts';
import { toolSignature } from './tool-signature.ts';
import type { ToolSignature } from './tool-signature.ts';

/** A noun that more tools share than this is the subject of the whole server and tells none apart. */
const MOST_SHARING = 48;
/** Share of what two descriptions say, weighted by how rare it is. */
const SIMILAR = 0.3;
const NEARLY_THE_SAME = 0.5;

const stems = memoizeText(stem);

/** Deprecated ones aside: anyone who reads them is sent on already. */
const sensesOf = flatMapMemo((tool: ToolPart): readonly ToolSignature[] => {
  return tool.spec.deprecated ? [] : [senseOf(tool)];
});

const senseOf = memoizeByParts(
  ({ spec, server }: ToolPart) => [spec, server?.spec.name],
  (tool): ToolSignature => toolSignature(tool, stems),
);

/** Under what those stand that it may be taken for: the whole of what it names, a noun on its server, a noun that is said. */
interface Looks {
  readonly object: string;
  readonly named: readonly string[];
  readonly said: readonly string[];
}

const looksOf = memoizeBy(({ nouns, server }: ToolSignature): Looks => {
  const named = nouns.map((noun) => `${server} ${noun}`);
  return { object: `=${nouns.join(' ')}`, named, said: nouns.map(saying) };
});

/** What one is found by. */
const keysOf = memoizeBy((sense: ToolSignature): readonly string[] => {
  const { object, named } = looksOf(sense);
  return [object, ...named, ...[...sense.said].map(saying)];
});

export const saying = memoizeText((stem) => `~${stem}`);

const byWord = incrementalIndex(keysOf);
const known = new Map<ToolSignature, readonly Related[]>();

/** One that a tool may be taken for, if their descriptions are alike. */
export interface Related {
  readonly other: ToolSignature;
  /** How much, at least. */
  readonly likeness: number;
}

export interface Relations {
  /** Of those that have any. */
  readonly related: ReadonlyMap<ToolSignature, readonly Related[]>;
  readonly count: number;
  readonly words: Index<ToolSignature>;
}

/** A view that the next time changes: only tools are looked at again that see one come or go. */
export function relationsOf(draft: Draft): Relations {
  const lists = draft.toolLists.map(sensesOf);
  const senses = lists.flat();
  const words = byWord(lists);
  for (const sense of senses) {
    if (!isTouched(looksOf(sense), words)) continue;
    const related = relatedOf(sense, words);
    if (related.length > 0) known.set(sense, related);
    else known.delete(sense);
  }
  for (const sense of known.keys()) if (words.placeOf(sense) === undefined) known.delete(sense);
  return { related: known, count: senses.length, words };
}

function relatedOf(sense: ToolSignature, words: Index<ToolSignature>): readonly Related[] {
  const candidates = new Set(listsFor(sense, words).flatMap((list) => latestBefore(sense, list, words)));
  return [...candidates].flatMap((other) => relation(sense, other) ?? []);
}

function isTouched({ object, named, said }: Looks, { touched }: Index<ToolSignature>): boolean {
  return touched.has(object) || [named, said].some((keys) => keys.some((key) => touched.has(key)));
}

/** Where every relation is found: the same object, a noun of the same server, or a description with all nouns, so also the rarest. */
function listsFor(sense: ToolSignature, { under }: Index<ToolSignature>): Lists<ToolSignature> {
  const { object, named, said } = looksOf(sense);
  const [first, ...rest] = said.map(under);
  const rarest = first && rest.reduce((least, list) => (list.length < least.length ? list : least), first);
  return [object, ...named].map(under).concat(rarest ? [rarest] : []);
}

function latestBefore(
  sense: ToolSignature,
  list: readonly ToolSignature[],
  { placeOf }: Index<ToolSignature>,
): readonly ToolSignature[] {
  const end = firstFrom(list, placeOf(sense) ?? 0, placeOf);
  return list.slice(Math.max(0, end - MOST_SHARING), end);
}

function relation(a: ToolSignature, b: ToolSignature): Related | undefined {
  // A name without any noun works on whatever its server is about.
  if (a.nouns.length === 0 || !meet(a.intents, b.intents)) return undefined;
  const sameServer = a.server === b.server;
  if (isSameList(a.nouns, b.nouns)) return { other: b, likeness: sameServer ? 0 : SIMILAR };
  const within = includes(a.nouns, b.nouns) || includes(b.nouns, a.nouns);
  if (within) return sameServer ? { other: b, likeness: SIMILAR } : undefined;
  return speaksOf(a, b) && speaksOf(b, a) ? { other: b, likeness: NEARLY_THE_SAME } : undefined;
}

function meet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const one of a) if (b.has(one)) return true;
  return false;
}

function includes(all: readonly string[], some: readonly string[]): boolean {
  return some.length > 0 && some.every((stem) => all.includes(stem));
}

/** Its description speaks of what the other one works on. */
function speaksOf({ said }: ToolSignature, { nouns }: ToolSignature): boolean {
  return nouns.length > 0 && nouns.every((stem) => said.has(stem));
}
