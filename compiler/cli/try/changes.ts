/** How often the specs changed since the start, for the page that waits for it. */
import type { OpenedProject } from '../../edge/project/project.ts';
import { watchFiles } from '../watch/watch.ts';

interface WatchedChanges {
  /** Resolves with their number once there are more than these. */
  readonly after: (seen: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** An editor that saves causes several events. */
const PAUSE_MS = 100;

export async function watchedChanges(opened: () => OpenedProject): Promise<WatchedChanges> {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let waiting: ((count: number) => void)[] = [];
  const release = (): void => {
    const all = waiting;
    waiting = [];
    for (const one of all) one(count);
  };
  const watched = watchFiles(opened, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      count += 1;
      release();
    }, PAUSE_MS);
  });
  await watched.ready;
  return {
    after: (version) => (count > version ? Promise.resolve(count) : new Promise((resolve) => waiting.push(resolve))),
    close() {
      clearTimeout(timer);
      release();
      return watched.close();
    },
  };
}
