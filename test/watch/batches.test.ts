/** Events → batches, on a clock of the test's own: what is built at once, and what has to come to rest first. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batches } from '../../compiler/cli/watch/batches.ts';
import type { Batch } from '../../compiler/cli/watch/batches.ts';
import { Failure } from '../../compiler/edge/command-line/failure.ts';
import { reportOnce } from '../../compiler/cli/watch/watch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface World {
  empty: boolean;
  state: string;
}

function watched() {
  const world: World = { empty: false, state: 'still' };
  const told: (readonly string[] | 'everything' | 'look')[] = [];
  const queue = batches({
    run: (batch: Batch) => Promise.resolve(void told.push(batch ? [...batch] : 'everything')),
    look: () => Promise.resolve(void told.push('look')),
    isUnfinished: () => world.empty,
    state: () => world.state,
    crashed: (error) => {
      throw error;
    },
  });
  return { ...queue, world, told };
}

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

test('a save is built at once, and looked at once more afterwards', async () => {
  const { event, told } = watched();
  event('change', 'a.yaml');
  event('change', 'a.yaml');
  await pass(5);
  expect(told).toEqual([['a.yaml']]);
  await pass(1000);
  expect(told).toEqual([['a.yaml'], 'look']);
});

test('a file that an editor empties and writes is built as soon as it is written', async () => {
  const { event, world, told } = watched();
  world.empty = true;
  event('change', 'a.yaml');
  await pass(20);
  expect(told).toEqual([]);
  world.empty = false;
  await pass(10);
  expect(told).toEqual([['a.yaml']]);
});

test('one that stays empty counts as meant after two seconds, on its own and in a storm', async () => {
  const { event, world, told } = watched();
  world.empty = true;
  event('change', 'a.yaml');
  await pass(1900);
  expect(told).toEqual([]);
  await pass(150);
  expect(told.slice(0, 1)).toEqual([['a.yaml']]);
  event('add', 'b.yaml');
  await pass(1900);
  expect(told.filter((one) => one === 'everything')).toEqual([]);
  await pass(300);
  expect(told.filter((one) => one === 'everything')).toHaveLength(1);
});

test('a gap of a second between emptying and writing is no batch, however busy the machine is', async () => {
  const { event, world, told } = watched();
  world.empty = true;
  event('change', 'a.yaml');
  await pass(1000);
  expect(told).toEqual([]);
  world.empty = false;
  event('change', 'a.yaml');
  await pass(50);
  expect(told).toEqual([['a.yaml']]);
});

test('many changes, and files that come or go, are one batch when nothing moves any more', async () => {
  const { event, world, told } = watched();
  for (const name of ['a', 'b', 'c', 'd']) event('change', name);
  await pass(70);
  world.state = 'moved';
  await pass(70);
  expect(told).toEqual([]);
  await pass(70);
  expect(told).toEqual([['a', 'b', 'c', 'd']]);
  event('add', 'e');
  await pass(200);
  expect(told.findLast((one) => one !== 'look')).toBe('everything');
});

test('what happens during a build is the next batch', async () => {
  const ends: (() => void)[] = [];
  const told: Batch[] = [];
  const queue = batches({
    run: (batch) => {
      told.push(batch);
      return new Promise((resolve) => ends.push(resolve));
    },
    look: () => Promise.resolve(),
    isUnfinished: () => false,
    state: () => '',
    crashed: () => {},
  });
  queue.event('change', 'a');
  await pass(5);
  queue.event('change', 'b');
  await pass(1000);
  expect(told).toEqual([new Set(['a'])]);
  ends[0]?.();
  await pass(5);
  expect(told).toEqual([new Set(['a']), new Set(['b'])]);
  queue.close();
});

test('a bug ends the watching', async () => {
  const crashed = vi.fn();
  const run = (): Promise<void> => Promise.reject(new Error('a bug'));
  const { event } = batches({ run, look: run, isUnfinished: () => false, state: () => '', crashed });
  event('change', 'a');
  await pass(5);
  expect(crashed).toHaveBeenCalledOnce();
});

test('the look after a rejection does not tell it again; a change does', () => {
  const refused = vi.fn();
  const told = reportOnce(refused);
  const full = new Failure('The disk is full.', 'Free some space.');
  told(full, false);
  told(full, true);
  expect(refused).toHaveBeenCalledTimes(1);
  told(full, false);
  expect(refused).toHaveBeenCalledTimes(2);
  told(undefined, false);
  told(full, true);
  expect(refused).toHaveBeenCalledTimes(3);
});
