/** The lines that `# haft-ignore` comments cover, found in one pass over a text. */
import type { SourceFile } from '../base/diagnostic.ts';
import { memoizeBy } from '../base/memo.ts';

/** Half-open, by offsets. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

interface Line extends Range {
  readonly blank: boolean;
  readonly depth: number;
}

/** The next line behind an offset that is no comment, and all lines below it that are indented deeper. */
export function nodeBelow(source: SourceFile, offset: number): Range {
  const { lines, content, ends } = layoutOf(source);
  const index = content[lastBefore(lines, offset) + 1];
  const line = index === undefined ? undefined : lines[index];
  const last = source.text.length + 1;
  return line ? { start: line.start, end: ends.get(line) ?? last } : { start: last, end: last };
}

interface Layout {
  readonly lines: readonly Line[];
  /** For each line, the index of the first one from there on that is no comment. */
  readonly content: readonly (number | undefined)[];
  /** Last line of the node that starts on a line. */
  readonly ends: ReadonlyMap<Line, number>;
}

const layoutOf = memoizeBy(({ text }: SourceFile): Layout => {
  const lines = linesOf(text);
  const content: (number | undefined)[] = [];
  const ends = new Map<Line, number>();
  // From the last line on: those that may still end a node above, the nearest at the end.
  const below: Line[] = [];
  for (const [index, line] of [...lines.entries()].toReversed()) {
    content[index] = line.blank ? content[index + 1] : index;
    if (line.blank) continue;
    while ((below.at(-1)?.depth ?? -1) > line.depth) below.pop();
    const next = below.at(-1);
    if (next) ends.set(line, next.start);
    below.push(line);
  }
  return { lines, content, ends };
});

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const from = start;
    start += line.length + 1;
    return { start: from, end: start, blank: /^\s*(?:#|$)/.test(line), depth: /^ */.exec(line)?.[0].length ?? 0 };
  });
}

/** The index of the last range that starts at or before the offset; -1 where none does. */
function lastBefore(ranges: readonly Range[], offset: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

interface Node<T> extends Range {
  readonly items: T[];
  /** Index of the smallest node that contains its start. */
  readonly parent: number;
}

/** The items whose node holds an offset: nodes hold each other or have nothing in common, so one way upwards finds them. */
export function covering<T extends { readonly covers: Range }>(items: readonly T[]): (offset: number) => readonly T[] {
  const nodes: Node<T>[] = [];
  for (const item of items.toSorted((a, b) => a.covers.start - b.covers.start || b.covers.end - a.covers.end)) {
    const { start, end } = item.covers;
    const last = nodes.at(-1);
    if (last?.start === start && last.end === end) last.items.push(item);
    else nodes.push({ start, end, items: [item], parent: upFrom(nodes, nodes.length - 1, start) });
  }
  return (offset) => {
    const found: T[] = [];
    for (
      let at = upFrom(nodes, lastBefore(nodes, offset), offset);
      at >= 0;
      at = upFrom(nodes, nodes[at]?.parent ?? -1, offset)
    )
      for (const item of nodes[at]?.items ?? []) found.push(item);
    return found;
  };
}

/** The nearest node, from one on upwards, that ends behind the offset; -1 where none does. */
function upFrom(nodes: readonly Node<unknown>[], from: number, offset: number): number {
  let at = from;
  while (at >= 0 && (nodes[at]?.end ?? 0) <= offset) at = nodes[at]?.parent ?? -1;
  return at;
}
