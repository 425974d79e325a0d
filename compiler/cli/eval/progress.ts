/** How far a run is, on a terminal: one line that replaces itself. Nothing of it reaches a pipe. */
import type { Progress } from './ask-all.ts';

export interface ProgressLine {
  show(progress: Progress): void;
  /** Removes the line. */
  clear(): void;
}

const CLEAR = '\r\u001B[K';

export function showProgress(stream: NodeJS.WriteStream): ProgressLine {
  if (!stream.isTTY) return { show: () => undefined, clear: () => undefined };
  const start = performance.now();
  return {
    show({ done, total, sent }) {
      const perCall = (performance.now() - start) / Math.max(1, sent);
      const left = sent === 0 ? '' : `, ${leftText(perCall * (total - done))} left`;
      stream.write(`${CLEAR}${done} of ${total} questions${left}`);
    },
    clear: () => stream.write(CLEAR),
  };
}

function leftText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
