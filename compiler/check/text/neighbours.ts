/** Which tools a model would really take for each other; found through an index, so that a thousand tools are no matter. */
import type { Draft, ToolPart } from '../model.ts';
import { oncePer, remembering } from '../../once.ts';
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
  const stems = remembering(stem);
  const current = draft.tools.filter((tool) => !tool.spec.deprecated);
  const senses = current.map((tool) => toolSense(tool, stems));
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

type Weigh = (stem: string) => number;

/** Rare words weigh much; a word of every second tool next to nothing. */
function weights(senses: readonly ToolSense[]): Weigh {
  const counts = new Map<string, number>();
  for (const { said } of senses) for (const stem of said) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return (stem) => Math.log(1 + (senses.length + 1) / ((counts.get(stem) ?? 0) + 1));
}

/** Before a key of the index: the description says it, the name does not. */
const SAID = '~';

/** The nouns of other tools may stand in this one's description; only the telling words are worth an entry. */
function keysSaid({ said, nouns }: ToolSense, weigh: Weigh): string[] {
  return [...said].filter((stem) => !nouns.includes(stem) && weigh(stem) > 0.7).map((stem) => `${SAID}${stem}`);
}

function candidates({ nouns }: ToolSense, index: ReadonlyMap<string, readonly ToolSense[]>): readonly ToolSense[] {
  return [...new Set(nouns.flatMap((noun) => sharing(noun, index)))];
}

function sharing(noun: string, index: ReadonlyMap<string, readonly ToolSense[]>): ToolSense[] {
  return [noun, `${SAID}${noun}`].flatMap((key) => (index.get(key) ?? []).slice(-MOST_SHARING));
}

function confusable(a: ToolSense, b: ToolSense, weigh: Weigh): boolean {
  if (![...a.intents].some((intent) => b.intents.has(intent))) return false;
  const sameServer = a.tool.server === b.tool.server;
  if (a.nouns.join() === b.nouns.join()) return sameServer || overlap(a, b, weigh) >= SIMILAR;
  const within = includes(a.nouns, b.nouns) || includes(b.nouns, a.nouns);
  if (within) return overlap(a, b, weigh) >= SIMILAR && sameServer;
  return speaksOf(a, b) && speaksOf(b, a) && overlap(a, b, weigh) >= NEARLY_THE_SAME;
}

function includes(all: readonly string[], some: readonly string[]): boolean {
  return some.length > 0 && some.every((stem) => all.includes(stem));
}

/** Its description speaks of what the other one works on. */
function speaksOf({ said }: ToolSense, { nouns }: ToolSense): boolean {
  return nouns.length > 0 && nouns.every((stem) => said.has(stem));
}

function overlap({ said: a }: ToolSense, { said: b }: ToolSense, weigh: Weigh): number {
  const sum = (stems: Iterable<string>): number => [...stems].reduce((total, stem) => total + weigh(stem), 0);
  const shared = sum([...a].filter((stem) => b.has(stem)));
  return shared / Math.max(1e-9, sum(a) + sum(b) - shared);
}

/** Whether a description sends the model to the other tool, in `instead` or in a sentence. */
export function names({ spec }: ToolPart, other: ToolPart): boolean {
  const { does, when, instead = [] } = spec.description;
  if (instead.some(({ use }) => use === other.spec.name)) return true;
  return new RegExp(`(?<![\\w-])${other.spec.name.replaceAll('.', '\\.')}(?![\\w-])`).test(`${does} ${when}`);
}
