/** The handlers under way, by the names of their tools: where one of them ends the process, the log says which it may have been. */

/** Counts, since a map of calls would make the memory for each again. */
export interface RunningHandlers {
  readonly enter: (tool: string) => void;
  readonly leave: (tool: string) => void;
  readonly names: () => readonly string[];
}

export function runningHandlers(): RunningHandlers {
  const counts = new Map<string, number>();
  const add = (tool: string, more: number): void => void counts.set(tool, (counts.get(tool) ?? 0) + more);
  return {
    enter: (tool) => add(tool, 1),
    leave: (tool) => add(tool, -1),
    names: () => [...counts].filter(([, count]) => count > 0).map(([tool]) => tool),
  };
}
