/** Work that stops when the command is to end: by Ctrl+C, by `kill`, or because its terminal was closed. */
import { ENDING_SIGNALS } from '@haft/runtime/language';

/** Calls `stop` at the first signal of each kind; a second one ends the process at once. The function that is returned ends the watch. */
export function onEndingSignal(stop: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of ENDING_SIGNALS) process.once(signal, stop);
  return () => ENDING_SIGNALS.forEach((signal) => process.off(signal, stop));
}
