/** One text after another of the same file: tools that say what they said before are the same objects (ADR 9). */
import type { SourceFile } from '../diagnostic.ts';
import { isEqual } from '../equal.ts';

const earlier = new WeakMap<SourceFile, SourceFile>();

/** Says that a text came after another one of its file. */
export function comesAfter(source: SourceFile, before: SourceFile): void {
  earlier.set(source, before);
}

/** Asked once, so that no history is kept. */
export function takeEarlier(source: SourceFile): SourceFile | undefined {
  const before = earlier.get(source);
  earlier.delete(source);
  return before;
}

/** `now`: just read, and nobody else's yet. */
export function keepTools(now: unknown, before: unknown): unknown {
  const [tools, old] = [toolsOf(now), toolsOf(before)];
  if (!tools || !old) return isEqual(now, before) ? before : now;
  // From both ends, so that none of them is taken twice.
  const most = Math.min(tools.length, old.length);
  let start = 0;
  for (; start < most && isEqual(tools[start], old[start]); start += 1) tools[start] = old[start];
  for (let end = 1; end <= most - start && isEqual(tools.at(-end), old.at(-end)); end += 1)
    tools[tools.length - end] = old.at(-end);
  return now;
}

function toolsOf(document: unknown): unknown[] | undefined {
  const tools: unknown = typeof document === 'object' && document !== null && Reflect.get(document, 'tools');
  return Array.isArray(tools) ? tools : undefined;
}
