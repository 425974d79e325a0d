/** Edits of a spec that change no other byte: comments, anchors, quoting and layout are preserved. */
import { Document, isCollection, isMap, isScalar, isSeq } from 'yaml';
import type { Node, Pair, Scalar, YAMLMap } from 'yaml';
import type { TextEdit } from '../diagnostic.ts';
import { documentInserted, itemInserted } from './edit-block.ts';
import type { EditPlace, Item } from './edit-place.ts';
import { itemRange } from './edit-place.ts';
import type { SpecEdit } from './spec.ts';
import { isMapValue } from './value.ts';

/** Undefined where the edit cannot be made safely, so that the author must make it. */
export function textEdit(edit: SpecEdit, place: EditPlace): TextEdit | undefined {
  switch (edit.kind) {
    case 'replace':
      return replaced(edit.value, place);
    case 'rename-key':
      return keyRenamed(edit.key, place);
    case 'remove':
      return removed(place);
    case 'insert-item':
      return itemInserted(edit.after, edit.value, place);
    case 'insert-document':
      return documentInserted(edit.value, place);
    case 'insert':
      return inserted(edit.key, edit.value, place);
  }
}

function replaced(value: unknown, { file, text, found, parent }: EditPlace): TextEdit | undefined {
  const { value: node } = found;
  const [start, end] = node?.range ?? [];
  if (!isScalar(node) || start === undefined || end === undefined || node.type?.startsWith('BLOCK')) return undefined;
  // Over several lines, a comment or a fold would be lost.
  if (text.slice(start, end).includes('\n')) return undefined;
  return {
    file,
    start,
    end,
    text: typeof value === 'string' ? quotedAs(node.type, value, isFlow(parent)) : print(value),
  };
}

/** With the existing quotes; a plain text gets some only where it needs them. */
function quotedAs(type: Scalar['type'], value: string, inFlow: boolean): string {
  const plain = print(value);
  const breaks = /[^\P{Cc}]/u.test(value);
  if (type === 'QUOTE_SINGLE' && !breaks) return `'${value.replaceAll("'", "''")}'`;
  const needsQuotes = breaks || (inFlow && /[,[\]{}]/.test(value) && !/^["']/.test(plain));
  return type === 'QUOTE_DOUBLE' || needsQuotes ? JSON.stringify(value) : plain;
}

function isFlow(node: Node | undefined): boolean {
  return isCollection(node) && node.flow === true;
}

function keyRenamed(key: string, { file, found, parent }: EditPlace): TextEdit | undefined {
  const [start, end] = found.key?.range ?? [];
  if (!isScalar(found.key) || start === undefined || end === undefined) return undefined;
  return { file, start, end, text: quotedAs(found.key.type, key, isFlow(parent)) };
}

/** A value on one line, as an author would type it. */
function print(value: unknown): string {
  return new Document(value, { version: '1.2' })
    .toString({ collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: isMapValue(value) })
    .trim();
}

function removed({ file, text, found, parent }: EditPlace): TextEdit | undefined {
  if (!isCollection(parent)) return undefined;
  const items = parent.items.map(itemRange);
  const target = found.key ?? found.value;
  const index = items.findIndex((item) => item !== undefined && item.start === target?.range?.[0]);
  const item = items[index];
  if (!item) return undefined;
  if (parent.flow) {
    const span = flowSpan(item, items[index - 1], items[index + 1]);
    return holdsComment(text, span) ? undefined : { file, text: '', ...span };
  }
  return items.length > 1 ? blockLines(file, text, item, isSeq(parent)) : undefined;
}

/** With the comma that would be left over. */
function flowSpan(item: Item, before: Item | undefined, after: Item | undefined): Item {
  if (after) return { start: item.start, end: after.start };
  return { start: before ? before.end : item.start, end: item.end };
}

/** Whole lines, and only when nothing else is on them. */
function blockLines(file: string, text: string, item: Item, inList: boolean): TextEdit | undefined {
  const lineStart = text.lastIndexOf('\n', item.start - 1) + 1;
  const before = text.slice(lineStart, item.start);
  if (!(inList ? /^ *- *$/ : /^ *$/).test(before)) return undefined;
  const endsLine = text[item.end - 1] === '\n';
  const lineEnd = endsLine ? item.end : text.indexOf('\n', item.end) + 1;
  const span = { start: lineStart, end: lineEnd === 0 ? text.length : lineEnd };
  return holdsComment(text, span) ? undefined : { file, ...span, text: '' };
}

/** A comment next to the item would be deleted with it; a # inside a text counts as one too. */
function holdsComment(text: string, { start, end }: Item): boolean {
  return /(?:^|\s)#/m.test(text.slice(start, end));
}

function inserted(key: string, value: unknown, { file, text, found }: EditPlace): TextEdit | undefined {
  const map = found.value;
  if (!isMap(map)) return undefined;
  const last = map.items.at(-1);
  const inFlow = map.flow === true;
  const pair = `${quotedAs(undefined, key, inFlow)}: ${typeof value === 'string' ? quotedAs(undefined, value, inFlow) : print(value)}`;
  if (inFlow) return intoFlow(file, map, last, pair);
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
  const before = text.slice(text.lastIndexOf('\n', first - 1) + 1, first);
  if (!/^[ -]*$/.test(before)) return undefined;
  const line = ' '.repeat(before.length) + pair;
  const newLine = text.includes('\r\n') ? '\r\n' : '\n';
  if (text[end - 1] === '\n') return { file, start: end, end, text: line + newLine };
  const rest = /[^\r\n]*/y;
  rest.lastIndex = end;
  const at = end + (rest.exec(text)?.[0].length ?? 0);
  return { file, start: at, end: at, text: newLine + line };
}
