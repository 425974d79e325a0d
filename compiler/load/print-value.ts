/** Values as YAML an author would type: a short map or list on one line, a longer one in block style. */
import { Document, parse } from 'yaml';
import type { Scalar } from 'yaml';
import { isMapValue } from './value.ts';

/** Columns; a collection that ends behind them is printed over several lines. */
export const WIDTH = 130;

/** On one line, at a place outside of flow collections. */
export function flowText(value: unknown): string {
  return inner(value, false);
}

function inner(value: unknown, inFlow: boolean): string {
  if (Array.isArray(value)) return `[${value.map((item: unknown) => inner(item, true)).join(', ')}]`;
  if (!isMapValue(value)) return typeof value === 'string' ? quotedAs(undefined, value, inFlow) : plainText(value);
  const pairs = Object.entries(value).map(([key, item]) => `${quotedAs(undefined, key, true)}: ${inner(item, true)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** A scalar as YAML prints it. */
function plainText(value: unknown): string {
  return new Document(value, { version: '1.2' }).toString({ lineWidth: 0 }).trim();
}

/** In the quotes that stand there; a plain text gets some only where it needs them. */
export function quotedAs(type: Scalar['type'] | undefined, value: string, inFlow: boolean): string {
  if (type === undefined && PLAIN.test(value) && !WORDS.test(value)) return value;
  const breaks = /[^\P{Cc}]|[\u2028\u2029\ufeff]/u.test(value);
  if (type === 'QUOTE_SINGLE' && !breaks) return `'${value.replaceAll("'", "''")}'`;
  const plain = breaks ? '' : plainText(value);
  // A document of its own prints some texts, such as `---`, as a block.
  const isBlock = /^[|>]/.test(plain);
  const needsQuotes = breaks || isBlock || (inFlow && /[,[\]{}]/.test(value) && !/^["']/.test(plain));
  return type === 'QUOTE_DOUBLE' || needsQuotes ? escaped(value) : plain;
}

/** Most texts: quick to see, where a YAML library takes a hundred times as long. */
const PLAIN = /^[A-Za-z][\w./()-]*(?: [\w./()-]+)*$/;
/** Texts that a reader would take for another type (YAML 1.2.2 §10.3, and 1.1 as some tools still read it). */
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** In double quotes; a line separator or a byte order mark as it is would be read as one. */
function escaped(value: string): string {
  return JSON.stringify(value).replace(/[\u2028\u2029\ufeff]/g, (mark) => {
    return `\\u${mark.charCodeAt(0).toString(16)}`;
  });
}

/** The pair `key: value`, whose key is at this column; lines behind the first are indented. */
export function pairText(key: string, value: unknown, column: number): string {
  const name = quotedAs(undefined, key, false);
  const line = `${name}: ${flowText(value)}`;
  const block = isBlockText(value) ? blockPair(key, value) : undefined;
  if (block !== undefined) return indented(block, column);
  if (column + line.length <= WIDTH || !isLarge(value)) return line;
  return `${name}:\n${' '.repeat(column + 2)}${blockText(value, column + 2)}`;
}

/** A map or list in block style, its first entry at this column. */
export function blockText(value: unknown, column: number): string {
  const gap = `\n${' '.repeat(column)}`;
  if (Array.isArray(value)) return value.map((item: unknown) => `- ${itemText(item, column + 2)}`).join(gap);
  if (!isMapValue(value) || Object.keys(value).length === 0) return flowText(value);
  return Object.entries(value)
    .map(([key, item]) => pairText(key, item, column))
    .join(gap);
}

function itemText(value: unknown, column: number): string {
  const line = flowText(value);
  return column + line.length <= WIDTH || !isLarge(value) ? line : blockText(value, column);
}

function isLarge(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : isMapValue(value) && Object.keys(value).length > 0;
}

/** A text of several lines, which block style shows as it is. */
function isBlockText(value: unknown): boolean {
  return typeof value === 'string' && /\S\n/.test(value);
}

/** Undefined where the text would be another one when it is read: line breaks at its end, and blanks before some of them. */
function blockPair(key: string, value: unknown): string | undefined {
  const pair = new Document({ [key]: value }).toString({ lineWidth: 0 }).trimEnd();
  const read: unknown = parse(`${pair}\n`);
  return isMapValue(read) && read[key] === value ? pair : undefined;
}

function indented(text: string, column: number): string {
  return text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(column)}`);
}
