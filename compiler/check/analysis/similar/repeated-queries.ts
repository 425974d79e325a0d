/** The same request in several evals: a duplicate, or a contradiction. */
import { indexedByKey } from './incremental-index.ts';
import type { SpecDraft, ToolPart } from '../../model.ts';
import { memoizeBy, flatMapMemo, memoizeText } from '../../../base/memo.ts';
import { partsOf } from '../parts-of.ts';
import type { ToolSpec } from '../../documents/tool.ts';

interface EvalPlace {
  readonly tool: ToolPart;
  readonly index: number;
}

interface Repeated extends EvalPlace {
  readonly first: EvalPlace;
}

/** By tool, its evals with the request of an earlier one; two tools that must both not be called, and two that expect the same one, are no contradiction. */
export const repeatedQueries = memoizeBy((draft: SpecDraft): ReadonlyMap<ToolPart, readonly Repeated[]> => {
  const partOf = partsOf(draft);
  const placeOf = ({ spec, index }: Place): EvalPlace => ({ tool: partOf(spec), index });
  const repeated = new Map<ToolPart, Repeated[]>();
  for (const [place, first] of repeats(draft.toolLists.map(specsOf))) {
    const one = { ...placeOf(place), first: placeOf(first) };
    const own = repeated.get(one.tool);
    if (own) own.push(one);
    else repeated.set(one.tool, [one]);
  }
  return repeated;
});

const specsOf = flatMapMemo(({ spec }: ToolPart): readonly ToolSpec[] => [spec]);

interface Place {
  readonly spec: ToolSpec;
  readonly index: number;
  readonly none: boolean;
}

type Repeat = readonly [place: Place, first: Place];

/** `tools`: one entry for each eval with the request. */
function repeatsOf(tools: readonly ToolSpec[], key: string): readonly Repeat[] {
  if (tools.length < 2) return [];
  if (tools.every((tool, at) => tool !== tools[at - 1] && isSilent(tool, keysOf(tool).indexOf(key)))) return [];
  return repeatsIn(tools.flatMap((tool, at) => (tool === tools[at - 1] ? [] : placesOf(tool, key))));
}

/** `places`: of one query, in their order. */
function repeatsIn(places: readonly Place[]): Repeat[] {
  const [first] = places;
  let claim: Place | undefined;
  let own: Place | undefined;
  return places.flatMap((place): Repeat[] => {
    if (own?.spec !== place.spec) own = place;
    const before = place.none ? (claim ?? own) : first;
    if (!place.none) claim ??= place;
    return before && before !== place && !agree(place, before) ? [[place, before]] : [];
  });
}

/** Whether the evals of two tools expect the same tools. */
function agree(one: Place, other: Place): boolean {
  if (one.spec === other.spec) return false;
  const [wanted, alsoWanted] = [expectedOf(one), expectedOf(other)];
  if (wanted === undefined) return alsoWanted === one.spec.name;
  return (alsoWanted ?? other.spec.name) === wanted;
}

/** Nothing for the tool itself: another server may have one of the same name. */
function expectedOf({ spec: { evals }, index }: Place): string | undefined {
  const expect = evals?.[index]?.expect;
  return typeof expect === 'object' ? expect.any_of.toSorted().join(' ') : expect;
}

function placesOf(spec: ToolSpec, key: string): Place[] {
  return keysOf(spec).flatMap((own, index) => (own === key ? [{ spec, index, none: isSilent(spec, index) }] : []));
}

function isSilent({ evals }: ToolSpec, index: number): boolean {
  const expect = evals?.[index]?.expect;
  return expect === 'none' || expect === 'ask';
}

/** In the order of the evals. After other turns, the same words are another request. */
const keysOf = memoizeBy(({ evals = [] }: ToolSpec): readonly string[] => {
  return evals.map(({ query, after }) => (after ? `${keyOf(query)} ${JSON.stringify(after)}` : keyOf(query)));
});

const repeats = indexedByKey(keysOf, repeatsOf);

/** Case and punctuation make no second request. */
const keyOf = memoizeText((query) =>
  query
    .toLowerCase()
    .replaceAll(/[\s.,;:!?"'’“”…-]+/g, ' ')
    .trim(),
);
