/** The same request in several evals of tools that a model sees together: a duplicate, or a contradiction. */
import { indexedByKey } from './incremental-index.ts';
import type { SpecDraft, ToolPart } from '../../model.ts';
import { flatMapMemo, memoizeBy, memoizeByParts, memoizeText } from '../../../base/memo.ts';
import { requestText } from '../evals/offers.ts';
import { partsOf } from '../parts-of.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import type { Settings } from '../../settings.ts';
import { type ToolNames, qualifiedName } from '../../tool-names.ts';
import { idOf, serversNear } from '../names/tool-references.ts';
import { scopesIn } from './related.ts';

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
  const placeOf = ({ asking: { spec }, index }: Place): EvalPlace => ({ tool: partOf(spec), index });
  const repeated = new Map<ToolPart, Repeated[]>();
  for (const [place, first] of repeats(draft.toolLists.map(askingIn(draft.settings.choices)))) {
    const one = { ...placeOf(place), first: placeOf(first) };
    if (agree(one, one.first, draft.names.tools)) continue;
    const own = repeated.get(one.tool);
    // Two scopes can have the same pair.
    if (own?.some(({ index }) => index === one.index)) continue;
    if (own) own.push(one);
    else repeated.set(one.tool, [one]);
  }
  return repeated;
});

/** A tool, and where its requests meet those of others. */
interface Asking {
  readonly spec: ToolSpec;
  readonly scopes: readonly string[];
}

const askingIn = memoizeBy((choices: Settings['choices']) => {
  const scopesOf = scopesIn(choices);
  return flatMapMemo(({ spec, server }: ToolPart): readonly Asking[] => [
    asking({ spec, scopes: scopesOf(server?.spec.name ?? '') }),
  ]);
});

const asking = memoizeByParts(
  ({ spec, scopes }: Asking) => [spec, scopes.join(' ')],
  (one): Asking => one,
);

interface Place {
  readonly asking: Asking;
  readonly index: number;
  readonly none: boolean;
}

type Repeat = readonly [place: Place, first: Place];

/** `tools`: one entry for each eval with the request. */
function repeatsOf(tools: readonly Asking[], key: string): readonly Repeat[] {
  if (tools.length < 2) return [];
  if (tools.every((tool, at) => tool !== tools[at - 1] && isSilent(tool, indexesOf(tool, key)[0] ?? 0))) return [];
  return repeatsIn(tools.flatMap((tool, at) => (tool === tools[at - 1] ? [] : placesOf(tool, key))));
}

/** `places`: of one query, in their order. */
function repeatsIn(places: readonly Place[]): Repeat[] {
  const [first] = places;
  let claim: Place | undefined;
  let own: Place | undefined;
  return places.flatMap((place): Repeat[] => {
    if (own?.asking !== place.asking) own = place;
    const before = place.none ? (claim ?? own) : first;
    if (!place.none) claim ??= place;
    return before && before !== place ? [[place, before]] : [];
  });
}

/** Whether the evals of two tools expect the same tools. */
function agree(one: EvalPlace, other: EvalPlace, names: ToolNames): boolean {
  return one.tool !== other.tool && expectedOf(one, names) === expectedOf(other, names);
}

function expectedOf({ tool, index }: EvalPlace, names: ToolNames): string {
  const { expect = tool.spec.name } = tool.spec.evals?.[index] ?? {};
  const written = typeof expect === 'object' ? expect.any_of : [expect];
  const ids = written.flatMap((name) =>
    name === tool.spec.name ? idOf(tool) : names.resolve(name, serversNear(tool)),
  );
  return ids.map(qualifiedName).sort().join(' ');
}

function placesOf(asking: Asking, key: string): Place[] {
  return indexesOf(asking, key).map((index) => ({ asking, index, none: isSilent(asking, index) }));
}

function indexesOf(asking: Asking, key: string): number[] {
  const { evals = [] } = asking.spec;
  return keysOf(asking).flatMap((own, at) => (own === key ? [at % evals.length] : []));
}

function isSilent({ spec: { evals } }: Asking, index: number): boolean {
  const expect = evals?.[index]?.expect;
  return expect === 'none' || expect === 'ask';
}

/** Scope by scope, in the order of the evals. After other turns, the same words are another request. */
const keysOf = memoizeBy(({ spec: { evals = [] }, scopes }: Asking): readonly string[] => {
  const own = evals.map(({ query, after, with: attached }) => {
    const key = keyOf(requestText(query));
    return (after ?? attached) ? `${key} ${JSON.stringify([after, attached])}` : key;
  });
  return scopes.flatMap((scope) => own.map((key) => `${scope}\n${key}`));
});

const repeats = indexedByKey(keysOf, repeatsOf);

/** Case and punctuation make no second request. */
const keyOf = memoizeText((query) =>
  query
    .toLowerCase()
    .replaceAll(/[\s.,;:!?"'’“”…-]+/g, ' ')
    .trim(),
);
