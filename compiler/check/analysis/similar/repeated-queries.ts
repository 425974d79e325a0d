/** The same request in several evals of tools that a model sees together: a duplicate, or a contradiction. */
import { groupBy } from '../../../base/groups.ts';
import { memoizeBy, memoizeText } from '../../../base/memo.ts';
import type { SpecDraft, ToolPart } from '../../model.ts';
import { requestText } from '../evals/offers.ts';
import { type ToolNames, qualifiedName } from '../../tool-names.ts';
import { idOf, serversNear } from '../names/tool-references.ts';
import { foundTogether } from './scopes.ts';

interface EvalPlace {
  readonly tool: ToolPart;
  readonly index: number;
}

interface Repeated extends EvalPlace {
  readonly first: EvalPlace;
}

/** By tool, its evals with the request of an earlier one; two tools that must both not be called, and two that expect the same one, are no contradiction. */
export const repeatedQueries = memoizeBy((draft: SpecDraft): ReadonlyMap<ToolPart, readonly Repeated[]> => {
  const repeated = repeatsOf(draft).flatMap(({ tools, results }) =>
    results.flatMap(([place, first]): Repeated[] => {
      const [tool, other] = [tools[place.tool], tools[first.tool]];
      if (!tool || !other) return [];
      const one = { tool, index: place.index, first: { tool: other, index: first.index } };
      // The evals of both expect the same tools.
      const [own, others] = [one, one.first].map((at) => expectedOf(at, draft.names.tools));
      return tool !== other && own === others ? [] : [one];
    }),
  );
  const byTool = groupBy(repeated, ({ tool }) => tool);
  // Two scopes can have the same pair.
  return new Map(
    [...byTool].map(([tool, all]) => [tool, [...groupBy(all, ({ index }) => index).values()].map(([one]) => one)]),
  );
});

/** An eval by its place in its scope. */
interface Place {
  readonly tool: number;
  readonly index: number;
  readonly isSilent: boolean;
  readonly key: string;
}

const repeatsOf = foundTogether((tools): (readonly [place: Place, first: Place])[] => {
  const places = tools.flatMap(({ spec: { evals = [] } }, tool) =>
    evals.map(({ query, after, with: attached, expect }, index): Place => {
      const words = keyOf(requestText(query));
      // After other turns, the same words are another request.
      const key = (after ?? attached) ? `${words} ${JSON.stringify([after, attached])}` : words;
      return { tool, index, isSilent: expect === 'none' || expect === 'ask', key };
    }),
  );
  return [...groupBy(places, ({ key }) => key).values()].flatMap(repeatsIn);
});

/** `places`: of one query, in their order. */
function repeatsIn([first, ...later]: readonly [Place, ...Place[]]): (readonly [place: Place, first: Place])[] {
  let claim = first.isSilent ? undefined : first;
  let own = first;
  return later.flatMap((place) => {
    if (own.tool !== place.tool) own = place;
    const before = place.isSilent ? (claim ?? own) : first;
    if (!place.isSilent) claim ??= place;
    return before === place ? [] : [[place, before] as const];
  });
}

function expectedOf({ tool, index }: EvalPlace, names: ToolNames): string {
  const { expect = tool.spec.name } = tool.spec.evals?.[index] ?? {};
  const written = typeof expect === 'object' ? expect.any_of : [expect];
  const ids = written.flatMap((name) =>
    name === tool.spec.name ? idOf(tool) : names.resolve(name, serversNear(tool)),
  );
  return ids.map(qualifiedName).sort().join(' ');
}

/** Case and punctuation make no second request. */
const keyOf = memoizeText((query) =>
  query
    .toLowerCase()
    .replaceAll(/[\s.,;:!?"'’“”…-]+/g, ' ')
    .trim(),
);
