/** What a program shows of an outcome: the data, texts in its blocks, and the bytes that go into a file. */
import { isObject } from '../language/json.ts';
import { type Bytes, bytesIn, memberOf } from '../in-process/blocks.ts';
import type { Block, Outcome } from '../in-process/shapes.ts';
import { cleanJson, cleanLine, cleanText, cut, padText, widthOf } from './clean.ts';

type Success = Extract<Outcome, { success: true }>;

export interface ShownResult {
  readonly text: string;
  /** What is not in the text, for standard error. */
  readonly notes: readonly string[];
  readonly files: readonly BinaryBlock[];
  /** There is nothing beside the files, or there are none. */
  readonly isWhole: boolean;
}

interface BinaryBlock extends Bytes {
  readonly type: string;
}

/** `columns` of the terminal; JSON where there is none. */
export function showResult({ data, content = [] }: Success, columns: number | undefined): ShownResult {
  const files = content.flatMap(binaryOf);
  const texts = content.flatMap(textOf);
  const isEmpty = isObject(data) && Object.keys(data).length === 0;
  const rest = isEmpty ? (columns === undefined && files.length > 0 ? content.map(withoutBytes) : undefined) : data;
  const parts = [
    ...(rest === undefined && texts.length + files.length > 0
      ? []
      : [columns === undefined ? cleanJson(rest ?? data) : showData(rest ?? data, columns)]),
    ...(columns !== undefined || (isEmpty && files.length === 0) ? texts.map(cleanText) : []),
  ];
  const remaining = columns === undefined && !isEmpty ? texts.length : 0;
  const notes = [
    ...(remaining > 0 ? [`Not in the JSON: ${remaining} ${remaining === 1 ? 'text' : 'texts'} for reading.`] : []),
    ...files.map(
      ({ type, mediaType, data: base64 }) =>
        `Not shown: ${cleanLine(type)} (${cleanLine(mediaType)}, ${bytesOf(base64)} bytes). Save it with --out FILE.`,
    ),
  ];
  return { text: parts.join('\n'), notes, files, isWhole: files.length === 0 || (isEmpty && texts.length === 0) };
}

function bytesOf(base64: string): number {
  return Math.floor((base64.replace(/={0,2}$/, '').length * 3) / 4);
}

function binaryOf(block: Block): BinaryBlock[] {
  const bytes = bytesIn(block);
  return bytes ? [{ type: block.type, ...bytes }] : [];
}

function textOf(block: Block): string[] {
  const text = memberOf(block, 'text') ?? (block.type === 'resource_link' ? block['uri'] : undefined);
  return typeof text === 'string' ? [text] : [];
}

function withoutBytes({ data: _data, resource, ...block }: Block): unknown {
  if (!isObject(resource)) return block;
  const { blob: _blob, ...rest } = resource;
  return { ...block, resource: rest };
}

const GAP = '  ';

/** Narrower columns say nothing. */
const MIN_COLUMN = 6;

/** `columns` of the terminal. What does not fit is named in the last line. */
function showData(data: unknown, columns: number): string {
  if (isRows(data)) return table(data, columns);
  if (!isObject(data) || Object.keys(data).length === 0) return cleanText(factText(data));
  const entries = Object.entries(data);
  const listed = entries.find((entry): entry is [string, Rows] => isRows(entry[1]));
  const facts = entries.filter((entry) => entry !== listed);
  const width = Math.max(0, ...facts.map(([name]) => widthOf(cleanLine(name))));
  const lines = facts.map(([name, value]) => {
    const text = cleanText(factText(value));
    const inner = text.includes('\n') ? `\n  ${text.replaceAll('\n', '\n  ')}` : GAP + text;
    return padText(cleanLine(name), width) + inner;
  });
  if (listed) lines.push(...(lines.length > 0 ? [''] : []), cleanLine(listed[0]), table(listed[1], columns));
  return lines.join('\n');
}

type Rows = readonly Readonly<Record<string, unknown>>[];

function isRows(value: unknown): value is Rows {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

function factText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null))
    return value.map(factText).join(', ');
  return JSON.stringify(value) ?? '';
}

function table(rows: Rows, columns: number): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => names.map((name) => (row[name] === undefined ? '' : cleanLine(factText(row[name])))));
  const heads = names.map(cleanLine);
  const wanted = heads.map((head, at) => Math.max(widthOf(head), ...cells.map((row) => widthOf(row[at] ?? ''))));
  const count = Math.max(1, Math.min(names.length, Math.floor((columns + GAP.length) / (MIN_COLUMN + GAP.length))));
  const widths = fitWidths(wanted.slice(0, count), columns - GAP.length * (count - 1));
  const line = (row: readonly string[]): string =>
    widths
      .map((width, at) => padText(cut(row[at] ?? '', width), width))
      .join(GAP)
      .trimEnd();
  const isCut = widths.some((width, at) => width < (wanted[at] ?? 0));
  const others = names.slice(count).map(cleanLine);
  const notes = [
    ...(others.length > 0 ? [`Not shown: ${others.join(', ')}.`] : []),
    ...(isCut || others.length > 0 ? ['Cut to the width of the terminal: --json shows everything.'] : []),
  ];
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line), ...notes].join('\n');
}

/** Widths that fit: the widest columns give way first. */
function fitWidths(wanted: readonly number[], columns: number): readonly number[] {
  let limit = Math.max(...wanted);
  const sum = (): number => wanted.reduce((total, width) => total + Math.min(width, limit), 0);
  while (limit > MIN_COLUMN && sum() > columns) limit -= 1;
  return wanted.map((width) => Math.min(width, limit));
}
