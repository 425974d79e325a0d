/** Groups events of the file system: one save is a batch at once, many changes are one batch. */

/** Absolute paths of files that changed, when nothing was added or removed; otherwise undefined. */
export type Batch = ReadonlySet<string> | undefined;

interface Batches {
  /** `kind`: the word that chokidar has for it. */
  readonly event: (kind: string, path: string) => void;
  readonly close: () => void;
}

/** Milliseconds. */
interface Pace {
  /** After a save. */
  readonly alone: number;
  /** Until one looks again whether a file is still empty: most editors empty it first, and write it at once. */
  readonly empty: number;
  /** Time that a file may be empty before that counts as its content: on a busy machine its writer may have to wait. */
  readonly emptied: number;
  /** Of stillness, after anything else: a branch switch, a folder that is renamed. */
  readonly storm: number;
  /** That a storm may last. */
  readonly most: number;
  /** After a batch: checks once whether an event was missed; chokidar reports no second save within 50 ms. */
  readonly look: number;
}

const PACE: Pace = { alone: 2, empty: 4, emptied: 2000, storm: 60, most: 10_000, look: 60 };

/** More events than this are no single save, which causes one or two. */
const FEW = 3;

interface Work {
  readonly run: (batch: Batch) => Promise<void>;
  /** Some time after the last batch. */
  readonly look: () => Promise<void>;
  /** Whether the writing of a file has only begun. */
  readonly isUnfinished: (path: string) => boolean;
  /** A comparable snapshot: many changes are over when it stays the same. */
  readonly state: () => string;
  /** A bug: nothing more is done. */
  readonly crashed: (error: unknown) => void;
}

/** Does one thing after another, never two at a time. */
export function batches({ run, look, isUnfinished, state, crashed }: Work): Batches {
  let changed = new Set<string>();
  let touched = new Set<string>();
  let count = 0;
  let other = false;
  let began = 0;
  let before: string | undefined;
  let busy = false;
  let timer: NodeJS.Timeout | undefined;

  const wait = (ms: number, then: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  };
  const schedule = (): void => {
    if (busy) return;
    // Files that come and go are no save.
    if (count > FEW || other) wait(PACE.storm, flushIfStill);
    else if (isBeingWritten()) wait(Date.now() - began < PACE.storm ? PACE.empty : PACE.storm, schedule);
    else wait(PACE.alone, flushNow);
  };
  const isBeingWritten = (): boolean => Date.now() - began < PACE.emptied && [...touched].some(isUnfinished);
  const flushIfStill = (): void => {
    const now = state();
    if (isBeingWritten()) return wait(PACE.storm, flushIfStill);
    if (now === before || Date.now() - began > PACE.most) return flushNow();
    before = now;
    wait(PACE.storm, flushIfStill);
  };
  const flush = (): Promise<void> => {
    const batch = other ? undefined : changed;
    changed = new Set();
    touched = new Set();
    [count, other, before] = [0, false, undefined];
    return run(batch);
  };
  const flushNow = (): void => work(flush);
  const work = (task: () => Promise<void>): void => {
    busy = true;
    const then = (): void => {
      busy = false;
      if (count > 0) schedule();
      else if (task === flush) wait(PACE.look, () => work(look));
    };
    task().then(then, crashed);
  };

  return {
    event(kind, path) {
      if (count === 0) began = Date.now();
      count += 1;
      touched.add(path);
      if (kind === 'change') changed.add(path);
      else other = true;
      schedule();
    },
    close: () => clearTimeout(timer),
  };
}
