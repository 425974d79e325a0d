/** Tools in groups by what they are about: the first word of the name behind its verb. */

interface ToolGroup<Tool> {
  /** The shortest that the names have: of a word and its plural the word. */
  readonly word: string;
  readonly tools: readonly Tool[];
}

/** The largest first. */
export function toolGroups<Tool extends { readonly name: string }>(all: readonly Tool[]): readonly ToolGroup<Tool>[] {
  const groups = new Map<string, ToolGroup<Tool>>();
  for (const tool of all) {
    const own = subjectOf(tool.name);
    const { word = own, tools = [] } = groups.get(groupKey(own)) ?? {};
    groups.set(groupKey(own), { word: own.length < word.length ? own : word, tools: [...tools, tool] });
  }
  return [...groups.values()].sort((left, right) => right.tools.length - left.tools.length);
}

function subjectOf(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return words[1] ?? words[0] ?? name;
}

/** The same for a word and its plural. */
export function groupKey(word: string): string {
  return word
    .replace(/([^su])s$/, '$1')
    .replace(/e$/, '')
    .replace(/y$/, 'i');
}
