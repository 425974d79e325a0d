/** Groups events of the file system: one save is a batch at once, many changes are one batch. */

/** Absolute paths of files that changed, when nothing was added or removed; otherwise undefined. */
export type Batch = ReadonlySet<string> | undefined;

/** Milliseconds. */
const PACE = {
  /** After a save. */
  alone: 2,
  /** Until one looks again whether a file is still empty: most editors empty it first, and write it at once. */
  empty: 4,
  /** Time that a file may be empty before that counts as its content: on a busy machine its writer may have to wait. */
  emptied: 2000,
  /** Of stillness, after anything else: a branch switch, a folder that is renamed. */
  storm: 60,
  /** That a storm may last. */
  most: 10_000,
  /** After a batch: checks once whether an event was missed; chokidar reports no second save within 50 ms. */
  look: 60,
};

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
export function batches({ run, look, isUnfinished, state, crashed }: Work) {
  const events = gather(isUnfinished);
  let before: string | undefined;
  let busy = false;
  const { wait, cancel } = alarm();

  const schedule = (): void => {
    if (busy) return;
    if (events.isStorm()) wait(PACE.storm, flushIfStill);
    else if (events.isBeingWritten()) wait(events.age() < PACE.storm ? PACE.empty : PACE.storm, schedule);
    else wait(PACE.alone, flush);
  };
  const flushIfStill = (): void => {
    const now = state();
    if (events.isBeingWritten()) return wait(PACE.storm, flushIfStill);
    if (now === before || events.age() > PACE.most) return flush();
    before = now;
    wait(PACE.storm, flushIfStill);
  };
  const flush = (): void => {
    before = undefined;
    const batch = events.take();
    work(() => run(batch));
  };
  const work = (task: () => Promise<void>): void => {
    busy = true;
    const goOn = (): void => {
      busy = false;
      if (!events.isEmpty()) schedule();
      else if (task !== look) wait(PACE.look, () => work(look));
    };
    task().then(goOn, crashed);
  };
  /** `kind`: the word that chokidar has for it. */
  const event = (kind: string, path: string): void => {
    events.add(kind, path);
    schedule();
  };
  return { event, close: cancel };
}

function alarm() {
  let timer: NodeJS.Timeout | undefined;
  const cancel = (): void => clearTimeout(timer);
  return {
    /** Instead of what was waited for before. */
    wait(ms: number, then: () => void): void {
      cancel();
      timer = setTimeout(then, ms);
    },
    cancel,
  };
}

/** The events since the last batch. */
function gather(isUnfinished: Work['isUnfinished']) {
  let touched = new Set<string>();
  let count = 0;
  let isOther = false;
  let began = 0;
  const age = (): number => Date.now() - began;
  return {
    add(kind: string, path: string): void {
      if (count === 0) began = Date.now();
      count += 1;
      touched.add(path);
      if (kind !== 'change') isOther = true;
    },
    isEmpty: () => count === 0,
    /** More than one save: many events, or files that come and go. */
    isStorm: () => count > FEW || isOther,
    age,
    isBeingWritten: () => age() < PACE.emptied && [...touched].some(isUnfinished),
    take(): Batch {
      const batch = isOther ? undefined : touched;
      [touched, count, isOther] = [new Set(), 0, false];
      return batch;
    },
  };
}
