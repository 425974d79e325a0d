/** Which tools a model would really take for each other; found through an index, so that a thousand tools are no matter. */
import type { Draft, ToolPart } from '../model.ts';
import { oncePer, remembering } from '../../once.ts';
import { byWord, relatedOf, saying, senseOf } from './related.ts';
import type { Words } from './related.ts';
import type { ToolSense } from './tool-sense.ts';

/** Of each tool, those before it that it may be taken for. */
export const neighboursOf = oncePer((draft: Draft): ReadonlyMap<ToolPart, readonly ToolPart[]> => {
  const senses = draft.tools.filter((tool) => !tool.spec.deprecated).map(senseOf);
  const index = byWord(senses);
  const weigh = weights(senses.length, index);
  const found = new Map<ToolPart, readonly ToolPart[]>();
  for (const sense of senses) {
    const near = relatedOf(sense, index).filter(({ other, likeness }) => overlap(sense, other, weigh) >= likeness);
    if (near.length > 0)
      found.set(
        sense.tool,
        near.map(({ other }) => other.tool),
      );
  }
  return found;
});

type Weigh = (stem: string) => number;

/** Rare words weigh much; a word of every second tool next to nothing. */
function weights(tools: number, index: Words): Weigh {
  return remembering((stem) => Math.log(1 + (tools + 1) / (index.under(saying(stem)).length + 1)));
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
