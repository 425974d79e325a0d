/** The same request in several evals: told twice, or expecting two things at once. */
import type { Draft, ToolPart } from '../model.ts';
import { oncePer } from '../../once.ts';

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
  const before = new Map<string, EvalPlace[]>();
  const repeated = new Map<ToolPart, Repeated[]>();
  for (const tool of draft.tools) {
    for (const { key, place } of placesOf(tool)) {
      const places = before.get(key);
      const first = places?.find((other) => other.tool === tool || !(other.none && place.none));
      if (first) repeated.set(tool, [...(repeated.get(tool) ?? []), { ...place, first }]);
      if (places) places.push(place);
      else before.set(key, [place]);
    }
  }
  return repeated;
});

const placesOf = oncePer((tool: ToolPart) =>
  (tool.spec.evals ?? []).map(({ query, expect }, index) => {
    return { key: keyOf(query), place: { tool, index, none: expect === 'none' } };
  }),
);

/** Case and punctuation make no second request. */
function keyOf(query: string): string {
  return query
    .toLowerCase()
    .replaceAll(/[\s.,;:!?"'’“”…-]+/g, ' ')
    .trim();
}
