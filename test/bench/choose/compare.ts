/** Both readers on the same requests: how many each has right, and how likely such a difference is by chance. */
import { candidatesOf } from '../../../compiler/choose/candidate.ts';
import { createReader } from '../../../compiler/choose/reader.ts';
import type { Ranked } from '../../../compiler/choose/reader.ts';
import { mcnemar } from '../../../compiler/choose/statistics.ts';
import type { ToolPlan } from '../../../compiler/plan/model.ts';
import { createBm25 } from './bm25.ts';
import { choiceOf } from './sets.ts';
import type { Offer } from './sets.ts';

export interface Comparison {
  readonly requests: number;
  /** Tools of the largest choice. */
  readonly tools: number;
  readonly reader: number;
  readonly bm25: number;
  readonly onlyReader: number;
  readonly onlyBm25: number;
  readonly p: number;
}

export function compare(offers: readonly Offer[]): Comparison {
  const pairs = offers.flatMap(({ tools, requests }) => {
    const readers = [createReader(candidatesOf(choiceOf(tools))), createBm25(textsOf(tools))];
    return requests.map(({ query, expect }) => readers.map((rank) => isFirst(rank(query), expect)));
  });
  const count = (fits: (reader: boolean, bm25: boolean) => boolean): number =>
    pairs.filter(([reader = false, bm25 = false]) => fits(reader, bm25)).length;
  const onlyReader = count((reader, bm25) => reader && !bm25);
  const onlyBm25 = count((reader, bm25) => !reader && bm25);
  return {
    requests: pairs.length,
    tools: Math.max(0, ...offers.map(({ tools }) => tools.length)),
    reader: count((reader) => reader),
    bm25: count((_reader, bm25) => bm25),
    onlyReader,
    onlyBm25,
    p: mcnemar(onlyBm25, onlyReader),
  };
}

/** A score that another has too, or none at all, is no choice. */
export function isFirst(ranked: readonly Ranked[], expected: string): boolean {
  const [best] = ranked;
  const rival = ranked.find(({ name }) => name !== expected);
  return best?.name === expected && best.score > 0 && (rival === undefined || best.score > rival.score);
}

/** Seconds of the processor to read so many tools and to choose for so many requests. */
export function processorSeconds(offer: Offer): number {
  const before = process.cpuUsage();
  const rank = createReader(candidatesOf(choiceOf(offer.tools)));
  for (const { query } of offer.requests) rank(query);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

/** The tools that most requests of the set expect, and the first requests to them. */
export function sample({ tools, requests }: Offer, toolCount: number, requestCount: number): Offer {
  const wanted = new Map<string, number>();
  for (const { expect } of requests) wanted.set(expect, (wanted.get(expect) ?? 0) + 1);
  const order = tools.toSorted((a, b) => (wanted.get(b.name) ?? 0) - (wanted.get(a.name) ?? 0));
  const shown = order.slice(0, toolCount);
  const names = new Set(shown.map(({ name }) => name));
  return { tools: shown, requests: requests.filter(({ expect }) => names.has(expect)).slice(0, requestCount) };
}

function textsOf(tools: readonly ToolPlan[]): readonly { readonly name: string; readonly text: string }[] {
  return tools.map(({ name, description }) => ({ name, text: description.text }));
}
