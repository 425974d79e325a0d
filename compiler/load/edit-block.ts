/** Inserts whole blocks: an item of a block list, a document of a file. */
import { Document, isSeq } from 'yaml';
import type { TextEdit } from '../diagnostic.ts';
import type { EditPlace } from './edit-place.ts';
import { itemRange } from './edit-place.ts';

/** Whole lines after an item of a block list, with the indentation of its siblings. */
export function itemInserted(after: number, value: unknown, { file, text, found }: EditPlace): TextEdit | undefined {
  const list = found.value;
  if (!isSeq(list) || list.flow) return undefined;
  const item = itemRange(list.items[after]);
  if (!item) return undefined;
  const lineStart = text.lastIndexOf('\n', item.start - 1) + 1;
  const dash = /^( *)- +/.exec(text.slice(lineStart, item.start));
  if (!dash) return undefined;
  const at = text[item.end - 1] === '\n' ? item.end : endOfLine(text, item.end);
  const printed = blockItem(value, dash[1] ?? '');
  return { file, start: at, end: at, text: text[at - 1] === '\n' ? printed : `\n${printed.trimEnd()}` };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}

function blockItem(value: unknown, indent: string): string {
  const lines = new Document([value], { version: '1.2' })
    .toString({ lineWidth: 0, indentSeq: false })
    .trimEnd()
    .split('\n');
  return `${lines.map((line) => (line === '' ? '' : indent + line)).join('\n')}\n`;
}

/** At the end of its document, between two lines `---`. */
export function documentInserted(value: unknown, { file, text, found }: EditPlace): TextEdit | undefined {
  const end = found.value?.range?.[2];
  if (end === undefined) return undefined;
  const printed = new Document(value, { version: '1.2' }).toString({ lineWidth: 0 });
  const gap = text[end - 1] === '\n' ? '' : '\n';
  return { file, start: end, end, text: `${gap}---\n${printed}` };
}
