/** Outlets over the streams of Node. */
import type { Writable } from 'node:stream';
import type { Outlet } from '../protocol/progress.ts';

/** `isReady` must be true after the stream's `drain`, and once the stream is closed. */
export function openOutlet(stream: Writable, send: Outlet['send'], isReady: Outlet['isReady']): Outlet {
  let actions: (() => void)[] = [];
  // One listener for any number of calls: Node takes many for a leak.
  const drained = (): void => {
    stream.off('drain', drained).off('close', drained);
    const due = actions;
    actions = [];
    for (const act of due) act();
  };
  return {
    send,
    isReady,
    whenReady(action) {
      if (actions.push(action) === 1) stream.on('drain', drained).on('close', drained);
    },
  };
}
