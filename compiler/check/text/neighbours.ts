/** Which tools a model would really take for each other; found through an index, so that a thousand tools are no matter. */
import type { Draft, ToolPart } from '../model.ts';
import { isSameList, oncePer, remembering } from '../../once.ts';
import { stem } from './stem.ts';
import { toolSense } from './tool-sense.ts';
import type { ToolSense } from './tool-sense.ts';

/** A noun that more tools share than this is the subject of the whole server and tells none apart. */
const MOST_SHARING = 48;
/** Share of what two descriptions say, weighted by how rare it is. */
const SIMILAR = 0.3;
const NEARLY_THE_SAME = 0.5;

/** Of each tool, those before it that it may be taken for. */
export const neighboursOf = oncePer((draft: Draft): ReadonlyMap<ToolPart, readonly ToolPart[]> => {
  const senses = draft.tools.filter((tool) => !tool.spec.deprecated).map(senseOf);
  const weigh = weights(senses);
  const found = new Map<ToolPart, readonly ToolPart[]>();
  const index = new Map<string, ToolSense[]>();
  for (const sense of senses) {
    const near = candidates(sense, index).filter((other) => confusable(sense, other, weigh));
    if (near.length > 0)
      found.set(
        sense.tool,
        near.map(({ tool }) => tool),
      );
    for (const key of [...sense.nouns, ...keysSaid(sense, weigh)]) {
      const entry = index.get(key);
      if (entry) entry.push(sense);
      else index.set(key, [sense]);
    }
  }
  return found;
});

const stems = remembering(stem);
const senseOf = oncePer((tool: ToolPart): ToolSense => toolSense(tool, stems));

type Weigh = (stem: string) => number;

/** Rare words weigh much; a word of every second tool next to nothing. */
function weights(senses: readonly ToolSense[]): Weigh {
  const counts = new Map<string, number>();
  for (const { said } of senses) for (const stem of said) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return remembering((stem) => Math.log(1 + (senses.length + 1) / ((counts.get(stem) ?? 0) + 1)));
}

/** Before a key of the index: the description says it, the name does not. */
const SAID = '~';

/** The nouns of other tools may stand in this one's description; only the telling words are worth an entry. */
function keysSaid({ said, nouns }: ToolSense, weigh: Weigh): string[] {
  return [...said].filter((stem) => !nouns.includes(stem) && weigh(stem) > 0.7).map((stem) => `${SAID}${stem}`);
}

/** Those that share a noun, the latest of each. */
function candidates({ nouns }: ToolSense, index: ReadonlyMap<string, readonly ToolSense[]>): readonly ToolSense[] {
  const found = new Set<ToolSense>();
  for (const noun of nouns) {
    for (const entry of [index.get(noun), index.get(`${SAID}${noun}`)]) {
      if (!entry) continue;
      for (let at = Math.max(0, entry.length - MOST_SHARING); at < entry.length; at += 1)
        found.add(entry[at] as ToolSense);
    }
  }
  return [...found];
}

function confusable(a: ToolSense, b: ToolSense, weigh: Weigh): boolean {
  if (!meet(a.intents, b.intents)) return false;
  const sameServer = a.tool.server === b.tool.server;
  if (isSameList(a.nouns, b.nouns)) return sameServer || overlap(a, b, weigh) >= SIMILAR;
  const within = includes(a.nouns, b.nouns) || includes(b.nouns, a.nouns);
  if (within) return sameServer && overlap(a, b, weigh) >= SIMILAR;
  return speaksOf(a, b) && speaksOf(b, a) && overlap(a, b, weigh) >= NEARLY_THE_SAME;
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

function overlap({ said: a }: ToolSense, { said: b }: ToolSense, weigh: Weigh): number {
  let [shared, all] = [0, 0];
  for (const stem of a) {
    const weight = weigh(stem);
    all += weight;
    if (b.has(stem)) shared += weight;
  }
  for (const stem of b) if (!a.has(stem)) all += weigh(stem);
  return shared / Math.max(1e-9, all);
}

/** Whether a description sends the model to the other tool, in `instead` or in a sentence. */
export function names({ spec }: ToolPart, other: ToolPart): boolean {
  const { does, when, instead = [] } = spec.description;
  if (instead.some(({ use }) => use === other.spec.name)) return true;
  return new RegExp(`(?<![\\w-])${other.spec.name.replaceAll('.', '\\.')}(?![\\w-])`).test(`${does} ${when}`);
}
