/** What a program shows of an outcome: the data, texts in its blocks, and the bytes that go into a file. */
import { isObject } from '../language/json.ts';
import type { Block, Outcome } from '../in-process/shapes.ts';
import { cleanJson, cleanLine, cleanText } from './clean.ts';
import { showData } from './show.ts';

type Success = Extract<Outcome, { success: true }>;

export interface ShownResult {
  readonly text: string;
  /** What is not in the text, for standard error. */
  readonly notes: readonly string[];
  readonly files: readonly BinaryBlock[];
}

interface BinaryBlock {
  readonly type: string;
  readonly mimeType: string;
  readonly base64: string;
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
      ({ type, mimeType, base64 }) =>
        `Not shown: ${cleanLine(type)} (${cleanLine(mimeType)}, ${bytesOf(base64)} bytes). Save it with --out FILE.`,
    ),
  ];
  return { text: parts.join('\n'), notes, files };
}

function bytesOf(base64: string): number {
  return Math.floor((base64.replace(/={0,2}$/, '').length * 3) / 4);
}

/** Also of a resource in a block. */
function memberOf({ resource, ...block }: Block, name: string): unknown {
  return (isObject(resource) ? resource : block)[name];
}

function binaryOf(block: Block): BinaryBlock[] {
  const base64 = memberOf(block, 'blob') ?? block['data'];
  const { type } = block;
  return typeof base64 === 'string'
    ? [{ type, mimeType: String(memberOf(block, 'mimeType') ?? 'unknown type'), base64 }]
    : [];
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
