/** Edits of whole blocks: an item of a list, a document of a file; new, copied or rewritten. */
import { isObject, ownMember } from '@haft/runtime/language';
import { type Node, type Pair, type YAMLMap, isAlias, isCollection, isMap, isNode, isScalar, isSeq, visit } from 'yaml';
import type { TextEdit } from '../../base/diagnostic.ts';
import { type EditPlace, type Item, findNode, flowSpan, itemRange, lineStart, wholeLines } from './edit-place.ts';
import { WIDTH, blockText, flowText, pairText } from './print-value.ts';
import type { NodePath, Rewrite } from './spec.ts';
import { applyEdits } from './apply-edits.ts';
import { hasMembers, keyOf } from './value.ts';

/** Inserts an item into a list after another one, with the same indentation. */
export function itemInserted(after: number, value: unknown, place: EditPlace): TextEdit | undefined {
  const element = itemAt(after, place);
  if (!element) return undefined;
  const column = element.prefix.length;
  return behindItem(element, '', element.isFlow ? flowText([value]).slice(1, -1) : blockText(value, column), place);
}

/** Inserts a copy of an item after it, with the suppressions above it. */
export function itemCopied(after: number, rewrite: Rewrite, place: EditPlace): TextEdit | undefined {
  const element = itemAt(after, place);
  const node = collectionIn(element?.node);
  if (!element || !node) return undefined;
  const copy = rewritten({ text: place.text, node }, contentOf(place.text, element.item), rewrite);
  if (copy === undefined) return undefined;
  return behindItem(element, element.isFlow ? '' : suppressionsAbove(place.text, element.item.start), copy, place);
}

interface FoundItem {
  readonly item: Item;
  readonly node: Node;
  readonly isFlow: boolean;
  /** The text before it on its line: the dash. */
  readonly prefix: string;
}

function itemAt(index: number, { text, entry }: EditPlace): FoundItem | undefined {
  const list = entry.value;
  if (!isSeq(list)) return undefined;
  const [node, item] = [list.items[index], itemRange(list.items[index])];
  if (!isNode(node) || !item) return undefined;
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
  const { text, entry } = place;
  const node = collectionIn(entry.value);
  const [start, end] = node?.range ?? [];
  if (!node || start === undefined || end === undefined) return undefined;
  const copy = rewritten({ text, node }, contentOf(text, { start, end }), rewrite);
  return copy === undefined ? undefined : behindDocument(suppressionsAbove(text, start) + copy, place);
}

function behindDocument(printed: string, { file, text, entry }: EditPlace): TextEdit | undefined {
  const end = entry.value?.range?.[2];
  if (end === undefined) return undefined;
  const gap = text[end - 1] === '\n' ? '' : '\n';
  return { file, start: end, end, text: `${gap}---\n${printed}\n` };
}

/** A map in its place; what aliases elsewhere repeat of it would change with it. */
export function nodeRewritten(rewrite: Rewrite, { file, text, entry }: EditPlace): TextEdit | undefined {
  const node = collectionIn(entry.value);
  const [start, end] = node?.range ?? [];
  if (!node || start === undefined || end === undefined) return undefined;
  const span = contentOf(text, { start, end });
  const copy = rewritten({ text, node }, span, rewrite, true);
  return copy === undefined ? undefined : { file, ...span, text: copy };
}

/** The author's text of a tool once more, with some of its values changed: comments, layout and quotes are those of the original. */
interface Original {
  readonly text: string;
  readonly node: Node;
}

/** The text between `span`, rewritten; undefined if a change cannot be made in it. */
function rewritten(
  original: Original,
  span: Item,
  { target, changed }: Rewrite,
  keepsAnchors = false,
): string | undefined {
  const changes = changed.map((path) => changeAt(original, path, target));
  if (changes.some((change) => change === undefined)) return undefined;
  const byPath = new Map(changes.flatMap((change) => (change ? [[JSON.stringify(change.path), change] as const] : [])));
  const own = [...byPath.values()];
  const edits = own.filter((one) => !own.some((outer) => isInside(one.path, outer.path)));
  const all = [...edits, ...(keepsAnchors ? [] : anchors(original))];
  const moved = all.map(({ start, end, text }) => ({
    file: '',
    start: start - span.start,
    end: end - span.start,
    text,
  }));
  return applyEdits(original.text.slice(span.start, span.end), moved).trimEnd();
}

type Change = Omit<TextEdit, 'file'>;

interface PlacedChange extends Change {
  readonly path: NodePath;
}

function isInside(path: NodePath, outer: NodePath): boolean {
  return outer.length < path.length && outer.every((step, index) => step === path[index]);
}

