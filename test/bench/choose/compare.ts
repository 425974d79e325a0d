/** Both readers on the same requests: how many each has right, and how likely such a difference is by chance. */
import { candidatesOf } from '../../../compiler/features/evals/offline/candidate.ts';
import { createReader } from '../../../compiler/features/evals/offline/reader.ts';
import type { RankedCandidate } from '../../../compiler/features/evals/offline/reader.ts';
import { mcnemar } from '../../../compiler/features/evals/figures/statistics.ts';
import type { ToolPlan } from '../../../compiler/plan/model.ts';
import { createBm25, USUAL, WORDS } from './bm25.ts';
import type { Constants, Words } from './bm25.ts';
import { choiceOf } from './sets.ts';
import type { Offer } from './sets.ts';

export interface Comparison {
  readonly requests: number;
  /** Tools of the largest choice. */
  readonly tools: number;
  /** First choices that are right. */
  readonly reader: number;
  /** With the usual constants and the words that suit the set best. */
  readonly bm25: number;
  /** With the constants and words of a grid that suit the set best: as if it had been tuned on the set itself. */
  readonly bestBm25: number;
  readonly onlyReader: number;
  readonly onlyBm25: number;
  readonly p: number;
  /** Limits of the 95 % interval of the difference of shares, by pairs. */
  readonly low: number;
  readonly high: number;
}

const GRID: readonly Constants[] = [0.6, 1.2, 2].flatMap((k1) => [0, 0.4, 0.75, 1].map((b) => ({ k1, b })));

type Ranker = (request: string) => readonly RankedCandidate[];

export function compare(offers: readonly Offer[]): Comparison {
  const reader = judge(offers, (tools) => createReader(candidatesOf(choiceOf(tools))));
  const bm25With = (words: Words, constants: Constants): readonly boolean[] =>
    judge(offers, (tools) => createBm25(textsOf(tools), words, constants));
  const usual = best(WORDS.map((words) => bm25With(words, USUAL)));
  const tuned = best(WORDS.flatMap((words) => GRID.map((constants) => bm25With(words, constants))));
  const onlyReader = reader.filter((right, at) => right && !usual[at]).length;
  const onlyBm25 = reader.filter((right, at) => !right && usual[at]).length;
  return {
    requests: reader.length,
    tools: Math.max(0, ...offers.map(({ tools }) => tools.length)),
    reader: rightOf(reader),
    bm25: rightOf(usual),
    bestBm25: rightOf(tuned),
    onlyReader,
    onlyBm25,
    p: mcnemar(onlyBm25, onlyReader),
    ...intervalOf(onlyReader, onlyBm25, reader.length),
  };
}

function judge(offers: readonly Offer[], make: (tools: readonly ToolPlan[]) => Ranker): readonly boolean[] {
  return offers.flatMap(({ tools, requests }) => {
    const rank = make(tools);
    return requests.map(({ query, expect }) => isFirst(rank(query), expect));
  });
}

function rightOf(judged: readonly boolean[]): number {
  return judged.filter(Boolean).length;
}

function best(all: readonly (readonly boolean[])[]): readonly boolean[] {
  return all.reduce((known, one) => (rightOf(one) > rightOf(known) ? one : known), all[0] ?? []);
}

/** Of the difference of two shares of the same cases, by the normal approximation. */
function intervalOf(won: number, lost: number, cases: number): { readonly low: number; readonly high: number } {
  const difference = (won - lost) / cases;
  const spread = 1.96 * Math.sqrt(((won + lost) / cases - difference ** 2) / cases);
  return { low: difference - spread, high: difference + spread };
}

/** A score that another has too, or none at all, is no choice. */
export function isFirst(ranked: readonly RankedCandidate[], expected: string): boolean {
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
