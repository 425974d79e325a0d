/** Back-pressure: reads no input while the output is blocked. */
import type { Outlet } from '../protocol/progress.ts';

const nothing = (): void => {};

/**
 * Takes each item at once while the outlet is ready; otherwise later, one after the other, as it becomes ready. `hold` is
 * called for the first one that waits in memory, `resume` when none does any more.
 */
export function takeWhenReady<Item>(
  { isReady, whenReady }: Outlet,
  take: (item: Item) => void,
  hold = nothing,
  resume = nothing,
): (item: Item) => void {
  const waiting: Item[] = [];
  const go = (): void => {
    while (waiting.length > 0 && isReady()) waiting.splice(0, 1).forEach(take);
    if (waiting.length > 0) whenReady(go);
    else resume();
  };
  return (item) => {
    if (waiting.length === 0 && isReady()) take(item);
    else if (waiting.push(item) === 1) {
      hold();
      whenReady(go);
    }
  };
}
