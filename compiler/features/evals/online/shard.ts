/** A part of a suite for one machine of several: every case is in exactly one shard. */
import type { Choice } from '../../../versions/receipts/choice.ts';

export interface Shard {
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

/** `2/4`; undefined for any other text. */
export function shardOf(text: string): Shard | undefined {
  const [, number = '', of = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { number: Number(number), of: Number(of) };
  return shard.number >= 1 && shard.number <= shard.of ? shard : undefined;
}

/** Cases that follow one another stay together: an engine reads the tools of their choice once. */
export function casesOfShard(choices: readonly Choice[], { number, of }: Shard): readonly Choice[] {
  const total = choices.reduce((sum, { cases }) => sum + cases.length, 0);
  const isOwn = (place: number): boolean => Math.floor((place * of) / total) === number - 1;
  let place = 0;
  return choices.flatMap((choice) => {
    const cases = choice.cases.filter(() => isOwn(place++));
    return cases.length === 0 ? [] : [{ ...choice, cases }];
  });
}
