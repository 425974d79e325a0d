/** The place of an edit: a path into a document → the nodes of `yaml` on the way, and the text around them. */
import { type Node, type Pair, isCollection, isMap, isNode, isPair, isSeq } from 'yaml';
import type { TextEdit } from '../../base/diagnostic.ts';
import type { NodePath } from './spec.ts';
import { keyOf } from './value.ts';

/** One place of a document: a pair of a map, or an item of a list, which has no key. */
interface FoundNode {
  readonly key: Node | undefined;
  readonly value: Node | undefined;
}

export interface NodePlace {
  readonly entry: FoundNode;
  readonly parent: Node | undefined;
  /** The values on the way, the last one included. */
  readonly ancestors: readonly (Node | undefined)[];
}

/** The node at exactly this path; nothing when the path leads past the end, or through an alias. */
export function findNode(root: Node, path: NodePath): NodePlace | undefined {
  let entry: FoundNode = { key: undefined, value: root };
  const ancestors: (Node | undefined)[] = [root];
  for (const step of path) {
    const next = child(entry.value, step);
    if (!next) return undefined;
    entry = next;
    ancestors.push(entry.value);
  }
  return { entry, parent: ancestors.at(-2), ancestors };
}

function child(node: Node | undefined, step: string | number): FoundNode | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(step)];
    return isNode(item) ? { key: undefined, value: item } : undefined;
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.findLast((one: Pair) => keyOf(one) === String(step));
  return pair && { key: nodeOrNothing(pair.key), value: nodeOrNothing(pair.value) };
}

function nodeOrNothing(value: unknown): Node | undefined {
  return isNode(value) ? value : undefined;
}

/** The context of an edit in the text. */
export interface EditPlace {
  readonly file: string;
  readonly text: string;
  /** The node at the edit's path. */
  readonly entry: FoundNode;
  /** The collection that holds it. */
  readonly parent: Node | undefined;
}

/** New lines end as those of the text around them. */
export function withLineEnds(added: string, text: string): string {
  return text.includes('\r\n') ? added.replace(/\r?\n/g, '\r\n') : added;
}

/** Offsets of an item of a collection: a pair, or an entry of a list. */
export interface Item {
  readonly start: number;
  readonly end: number;
}

export function itemRange(item: unknown): Item | undefined {
  const first = isPair(item) ? rangeOf(item.key) : rangeOf(item);
  const last = isPair(item) ? (rangeOf(item.value) ?? first) : first;
  return first && last && { start: first[0], end: Math.max(last[1], first[1]) };
}

function rangeOf(node: unknown): readonly [number, number] | undefined {
  const range = isNode(node) ? node.range : undefined;
  return range ? [range[0], range[1]] : undefined;
}

/** Where a line starts, by any offset in it. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Removal of a pair or an item, with the comma or the line that would be left over. */
export function removalEdit({ file, text, entry, parent }: EditPlace): TextEdit | undefined {
  if (!isCollection(parent)) return undefined;
  const items = parent.items.map(itemRange);
  const target = entry.key ?? entry.value;
  const index = items.findIndex((item) => item !== undefined && item.start === target?.range?.[0]);
  const item = items[index];
  if (!item) return undefined;
  if (parent.flow) {
    const span = flowSpan(item, items[index - 1], items[index + 1]);
    return holdsComment(text, span) ? undefined : { file, text: '', ...span };
  }
  const span = items.length > 1 ? wholeLines(text, item, isSeq(parent)) : undefined;
  return span && !holdsComment(text, span) ? { file, ...span, text: '' } : undefined;
}

/** With the comma that would be left over. */
export function flowSpan(item: Item, before: Item | undefined, after: Item | undefined): Item {
  if (after) return { start: item.start, end: after.start };
  return { start: before ? before.end : item.start, end: item.end };
}

/** Whole lines, and only when nothing else is on them. */
export function wholeLines(text: string, item: Item, inList: boolean): Item | undefined {
  const start = lineStart(text, item.start);
  const before = text.slice(start, item.start);
  if (!(inList ? /^ *- *$/ : /^ *$/).test(before)) return undefined;
  const endsLine = text[item.end - 1] === '\n';
  const lineEnd = endsLine ? item.end : text.indexOf('\n', item.end) + 1;
  return { start, end: lineEnd === 0 ? text.length : lineEnd };
}

/** What the author wrote beside the item would go with it; a # inside a text is taken for one too. */
function holdsComment(text: string, { start, end }: Item): boolean {
  return /(?:^|\s)#/m.test(text.slice(start, end));
}