/** At the nearest node that exists, is no alias and can take it. */
function changeAt({ text, node }: Original, path: NodePath, target: unknown): PlacedChange | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const [at, last] = [path.slice(0, length), path[length - 1]];
    const [value, place] = [valueIn(target, at), findNode(node, at)];
    const parent = findNode(node, at.slice(0, -1))?.entry.value;
    if (place) {
      const edit =
        value === undefined ? removeItem(text, parent, last) : replaceNode(text, place.entry.value, parent, value);
      if (edit) return { ...edit, path: at };
    } else if (isMap(parent) && value !== undefined) {
      const edit = insertKey(text, parent, String(last), value, valueIn(target, at.slice(0, -1)));
      if (edit) return { ...edit, path: at };
    }
  }
  return undefined;
}

function valueIn(value: unknown, path: NodePath): unknown {
  return path.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return inner[Number(step)];
    return isObject(inner) ? ownMember(inner, String(step)) : undefined;
  }, value);
}

function replaceNode(
  text: string,
  node: Node | undefined,
  parent: Node | undefined,
  value: unknown,
): Change | undefined {
  const [start, end] = node?.range ?? [];
  if (start === undefined || end === undefined) return undefined;
  const isBlock = isCollection(node) ? !node.flow : isScalar(node) && node.type?.startsWith('BLOCK') === true;
  if (!isBlock && !isWide(parent, value)) return { start, end, text: inFlowOf(parent, value) };
  const column = lineStart(text, start);
  if (isScalar(node) && isWide(parent, value)) {
    // The map is printed below its key.
    const indent = /^ */.exec(text.slice(column))?.[0].length ?? 0;
    const before = text.slice(0, start).trimEnd().length;
    const behind = start + text.slice(start, end).trimEnd().length;
    return { start: before, end: behind, text: `\n${' '.repeat(indent + 2)}${blockText(value, indent + 2)}` };
  }
  const last = start + text.slice(start, end).trimEnd().length;
  const fits = isCollection(node) && hasMembers(value);
  return { start, end: last, text: fits ? blockText(value, start - column) : flowText(value) };
}

/** A map that is too long for one line. */
function isWide(parent: Node | undefined, value: unknown): boolean {
  const isFlow = isCollection(parent) && parent.flow === true;
  return !isFlow && isMap(parent) && isObject(value) && flowText(value).length > WIDTH;
}

/** Inside `{}` and `[]` a comma would end a plain text. */
function inFlowOf(parent: Node | undefined, value: unknown): string {
  return isCollection(parent) && parent.flow ? flowText([value]).slice(1, -1) : flowText(value);
}

function removeItem(text: string, parent: Node | undefined, step: string | number | undefined): Change | undefined {
  if (!isMap(parent) || parent.items.length < 2) return undefined;
  const items = parent.items.map(itemRange);
  const index = parent.items.findIndex((pair: Pair) => keyOf(pair) === String(step));
  const item = items[index];
  if (!item) return undefined;
  if (parent.flow) return { ...flowSpan(item, items[index - 1], items[index + 1]), text: '' };
  const span = wholeLines(text, item, false);
  return span && { ...span, text: '' };
}

/** Inserts a key after the one that it follows in the target. */
function insertKey(text: string, map: YAMLMap, key: string, value: unknown, owner: unknown): Change | undefined {
  const order = isObject(owner) ? Object.keys(owner) : [];
  const before = order.slice(0, Math.max(order.indexOf(key), 0));
  const present = map.items.map((pair: Pair) => keyOf(pair));
  const index = before.includes(key) ? -1 : Math.max(-1, ...before.map((name) => present.indexOf(name)));
  const previous = itemRange(map.items[index]);
  const next = itemRange(map.items[0]);
  if (map.flow) {
    const pair = flowText({ [key]: value }).slice(2, -2);
    if (previous) return { start: previous.end, end: previous.end, text: `, ${pair}` };
    return next && { start: next.start, end: next.start, text: `${pair}, ` };
  }
  const place = previous ?? next;
  const first = next?.start ?? 0;
  const column = first - lineStart(text, first);
  if (!place) return undefined;
  const pair = pairText(key, value, column);
  if (!previous) return { start: place.start, end: place.start, text: `${pair}\n${' '.repeat(column)}` };
  const end = place.start + text.slice(place.start, place.end).trimEnd().length;
  const line = text.indexOf('\n', end);
  const at = line === -1 ? text.length : text[line - 1] === '\r' ? line - 1 : line;
  return { start: at, end: at, text: `\n${' '.repeat(column)}${pair}` };
}

/** Anchors stay with the original: a second one of the same name would change what aliases below stand for. */
function anchors({ text, node }: Original): Change[] {
  const changes: Change[] = [];
  visit(node, {
    Node(_key, one) {
      const name = isAlias(one) ? undefined : one.anchor;
      const start = name === undefined ? -1 : text.lastIndexOf(`&${name}`, one.range?.[0] ?? 0);
      if (start < 0 || name === undefined) return;
      const end = start + name.length + 1;
      changes.push({ start, end: text[end] === ' ' ? end + 1 : end, text: '' });
    },
  });
  return changes;
}

function collectionIn(node: Node | undefined): Node | undefined {
  return isMap(node) || isSeq(node) ? node : undefined;
}
