/** Values and whole documents as YAML an author would type: a short map or list on one line, a longer one in block style. */
import { isObject } from '@haft/runtime/language';
import { type Scalar, Document, parse } from 'yaml';
import { memoizeText } from '../../base/memo.ts';
import type { NodePath } from './spec.ts';
import { hasMembers } from './value.ts';

/** A comment above a key or an item of a list. */
export interface YamlComment {
  readonly path: NodePath;
  /** Without `#`; each line becomes a comment of its own. */
  readonly text: string;
}

/** Those of a node and of what is inside it; paths are below the node. */
type Notes = readonly YamlComment[];

const NONE: Notes = [];

/** A whole document with comments above its keys; ends with a line break. Notes at a path that does not exist are left out. */
export function documentText(value: unknown, notes: Notes = NONE): string {
  const placed = notes.filter(({ path }) => exists(value, path));
  return `${above(placed, 0)}${blockText(value, 0, placed)}\n`;
}

function exists(value: unknown, [step, ...rest]: NodePath): boolean {
  if (step === undefined) return true;
  return (
    typeof value === 'object' && value !== null && Object.hasOwn(value, step) && exists(Reflect.get(value, step), rest)
  );
}

/** Several documents of one file. */
export function documentsText(texts: readonly string[]): string {
  return texts.join('---\n');
}

function notesBelow(notes: Notes, key: string): Notes {
  if (notes.length === 0) return notes;
  return notes.flatMap(({ path: [first, ...path], text }) => (String(first) === key ? [{ path, text }] : []));
}

/** The comments of a node, each on its own line, and the indentation of what follows. */
function above(notes: Notes, column: number): string {
  const lines = notes.flatMap(({ path, text }) => (path.length === 0 ? text.split(/[\n\r\u0085\u2028\u2029]+/) : []));
  return lines.map((line) => `# ${printable(line)}\n${' '.repeat(column)}`).join('');
}

/** A comment may hold no control characters (YAML 1.2.2 §5.1). */
function printable(line: string): string {
  return line.replace(/[^\P{C}]/gu, ' ').trimEnd();
}

/** Columns; a collection that ends behind them is printed over several lines. */
export const WIDTH = 130;

/** On one line, at a place outside of flow collections. */
export function flowText(value: unknown): string {
  return inner(value, false);
}

