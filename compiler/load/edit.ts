/** Edits of a spec that leave every other byte alone: comments, anchors, quoting and layout survive. */
import { Document, isCollection, isMap, isPair, isScalar, isSeq } from 'yaml';
import type { Node, Pair, YAMLMap } from 'yaml';
import type { TextEdit } from '../diagnostic.ts';
import type { FoundNode } from './locate.ts';
import type { SpecEdit } from './spec.ts';

/** Everything that an edit has to know about the place where it happens. */
export interface EditPlace {
  readonly file: string;
  readonly text: string;
  /** The node at the edit's path. */
  readonly found: FoundNode;
  /** The collection that holds it. */
  readonly parent: Node | undefined;
}

/** Nothing where the edit cannot be made safely: the author does it by hand then. */
export function textEdit(edit: SpecEdit, place: EditPlace): TextEdit | undefined {
  switch (edit.kind) {
    case 'replace':
      return replaced(edit.value, place);
    case 'rename-key':
      return keyRenamed(edit.key, place);
    case 'remove':
      return removed(place);
    case 'insert':
      return inserted(edit.key, edit.value, place);
  }
}

function replaced(value: unknown, { file, found }: EditPlace): TextEdit | undefined {
  const { value: node } = found;
  const [start, end] = node?.range ?? [];
  if (!isScalar(node) || start === undefined || end === undefined || node.type?.startsWith('BLOCK')) return undefined;
  const quoted = node.type === 'QUOTE_DOUBLE' && typeof value === 'string';
  return { file, start, end, text: quoted ? JSON.stringify(value) : print(value) };
}

function keyRenamed(key: string, { file, found }: EditPlace): TextEdit | undefined {
  const [start, end] = found.key?.range ?? [];
  return start === undefined || end === undefined ? undefined : { file, start, end, text: print(key) };
}

/** A value on one line, as an author would type it. */
export function print(value: unknown): string {
  return new Document(value, { version: '1.2' })
    .toString({ collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: isMapValue(value) })
    .trim();
}

function isMapValue(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Item {
  readonly start: number;
  readonly end: number;
}

function removed({ file, text, found, parent }: EditPlace): TextEdit | undefined {
  if (!isCollection(parent)) return undefined;
  const items = parent.items.map(itemRange);
  const target = found.key ?? found.value;
  const index = items.findIndex((item) => item !== undefined && item.start === target?.range?.[0]);
  const item = items[index];
  if (!item) return undefined;
  if (parent.flow) return { file, text: '', ...flowSpan(item, items[index - 1], items[index + 1]) };
  return items.length > 1 ? blockLines(file, text, item, isSeq(parent)) : undefined;
}

function itemRange(item: unknown): Item | undefined {
  const first = isPair(item) ? rangeOf(item.key) : rangeOf(item);
  const last = isPair(item) ? (rangeOf(item.value) ?? first) : first;
  return first && last && { start: first[0], end: Math.max(last[1], first[1]) };
}

function rangeOf(node: unknown): readonly [number, number] | undefined {
  const range = (node as Node | null)?.range;
  return range ? [range[0], range[1]] : undefined;
}

/** With the comma that would be left over. */
function flowSpan(item: Item, before: Item | undefined, after: Item | undefined): Item {
  if (after) return { start: item.start, end: after.start };
  return { start: before ? before.end : item.start, end: item.end };
}

/** Whole lines, and only when nothing else stands on them. */
function blockLines(file: string, text: string, item: Item, inList: boolean): TextEdit | undefined {
  const lineStart = text.lastIndexOf('\n', item.start - 1) + 1;
  const before = text.slice(lineStart, item.start);
  if (!(inList ? /^ *- *$/ : /^ *$/).test(before)) return undefined;
  const endsLine = text[item.end - 1] === '\n';
  const lineEnd = endsLine ? item.end : text.indexOf('\n', item.end) + 1;
  return { file, start: lineStart, end: lineEnd === 0 ? text.length : lineEnd, text: '' };
}

function inserted(key: string, value: unknown, { file, text, found }: EditPlace): TextEdit | undefined {
  const map = found.value;
  if (!isMap(map)) return undefined;
  const last = map.items.at(-1);
  const pair = `${print(key)}: ${print(value)}`;
  if (map.flow) return intoFlow(file, map, last, pair);
  return last && intoBlock(file, text, map, last, pair);
}

function intoFlow(file: string, map: YAMLMap, last: Pair | undefined, pair: string): TextEdit | undefined {
  const end = last ? itemRange(last)?.end : (map.range?.[0] ?? 0) + 1;
  return end === undefined ? undefined : { file, start: end, end, text: last ? `, ${pair}` : ` ${pair} ` };
}

function intoBlock(file: string, text: string, map: YAMLMap, last: Pair, pair: string): TextEdit | undefined {
  const first = itemRange(map.items[0])?.start;
  const end = itemRange(last)?.end;
  if (first === undefined || end === undefined) return undefined;
  const indent = ' '.repeat(first - (text.lastIndexOf('\n', first - 1) + 1));
  if (text[end - 1] === '\n') return { file, start: end, end, text: `${indent}${pair}\n` };
  const lineEnd = text.indexOf('\n', end);
  const at = lineEnd === -1 ? text.length : lineEnd;
  return { file, start: at, end: at, text: `\n${indent}${pair}` };
}
