/** Edits of whole blocks: an item of a list, a document of a file; new, copied or rewritten. */
import { isSeq } from 'yaml';
import type { Node } from 'yaml';
import type { TextEdit } from '../../base/diagnostic.ts';
import { nodeAt, rewritten } from './copy.ts';
import type { EditPlace, Item } from './edit-place.ts';
import { itemRange } from './edit-place.ts';
import { blockText, flowText } from './print-value.ts';
import type { Rewrite } from './spec.ts';
import { lineStart } from './line-start.ts';

/** Inserts an item into a list after another one, with the same indentation. */
export function itemInserted(after: number, value: unknown, place: EditPlace): TextEdit | undefined {
  const found = itemAt(after, place);
  if (!found) return undefined;
  const column = found.prefix.length;
  return behindItem(found, '', found.isFlow ? flowText([value]).slice(1, -1) : blockText(value, column), place);
}

/** Inserts a copy of an item after it, with the suppressions above it. */
export function itemCopied(after: number, rewrite: Rewrite, place: EditPlace): TextEdit | undefined {
  const found = itemAt(after, place);
  const node = found && nodeAt(found.node, []);
  if (!found || !node) return undefined;
  const copy = rewritten({ text: place.text, node }, contentOf(place.text, found.item), rewrite);
  if (copy === undefined) return undefined;
  return behindItem(found, found.isFlow ? '' : suppressionsAbove(place.text, found.item.start), copy, place);
}

interface FoundItem {
  readonly item: Item;
  readonly node: Node;
  readonly isFlow: boolean;
  /** The text before it on its line: the dash. */
  readonly prefix: string;
}

function itemAt(index: number, { text, found }: EditPlace): FoundItem | undefined {
  const list = found.value;
  if (!isSeq(list)) return undefined;
  const [node, item] = [list.items[index] as Node | undefined, itemRange(list.items[index])];
  if (!node || !item) return undefined;
  if (list.flow) return { item, node, isFlow: true, prefix: '' };
  const [, prefix] = /^( *- +)(?:&\S+ +)?$/.exec(text.slice(lineStart(text, item.start), item.start)) ?? [];
  return prefix === undefined ? undefined : { item, node, isFlow: false, prefix };
}

function behindItem(
  { item, isFlow, prefix }: FoundItem,
  above: string,
  printed: string,
  { file, text }: EditPlace,
): TextEdit {
  if (isFlow) return { file, start: item.end, end: item.end, text: `, ${printed}` };
  const at = text[item.end - 1] === '\n' ? item.end : endOfLine(text, item.end);
  const block = `${gapAbove(text, item.start)}${above}${prefix}${printed}`;
  return { file, start: at, end: at, text: text[at - 1] === '\n' ? `${block}\n` : `\n${block}` };
}

/** An empty line where one is above the item and its comments; the first item of a list has none above it. */
function gapAbove(text: string, offset: number): string {
  const lines = text.slice(0, lineStart(text, offset)).split('\n').slice(0, -1);
  const last = lines.findLast((line) => !/^\s*#/.test(line));
  return last?.trim() === '' ? '\n' : '';
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}

/** Without the empty lines and comments behind its last value. */
function contentOf(text: string, { start, end }: Item): Item {
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

/** The comments `# haft-ignore` on the lines right above. */
function suppressionsAbove(text: string, offset: number): string {
  const lines = text.slice(0, lineStart(text, offset)).split('\n').slice(0, -1);
  const first = lines.findLastIndex((line) => !/^\s*#/.test(line)) + 1;
  const suppressions = lines.slice(first).filter((line) => /^\s*#\s*haft-ignore\b/.test(line));
  return suppressions.map((line) => `${line.trimEnd()}\n`).join('');
}

/** At the end of its own document, between two lines `---`. */
export function documentInserted(value: unknown, place: EditPlace): TextEdit | undefined {
  return behindDocument(blockText(value, 0), place);
}

export function documentCopied(rewrite: Rewrite, place: EditPlace): TextEdit | undefined {
  const { text, found } = place;
  const node = found.value && nodeAt(found.value, []);
  const [start, end] = node?.range ?? [];
  if (!node || start === undefined || end === undefined) return undefined;
  const copy = rewritten({ text, node }, contentOf(text, { start, end }), rewrite);
  return copy === undefined ? undefined : behindDocument(suppressionsAbove(text, start) + copy, place);
}

function behindDocument(printed: string, { file, text, found }: EditPlace): TextEdit | undefined {
  const end = found.value?.range?.[2];
  if (end === undefined) return undefined;
  const gap = text[end - 1] === '\n' ? '' : '\n';
  return { file, start: end, end, text: `${gap}---\n${printed}\n` };
}

/** A map in its place; what aliases elsewhere repeat of it would change with it. */
export function nodeRewritten(rewrite: Rewrite, { file, text, found }: EditPlace): TextEdit | undefined {
  const node = found.value && nodeAt(found.value, []);
  const [start, end] = node?.range ?? [];
  if (!node || start === undefined || end === undefined) return undefined;
  const span = contentOf(text, { start, end });
  const copy = rewritten({ text, node }, span, rewrite, true);
  return copy === undefined ? undefined : { file, ...span, text: copy };
}
