/** The rate limit per client, and the places of a server, which its clients share. */
import type { Clock } from './clock.ts';
import type { LimitsDescriptor } from '../descriptor/descriptor.ts';

/** Takes one call off a client's allowance: 0, or the seconds until there is one again. A client is known by its own. */
export type RateLimiter = () => number;

/** A call, as far as it holds a place. */
export interface PlaceHolder {
  /** What to do once it is over; replaces what was to be done before. */
  readonly whenOver: (action: () => void) => void;
}

/** Places for calls that run at the same time. */
export interface Limiter {
  /** Whether there was a place at once: then it is taken. */
  readonly take: (open: PlaceHolder, client: RateLimiter) => boolean;
  /** Runs the work now or, where the client has to wait, later; `full` where too many wait already. */
  readonly enter: <T>(open: PlaceHolder, client: RateLimiter, work: () => T, full: () => T) => T | Promise<T>;
}

/**
 * Hosts send several calls at once, and a model that gets "busy" only retries: so they wait. Never more than
 * these, whose arguments have to be kept, and never beyond their deadline.
 */
const MAX_WAITING = { ofOne: 32, ofAll: 256 };

/** Milliseconds for which a client that had to wait keeps others from taking all places again. */
const MEMORY = 60_000;

/** A token bucket: it holds one minute's calls and fills up evenly. */
export function createRateLimiter(
  { calls_per_minute }: Pick<LimitsDescriptor, 'calls_per_minute'>,
  { now }: Clock,
): RateLimiter {
  const pace = calls_per_minute / 60_000;
  let tokens = calls_per_minute;
  let before = now();
  return () => {
    const time = now();
    tokens = Math.min(calls_per_minute, tokens + (time - before) * pace);
    before = time;
    if (tokens < 1) return Math.ceil((1 - tokens) / pace / 1000);
    tokens -= 1;
    return 0;
  };
}

/** A call that waits. */
interface Waiter {
  readonly start: () => void;
  readonly refuse: () => void;
}

/** The calls of one client. */
interface Lane {
  running: number;
  /** The first to come is the first to run. */
  readonly waiting: Set<Waiter>;
  /** Gives a place back. */
  readonly leave: () => void;
}

interface Places extends Pick<LimitsDescriptor, 'concurrency'>, Pick<Clock, 'now'> {
  running: number;
  waiting: number;
  /** The lanes that wait, in the order of their turns. */
  readonly turns: Set<Lane>;
  /** The last lane that had to wait with less than its share. */
  deprived: { readonly lane: Lane; readonly at: number } | undefined;
}

/**
 * Clients take turns. While one waits, and for a minute after it had to, no other starts a call beyond half of the places,
 * rounded up. A call holds its place until it is answered or aborted, whether or not its handler notices.
 */
export function createLimiter(
  { concurrency }: Pick<LimitsDescriptor, 'concurrency'>,
  { now }: Pick<Clock, 'now'>,
): Limiter {
  const places: Places = { concurrency, now, running: 0, waiting: 0, turns: new Set(), deprived: undefined };
  const lanes = new WeakMap<RateLimiter, Lane>();
  const laneOf = (client: RateLimiter): Lane => {
    let lane = lanes.get(client);
    if (lane === undefined) lanes.set(client, (lane = createLane(places)));
    return lane;
  };
  const takeNow: Limiter['take'] = (open, client) => {
    const lane = laneOf(client);
    if (lane.waiting.size > 0 || !mayStart(places, lane)) return false;
    take(places, lane, open);
    return true;
  };
  return {
    take: takeNow,
    enter(open, client, work, full) {
      if (takeNow(open, client)) return work();
      const lane = laneOf(client);
      return hasRoom(places, lane) ? wait(places, lane, open, { work, full }) : full();
    },
  };
}

function createLane(places: Places): Lane {
  const lane: Lane = {
    running: 0,
    waiting: new Set(),
    leave() {
      lane.running -= 1;
      places.running -= 1;
      while (places.turns.size > 0 && startNext(places));
    },
  };
  return lane;
}

function shareOf({ concurrency }: Places): number {
  return Math.ceil(concurrency / 2);
}

function mayStart(places: Places, lane: Lane): boolean {
  const { running, concurrency, turns, deprived, now } = places;
  if (running >= concurrency) return false;
  if (lane.running < shareOf(places)) return true;
  if (turns.size > (turns.has(lane) ? 1 : 0)) return false;
  return deprived === undefined || deprived.lane === lane || now() - deprived.at > MEMORY;
}

function take(places: Places, lane: Lane, open: PlaceHolder): void {
  lane.running += 1;
  places.running += 1;
  open.whenOver(lane.leave);
}

/** Whether one more call of the lane may wait: where too many wait, the longest lane gives up its last call for a shorter one. */
function hasRoom(places: Places, lane: Lane): boolean {
  const { waiting, turns } = places;
  if (lane.waiting.size >= MAX_WAITING.ofOne) return false;
  if (waiting < MAX_WAITING.ofAll) return true;
  const longest = [...turns].reduce((one, other) => (other.waiting.size > one.waiting.size ? other : one), lane);
  const last = [...longest.waiting].at(-1);
  if (last === undefined || longest.waiting.size <= lane.waiting.size + 1) return false;
  drop(places, longest, last);
  last.refuse();
  return true;
}

function wait<T>(
  places: Places,
  lane: Lane,
  open: PlaceHolder,
  { work, full }: { readonly work: () => T; readonly full: () => T },
): Promise<T> {
  if (lane.running < shareOf(places)) places.deprived = { lane, at: places.now() };
  return new Promise((resolve, reject) => {
    const settle = (result: () => T): void => {
      try {
        resolve(result());
      } catch (thrown) {
        reject(thrown);
      }
    };
    const start = (): void => {
      take(places, lane, open);
      settle(work);
    };
    const waiter = { start, refuse: () => settle(full) };
    lane.waiting.add(waiter);
    places.turns.add(lane);
    places.waiting += 1;
    open.whenOver(() => drop(places, lane, waiter));
  });
}

function drop(places: Places, lane: Lane, waiter: Waiter): void {
  if (!lane.waiting.delete(waiter)) return;
  places.waiting -= 1;
  if (lane.waiting.size === 0) places.turns.delete(lane);
}

/** Starts the first call of the next lane that may; whether there was one. */
function startNext(places: Places): boolean {
  const { turns } = places;
  for (const lane of turns) {
    const [first] = lane.waiting;
    if (first === undefined || !mayStart(places, lane)) continue;
    drop(places, lane, first);
    // Its next turn is after those of all others.
    if (turns.delete(lane)) turns.add(lane);
    first.start();
    return true;
  }
  return false;
}
