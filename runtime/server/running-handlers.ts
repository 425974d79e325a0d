/** The handlers under way, by the names of their tools: where one of them ends the process, the log says which it may have been. */

/** The calls of one tool that are under way: counted, since a list of them would make the memory for each again. */
export interface RunningCount {
  count: number;
}

export interface RunningHandlers {
  readonly of: (tool: string) => RunningCount;
  readonly names: () => readonly string[];
}

export function runningHandlers(): RunningHandlers {
  const counts: { readonly tool: string; count: number }[] = [];
  return {
    of(tool) {
      const own = { tool, count: 0 };
      counts.push(own);
      return own;
    },
    names: () => [...new Set(counts.flatMap(({ tool, count }) => (count > 0 ? tool : [])))],
  };
}
