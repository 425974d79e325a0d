/** The same request in several evals: told twice, or expecting two things at once. */
import { keptIndex } from '../kept-index.ts';
import type { Draft, ToolPart } from '../model.ts';
import { oncePer, remembering } from '../../once.ts';

export interface EvalPlace {
  readonly tool: ToolPart;
  readonly index: number;
  readonly none: boolean;
}

export interface Repeated extends EvalPlace {
  readonly first: EvalPlace;
}

/** By tool, its evals whose request stands before; two tools that both stay silent do no harm. */
export const repeatedQueries = oncePer((draft: Draft): ReadonlyMap<ToolPart, readonly Repeated[]> => {
  const queries = byQuery(draft.tools);
  const repeated = new Map<ToolPart, Repeated[]>();
  for (const key of queries.shared) {
    const tools = queries.under(key);
    if (tools.every((tool, at) => tool !== tools[at - 1] && isSilent(tool, keysOf(tool).indexOf(key)))) continue;
    const places = tools.flatMap((tool, at) => (tool === tools[at - 1] ? [] : placesOf(tool, key)));
    for (const one of repeatsIn(places)) repeated.set(one.tool, [...(repeated.get(one.tool) ?? []), one]);
  }
  return repeated;
});

/** `places`: of one query, in their order. */
function repeatsIn(places: readonly EvalPlace[]): Repeated[] {
  const [first] = places;
  let claim: EvalPlace | undefined;
  let own: EvalPlace | undefined;
  return places.flatMap((place) => {
    if (own?.tool !== place.tool) own = place;
    const before = place.none ? (claim ?? own) : first;
    if (!place.none) claim ??= place;
    return before && before !== place ? [{ ...place, first: before }] : [];
  });
}

function placesOf(tool: ToolPart, key: string): EvalPlace[] {
  return keysOf(tool).flatMap((own, index) => (own === key ? [{ tool, index, none: isSilent(tool, index) }] : []));
}

function isSilent({ spec }: ToolPart, index: number): boolean {
  return spec.evals?.[index]?.expect === 'none';
}

/** In the order of the evals. */
const keysOf = oncePer((tool: ToolPart): readonly string[] => (tool.spec.evals ?? []).map(({ query }) => keyOf(query)));

const byQuery = keptIndex(keysOf);

/** Case and punctuation make no second request. */
const keyOf = remembering((query) =>
  query
    .toLowerCase()
    .replaceAll(/[\s.,;:!?"'’“”…-]+/g, ' ')
    .trim(),
);
