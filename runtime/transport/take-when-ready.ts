/** Back-pressure on what comes in: it waits while what goes out is not read. */
import type { Outlet } from '../protocol/progress.ts';

/** The source of what is taken, where it can be stopped. */
export interface Source {
  /** What is given from now on waits in memory. */
  readonly hold: () => void;
  /** Everything that waited is taken. */
  readonly resume: () => void;
}

const endless: Source = { hold: () => {}, resume: () => {} };

/** Takes each item at once while the outlet is ready; otherwise later, one after the other, as it becomes ready. */
export function takeWhenReady<Item>(
  outlet: Outlet,
  take: (item: Item) => void,
  { hold, resume }: Source = endless,
): (item: Item) => void {
  const waiting: Item[] = [];
  let held = false;
  const go = (): void => {
    while (waiting.length > 0 && outlet.isReady()) take(waiting.shift() as Item);
    if (!outlet.isReady()) outlet.whenReady(go);
    else {
      held = false;
      resume();
    }
  };
  return (item) => {
    if (!held && outlet.isReady()) {
      take(item);
      return;
    }
    waiting.push(item);
    if (held) return;
    held = true;
    hold();
    outlet.whenReady(go);
  };
}