function inner(value: unknown, inFlow: boolean): string {
  if (Array.isArray(value)) return `[${value.map((item: unknown) => inner(item, true)).join(', ')}]`;
  if (!isObject(value)) return typeof value === 'string' ? quotedAs(undefined, value, inFlow) : plainText(value);
  const pairs = Object.entries(value).map(([key, item]) => `${quotedAs(undefined, key, true)}: ${inner(item, true)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** A scalar as YAML prints it. */
function plainText(value: unknown): string {
  if (typeof value === 'boolean' || value === null || (Number.isSafeInteger(value) && value !== 0))
    return String(value);
  return typeof value === 'string' ? libraryText(value) : printDocument(value);
}

function printDocument(value: unknown): string {
  return new Document(value, { version: '1.2' }).toString({ lineWidth: 0 }).replace(/\n$/, '');
}

/** Many tools of a service have the same values. */
const libraryText = memoizeText(printDocument);

/** In the quotes that stand there; a plain text gets some only where it needs them. */
export function quotedAs(type: Scalar['type'] | undefined, value: string, inFlow: boolean): string {
  if (type === undefined && PLAIN.test(value) && !WORDS.test(value)) return value;
  if (BREAKS.test(value)) return escapeText(value);
  if (type === 'QUOTE_SINGLE') return `'${value.replaceAll("'", "''")}'`;
  if (type === 'QUOTE_DOUBLE') return escapeText(value);
  if (SYNTAX.test(value)) return value.includes('"') && !value.includes("'") ? `'${value}'` : escapeText(value);
  const isLetter = LETTER.test(value) && !WORDS.test(value);
  const plain = isLetter ? value : libraryText(value);
  // A document of its own prints some texts, such as `---`, as a block.
  const needsQuotes = /^[|>]/.test(plain) || (inFlow && FLOW.test(value) && !/^["']/.test(plain));
  return needsQuotes ? escapeText(value) : plain;
}

/** Control characters and what readers take for a line break. */
const BREAKS = /[^\P{Cc}]|[\u2028\u2029\ufeff]/u;
/** What a plain text must not start with, contain or end with (YAML 1.2.2 §7.3.3). */
const SYNTAX = /^[ ,[\]{}#&*!|>'"%@`]|: | #|[ :]$/;
const FLOW = /[,[\]{}]/;
/** A text that starts so is no number, date or mark. */
const LETTER = /^[A-Za-z/$(]/;
/** Most texts: quick to see, where a YAML library takes a hundred times as long. */
const PLAIN = /^[A-Za-z][\w./()-]*(?: [\w./()-]+)*$/;
/** Texts that a reader would take for another type (YAML 1.2.2 §10.3, and 1.1 as some tools still read it). */
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** In double quotes; a line separator or a byte order mark as it is would be read as one. */
function escapeText(value: string): string {
  return JSON.stringify(value).replace(/[\u2028\u2029\ufeff]/g, (mark) => {
    return `\\u${mark.charCodeAt(0).toString(16)}`;
  });
}

/** The pair `key: value`, whose key is at this column; lines behind the first are indented. `notes`: of the value. */
export function pairText(key: string, value: unknown, column: number, notes: Notes = NONE): string {
  const name = quotedAs(undefined, key, false);
  const block = isBlockText(value) ? blockPair(key, value) : undefined;
  if (block !== undefined) return indentText(block, column);
  const line = lineText(value, column + name.length + 2, notes);
  const below = (): string => `\n${' '.repeat(column + 2)}${blockText(value, column + 2, notes)}`;
  return `${name}:${line === undefined ? below() : ` ${line}`}`;
}

/** A value on one line; undefined for a collection that does not fit, or has comments inside. */
function lineText(value: unknown, column: number, notes: Notes): string | undefined {
  if (!hasMembers(value)) return flowText(value);
  if (notes.some(({ path }) => path.length > 0)) return undefined;
  // Most that do not fit are seen without being printed, or each would be once for every level that it is in.
  if (column + leastWidth(value, WIDTH) > WIDTH) return undefined;
  const line = flowText(value);
  return column + line.length <= WIDTH ? line : undefined;
}

/** The characters that a value takes on one line without any quotes; not counted further than the limit. */
function leastWidth(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let width = Array.isArray(value) ? 0 : 2;
  for (const [key, item] of Object.entries(value)) {
    if (width > limit) break;
    width += leastWidth(item, limit) + (Array.isArray(value) ? 2 : key.length + 4);
  }
  return width;
}

/** A map or list in block style, its first entry at this column. */
export function blockText(value: unknown, column: number, notes: Notes = NONE): string {
  if (!isObject(value) && !Array.isArray(value)) return flowText(value);
  const entries = Object.entries(value).map(([key, item]: [string, unknown]) => {
    const own = notesBelow(notes, key);
    const entry = Array.isArray(value) ? `- ${itemText(item, column + 2, own)}` : pairText(key, item, column, own);
    return above(own, column) + entry;
  });
  return entries.length > 0 || Array.isArray(value) ? entries.join(`\n${' '.repeat(column)}`) : flowText(value);
}

function itemText(value: unknown, column: number, notes: Notes): string {
  return lineText(value, column, notes) ?? blockText(value, column, notes);
}

/** A text of several lines, which block style shows as it is. */
function isBlockText(value: unknown): boolean {
  return typeof value === 'string' && /\S\n/.test(value);
}

/** Undefined where the text would be another one when it is read: line breaks at its end, and blanks before some of them. */
function blockPair(key: string, value: unknown): string | undefined {
  const pair = new Document({ [key]: value }).toString({ lineWidth: 0 }).trimEnd();
  const read: unknown = parse(`${pair}\n`);
  return isObject(read) && read[key] === value ? pair : undefined;
}

function indentText(text: string, column: number): string {
  return text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(column)}`);
}
