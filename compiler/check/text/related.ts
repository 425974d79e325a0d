/** Tools that one may be taken for if their descriptions are alike; what stays between two builds is not looked for again. */
import type { ToolPart } from '../model.ts';
import { isSameList, oncePer, remembering } from '../../once.ts';
import { keptIndex } from '../kept-index.ts';
import { stem } from './stem.ts';
import { toolSense } from './tool-sense.ts';
import type { ToolSense } from './tool-sense.ts';

/** A noun that more tools share than this is the subject of the whole server and tells none apart. */
const MOST_SHARING = 48;
/** Share of what two descriptions say, weighted by how rare it is. */
const SIMILAR = 0.3;
const NEARLY_THE_SAME = 0.5;

const stems = remembering(stem);
export const senseOf = oncePer((tool: ToolPart): ToolSense => toolSense(tool, stems));

/** Keys of the index: what is said in a description, what is named on one server, and the whole of what is named. */
interface Keys {
  readonly said: readonly string[];
  readonly named: readonly string[];
  readonly saying: readonly string[];
  readonly object: string;
}

const keysOf = oncePer(({ nouns, said, tool }: ToolSense): Keys => ({
  said: [...said].map(saying),
  named: nouns.map((noun) => `${tool.server?.spec.name} ${noun}`),
  saying: nouns.map(saying),
  object: `=${nouns.join(' ')}`,
}));

export const saying = remembering((stem) => `~${stem}`);

export const byWord = keptIndex((sense: ToolSense) => {
  const { said, named, object } = keysOf(sense);
  return [...said, ...named, object];
});

export type Words = ReturnType<typeof byWord>;
/** One that a tool may be taken for, if their descriptions are alike. */
export interface Related {
  readonly other: ToolSense;
  /** How much, at least. */
  readonly likeness: number;
}

type Lists = readonly (readonly ToolSense[])[];

interface Known {
  readonly lists: Lists;
  readonly related: readonly Related[];
}

const known = new WeakMap<ToolSense, Known>();

/** They are the same as long as no tool comes or goes that is looked at here. */
export function relatedOf(sense: ToolSense, index: Words): readonly Related[] {
  const lists = listsFor(sense, index);
  const before = known.get(sense);
  if (before && isSameList(before.lists, lists)) return before.related;
  const place = index.placeOf(sense);
  const candidates = new Set(lists.flatMap((list) => latestBefore(place, list, index)));
  const related = [...candidates].flatMap((other) => relation(sense, other) ?? []);
  known.set(sense, { lists, related });
  return related;
}

/** Where every relation is found: the same object, a noun of the same server, or a description with all nouns, so also the rarest. */
function listsFor(sense: ToolSense, index: Words): Lists {
  const { object, named, saying } = keysOf(sense);
  let rarest: readonly ToolSense[] | undefined;
  for (const key of saying) {
    const list = index.under(key);
    if (!rarest || list.length < rarest.length) rarest = list;
  }
  return [index.under(object), ...named.map(index.under), ...(rarest ? [rarest] : [])];
}

function latestBefore(place: number, list: readonly ToolSense[], { placeOf }: Words): readonly ToolSense[] {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (placeOf(list[middle] as ToolSense) < place) from = middle + 1;
    else to = middle;
  }
  return list.slice(Math.max(0, from - MOST_SHARING), from);
}

function relation(a: ToolSense, b: ToolSense): Related | undefined {
  // A name without any noun works on whatever its server is about.
  if (a.nouns.length === 0 || !meet(a.intents, b.intents)) return undefined;
  const sameServer = a.tool.server === b.tool.server;
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
function speaksOf({ said }: ToolSense, { nouns }: ToolSense): boolean {
  return nouns.length > 0 && nouns.every((stem) => said.has(stem));
}
