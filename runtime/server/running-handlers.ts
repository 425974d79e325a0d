/** The handlers under way, by the names of their tools: where one of them ends the process, the log says which it may have been. */

import { entryOf } from './memory.ts';

/** The calls of one tool that are under way: counted, since a list of them would make the memory for each again. */
export interface RunningCount {
  count: number;
}

export interface RunningHandlers {
  readonly of: (tool: string) => RunningCount;
  readonly names: () => readonly string[];
}

export function runningHandlers(): RunningHandlers {
  const counts = new Map<string, RunningCount>();
  return {
    of: (tool) => entryOf(counts, tool, () => ({ count: 0 })),
    names: () => [...counts].filter(([, { count }]) => count > 0).map(([tool]) => tool),
  };
}
