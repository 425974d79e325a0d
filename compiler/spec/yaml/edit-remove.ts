/** Removal of a pair or an item, with the comma or the line that would be left over. */
import { isCollection, isSeq } from 'yaml';
import type { TextEdit } from '../../base/diagnostic.ts';
import type { EditPlace, Item } from './edit-place.ts';
import { itemRange } from './edit-place.ts';
import { lineStart } from './line-start.ts';

export function removed({ file, text, found, parent }: EditPlace): TextEdit | undefined {
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
