/** Edits of a spec that leave every other byte alone: comments, anchors, quoting and layout survive. */
import { type Node, type Pair, type YAMLMap, isCollection, isMap, isScalar } from 'yaml';
import type { TextEdit } from '../../base/diagnostic.ts';
import { documentCopied, documentInserted, itemCopied, itemInserted, nodeRewritten } from './edit-block.ts';
import { type EditPlace, itemRange, lineStart, removalEdit } from './edit-place.ts';
import { flowText, quotedAs } from './print-value.ts';
import type { SpecEdit } from './spec.ts';

/** Undefined where the edit cannot be made safely, so that the author must make it. */
export function textEdit(edit: SpecEdit, place: EditPlace): TextEdit | undefined {
  switch (edit.kind) {
    case 'replace':
      return replaceValue(edit.value, place);
    case 'rename-key':
      return keyRenamed(edit.key, place);
    case 'quote-commas':
      return commasQuoted(place);
    case 'remove':
      return removalEdit(place);
    case 'insert-item':
      return itemInserted(edit.after, edit.value, place);
    case 'insert-document':
      return documentInserted(edit.value, place);
    case 'copy-item':
      return itemCopied(edit.after, edit, place);
    case 'copy-document':
      return documentCopied(edit, place);
    case 'rewrite':
      return nodeRewritten(edit, place);
    case 'insert':
      return insertMember(edit.key, edit.value, place);
  }
}

/** Only for the first empty key, so that one text gets one edit; undefined where the author wrote a colon or a line break. */
function commasQuoted({ file, text, entry, parent }: EditPlace): TextEdit | undefined {
  if (!isMap(parent) || !parent.flow) return undefined;
  const at = parent.items.findIndex(({ key }) => key === entry.key);
  const before = parent.items[at - 1]?.value;
  if (at < 1 || !isScalar(before) || before.type !== 'PLAIN' || isEmpty(before)) return undefined;
  const next = parent.items.findIndex(({ value }, index) => index > at && !isEmpty(value));
  const last = parent.items[(next < 0 ? parent.items.length : next) - 1];
  const [start, end] = [before.range?.[0], isScalar(last?.key) ? last.key.range?.[1] : undefined];
  if (start === undefined || end === undefined) return undefined;
  const whole = text.slice(start, end);
  if (/[\r\n]|:(?:[\s,]|$)/.test(`${whole}${text[end] === ':' ? ':' : ''}`)) return undefined;
  return { file, start, end, text: quotedAs('QUOTE_DOUBLE', whole, true) };
}

function isEmpty(value: unknown): boolean {
  return value === null || (isScalar(value) && value.value === null && value.source === '');
}

function replaceValue(value: unknown, { file, text, entry, parent }: EditPlace): TextEdit | undefined {
  const { value: node } = entry;
  const [start, end] = node?.range ?? [];
  if (!isScalar(node) || start === undefined || end === undefined || node.type?.startsWith('BLOCK')) return undefined;
  // Over several lines, a comment or a fold would be lost.
  if (text.slice(start, end).includes('\n')) return undefined;
  return {
    file,
    start,
    end,
    text: typeof value === 'string' ? quotedAs(node.type, value, isFlow(parent)) : flowText(value),
  };
}

function isFlow(node: Node | undefined): boolean {
  return isCollection(node) && node.flow === true;
}

function keyRenamed(key: string, { file, entry, parent }: EditPlace): TextEdit | undefined {
  const [start, end] = entry.key?.range ?? [];
  if (!isScalar(entry.key) || start === undefined || end === undefined) return undefined;
  return { file, start, end, text: quotedAs(entry.key.type, key, isFlow(parent)) };
}

function insertMember(key: string, value: unknown, { file, text, entry }: EditPlace): TextEdit | undefined {
  const map = entry.value;
  if (!isMap(map) || map.has(key)) return undefined;
  const last = map.items.at(-1);
  const inFlow = map.flow === true;
  const pair = `${quotedAs(undefined, key, inFlow)}: ${typeof value === 'string' ? quotedAs(undefined, value, inFlow) : flowText(value)}`;
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
  const before = text.slice(lineStart(text, first), first);
  if (!/^[ -]*$/.test(before)) return undefined;
  const line = ' '.repeat(before.length) + pair;
  const newLine = text.includes('\r\n') ? '\r\n' : '\n';
  if (text[end - 1] === '\n') return { file, start: end, end, text: line + newLine };
  const rest = /[^\r\n]*/y;
  rest.lastIndex = end;
  const at = end + (rest.exec(text)?.[0].length ?? 0);
  return { file, start: at, end: at, text: newLine + line };
}
