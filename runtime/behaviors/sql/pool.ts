/** The few connections of a database: opened when they are needed, used by one call at a time, given back without state. */
import { isFailure } from '../../server/failure.ts';
import type { BoundStatement, StatementRows, TransactionCall, TransactionEnd } from './database.ts';

/** A connection of a driver. */
export interface Pooled {
  isDead?: boolean;
  ref(): void;
  unref(): void;
  end(): unknown;
  /** Settings, locks and temporary tables that a statement left in the session are gone after it. */
  reset: () => Promise<unknown>;
}

export interface Pool<C extends Pooled> {
  /** Waits for a free connection, in order; rejects where none can be opened, and when the call is over. */
  readonly use: <T>(work: (connection: C) => Promise<T>, signal: AbortSignal) => Promise<T>;
}

const MAX = 4;

/** Milliseconds after which an idle connection is closed. */
const IDLE = 30_000;

interface PoolState<C> {
  readonly open: () => Promise<C>;
  readonly idle: { readonly connection: C; readonly timer: NodeJS.Timeout }[];
  /** Calls without a connection; each is woken by one that is free, or can be opened. */
  readonly waiting: (() => void)[];
  count: number;
}

export function createPool<C extends Pooled>(open: () => Promise<C>): Pool<C> {
  const pool: PoolState<C> = { open, idle: [], waiting: [], count: 0 };
  return {
    async use(work, signal) {
      const connection = await take(pool, signal);
      connection.ref();
      try {
        return await work(connection);
      } finally {
        void connection.reset().then(
          () => giveBack(pool, connection),
          () => close(pool, connection),
        );
      }
    },
  };
}

/** Tries of a call of which nothing happened. */
const TRIES = 3;

/** Runs a call on a connection; again where it changed nothing and may succeed now. `notOpened`: why there is no connection. */
export async function runPooled<C extends Pooled>(
  pool: Pool<C>,
  call: TransactionCall,
  run: (connection: C) => Promise<TransactionEnd>,
  notOpened: (error: Error) => TransactionEnd,
): Promise<TransactionEnd> {
  let end: TransactionEnd = { kind: 'aborted' };
  for (let tries = TRIES; tries > 0 && !call.signal.aborted; tries -= 1) {
    end = await pool
      .use(run, call.signal)
      .catch((error: Error) => (call.signal.aborted ? { kind: 'aborted' as const } : notOpened(error)));
    if (!isRepeatable(end, call)) return end;
  }
  return end;
}

/** After a deadlock or a conflict nothing has happened, and a read changes nothing. */
function isRepeatable(end: TransactionEnd, { reads }: TransactionCall): boolean {
  if (end.kind === 'lost') return reads;
  return end.kind === 'failed' && /^40(?:001|P01)$/.test(end.sqlstate ?? end.state);
}

/** Each statement once those before it are done. */
export async function runSteps(
  call: TransactionCall,
  run: (step: BoundStatement, isFirst: boolean) => Promise<StatementRows>,
): Promise<Extract<TransactionEnd, { kind: 'done' | 'refused' }>> {
  const done: StatementRows[] = [];
  for (;;) {
    const step = call.next(done);
    if (step === undefined) return { kind: 'done', done };
    if (isFailure(step)) return { kind: 'refused', failure: step };
    done.push(await run(step, done.length === 0));
  }
}

async function take<C extends Pooled>(pool: PoolState<C>, signal: AbortSignal): Promise<C> {
  for (;;) {
    signal.throwIfAborted();
    const free = pool.idle.pop();
    if (free) {
      clearTimeout(free.timer);
      if (!free.connection.isDead) return free.connection;
      pool.count -= 1;
    } else if (pool.count < MAX) {
      pool.count += 1;
      const opening = pool.open();
      opening.catch(() => drop(pool));
      return until(opening, signal, () => void opening.then((late) => giveBack(pool, late)).catch(() => {}));
    } else {
      const turn = new Promise<void>((go) => pool.waiting.push(go));
      await until(turn, signal, () => void turn.then(() => wake(pool)));
    }
  }
}

function wake({ waiting }: PoolState<unknown>): void {
  waiting.shift()?.();
}

function drop(pool: PoolState<unknown>): void {
  pool.count -= 1;
  wake(pool);
}

function close(pool: PoolState<unknown>, connection: Pooled): void {
  connection.unref();
  connection.end();
  drop(pool);
}

function giveBack<C extends Pooled>(pool: PoolState<C>, connection: C): void {
  if (connection.isDead) return close(pool, connection);
  connection.unref();
  const timer = setTimeout(() => {
    pool.idle.splice(
      pool.idle.findIndex((one) => one.connection === connection),
      1,
    );
    close(pool, connection);
  }, IDLE);
  timer.unref();
  pool.idle.push({ connection, timer });
  wake(pool);
}

/** What comes later goes to `late`. */
function until<T>(work: Promise<T>, signal: AbortSignal, late: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      late();
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    const done = (): void => signal.removeEventListener('abort', stop);
    work.then(resolve, reject).finally(done);
  });
}
