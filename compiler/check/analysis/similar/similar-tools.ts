/** Tools that a model could confuse; an index finds them in time for projects with a thousand tools. */
import type { SpecDraft, ToolPart } from '../../model.ts';
import { memoizeBy, memoizeText } from '../../../base/memo.ts';
import { partsOf } from '../parts-of.ts';
import { allOf, mentioning, relationsOf } from './related.ts';
import type { Relations } from './related.ts';
import type { ToolSignature } from './tool-signature.ts';

/** By tool, the earlier tools that it is similar to: of its server, and of servers that a choice shows together with it. */
export const neighborsOf = memoizeBy((draft: SpecDraft): ReadonlyMap<ToolPart, readonly ToolPart[]> => {
  const { related, words } = relationsOf(draft);
  const partOf = partsOf(draft);
  const weighIn = memoizeText((scope) => weights(scope, words));
  const found = new Map<ToolPart, readonly ToolPart[]>();
  for (const [sense, others] of related) {
    const near = others.filter(({ other, scope, likeness }) => overlap(sense, other, weighIn(scope)) >= likeness);
    if (near.length > 0) found.set(partOf(sense.spec), [...new Set(near.map(({ other }) => partOf(other.spec)))]);
  }
  return found;
});

type Weigh = (stem: string) => number;

/** Rare words weigh much; a word of every second tool of the scope next to nothing. */
function weights(scope: string, { under }: Relations['words']): Weigh {
  const tools = under(allOf(scope)).length;
  return memoizeText((stem) => Math.log(1 + (tools + 1) / (under(mentioning(scope, stem)).length + 1)));
}

function overlap({ mentioned: a }: ToolSignature, { mentioned: b }: ToolSignature, weigh: Weigh): number {
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
