/** Puts the table of an entry into TOML, and takes it out: a block at the end, with a blank line before it. */
import { TomlError, type TomlTable, parse } from 'smol-toml';
import type { EditOutcome, EntryEdit, RangeEdit } from '../editor.ts';
import { NOTHING_CREATED, applyEdits, problem, lineEndOf, lineStart, nextLine } from '../editor.ts';

const KEY = /[ \t]*(?:([\w-]+)|("(?:[^"\\\n]|\\.)*"|'[^'\n]*'))[ \t]*/y;

export function readToml(text: string): EditOutcome<TomlTable> {
  try {
    return { value: parse(text, { integersAsBigInt: 'asNeeded' }) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [first = ''] = error.message.split('\n');
    const why = first.replace(/^Invalid TOML document: /, '');
    return problem(
      offsetOf(text, error),
      `The file is not valid TOML: ${why}.`,
      'Fix the file first: the host does not read it either.',
    );
  }
}

function offsetOf(text: string, { line, column }: TomlError): number {
  let at = 0;
  for (let number = 1; number < line; number += 1) at = nextLine(text, at);
  return Math.min(at + column - 1, text.length);
}

export function putToml(text: string, path: readonly string[], value: unknown): EditOutcome<EntryEdit> {
  const blocks = blocksOf(text, path);
  if ('problem' in blocks) return blocks;
  const end = lineEndOf(text);
  const block = printTable(path, value, end);
  const [own, second] = blocks.value;
  if (own && second)
    return problem(second.start, `The table "${path.join('.')}" is in two places.`, 'Move its parts together.');
  if (own) return { value: { text: applyEdits(text, [{ ...own, text: block }]), undo: NOTHING_CREATED } };
  const isOpen = text !== '' && !text.endsWith('\n');
  const added = `${isOpen ? end : ''}${text === '' ? '' : end}${block}${isOpen ? '' : end}`;
  return { value: { text: text + added, undo: NOTHING_CREATED } };
}

export function newToml(container: readonly string[], entries: Readonly<Record<string, unknown>>): string {
  return Object.entries(entries)
    .map(([name, entry]) => `${printTable([...container, name], entry, '\n')}\n`)
    .join('\n');
}

export function dropToml(text: string, path: readonly string[]): EditOutcome<string> {
  const blocks = blocksOf(text, path);
  if ('problem' in blocks) return blocks;
  const edits = blocks.value.map((block) => removal(text, block));
  return { value: applyEdits(text, edits) };
}

/** With its last line, the blank line before it, and the line end before that where the text does not end with one. */
function removal(text: string, block: Block): RangeEdit {
  let start = lineStart(text, block.start);
  const end = nextLine(text, block.end);
  const blank = /(?<=\n|^)\r?\n$/.exec(text.slice(0, start));
  if (blank) start -= blank[0].length;
  const open = text[end - 1] === '\n' ? null : /\r?\n$/.exec(text.slice(0, start));
  if (open) start -= open[0].length;
  return { start, end, text: '' };
}

interface Block {
  readonly start: number;
  readonly end: number;
}

/** Where the tables of the entry are, parts that follow each other as one. */
function blocksOf(text: string, path: readonly string[]): EditOutcome<readonly Block[]> {
  const read = readToml(text);
  if ('problem' in read) return read;
  const statements = scanToml(text);
  const inline = statements.find((one) => one.kind === 'pair' && isInline(one, path));
  if (inline) {
    const at = statements.find(({ path: whole }) => whole === inline.path)?.start ?? inline.start;
    return problem(
      at,
      `"${inline.keys.join('.')}" is written on one line.`,
      'Write it as a table with a header, or add the entry by hand.',
    );
  }
  const array = statements.find(({ kind, path: whole }) => kind === 'array' && isPrefix(whole, path));
  if (array) return problem(array.start, `"${array.path.join('.')}" is a list of tables.`, 'Add the entry by hand.');
  return { value: blocksBelow(statements, path) };
}

/** The entry or a map around it as a value, or a part of the entry by a dotted key from outside of it. */
function isInline({ keys, path: whole }: Statement, path: readonly string[]): boolean {
  if (isPrefix(whole, path)) return true;
  return isPrefix(path, whole) && whole.length - keys.length < path.length;
}

function isPrefix(start: readonly string[], whole: readonly string[]): boolean {
  return start.length <= whole.length && start.every((key, index) => key === whole[index]);
}

function blocksBelow(statements: readonly Statement[], path: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let follows = false;
  for (const { kind, path: whole, start, end } of statements) {
    if (kind === 'pair' && !follows) continue;
    const isOwn = isPrefix(path, whole);
    const last = blocks.at(-1);
    if (isOwn && follows && last) blocks[blocks.length - 1] = { start: last.start, end };
    else if (isOwn) blocks.push({ start, end });
    follows = isOwn;
  }
  return blocks;
}

function printTable(path: readonly string[], value: unknown, lineEnd: string): string {
  const pairs = Object.entries(value ?? {}).map(([key, member]) => `${printKey(key)} = ${printValue(member)}`);
  return [`[${path.map(printKey).join('.')}]`, ...pairs].join(lineEnd);
}

function printKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : printText(key);
}

function printValue(value: unknown): string {
  if (typeof value === 'string') return printText(value);
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([key, member]) => `${printKey(key)} = ${printValue(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** A basic string; JSON escapes all that TOML wants escaped but one. */
function printText(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll('\u007f', String.raw`\u007f`);
}

/** A valid TOML text → its headers and pairs with offsets (TOML 1.0.0). */
interface Statement {
  readonly kind: 'table' | 'array' | 'pair';
  /** As written: those of a pair are below the table it is in. */
  readonly keys: readonly string[];
  /** From the root. */
  readonly path: readonly string[];
  readonly start: number;
  /** The offset after its last character; a comment after it is not included. */
  readonly end: number;
}

function scanToml(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  let table: readonly string[] = [];
  for (let at = nextToken(text, 0); at < text.length;) {
    const start = at;
    const isHeader = text[at] === '[';
    const isArray = isHeader && text[at + 1] === '[';
    const { keys, end } = readKeys(text, at + (isArray ? 2 : isHeader ? 1 : 0));
    if (isHeader) table = keys;
    const path = isHeader ? keys : [...table, ...keys];
    at = isHeader ? end + (isArray ? 2 : 1) : valueEnd(text, end + 1);
    statements.push({ kind: isArray ? 'array' : isHeader ? 'table' : 'pair', keys, path, start, end: at });
    at = nextToken(text, at);
  }
  return statements;
}

/** Over white space, line ends and comments. */
function nextToken(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (text[at] === '#') at = endOfLine(text, at);
    else if (/\s/.test(text.charAt(at))) at += 1;
    else break;
  }
  return at;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

/** Up to the `=` or `]` behind it. */
function readKeys(text: string, from: number): { readonly keys: readonly string[]; readonly end: number } {
  const keys: string[] = [];
  KEY.lastIndex = from;
  for (let match = KEY.exec(text); match; match = KEY.exec(text)) {
    const [whole, bare, quoted] = match;
    const end = match.index + whole.length;
    keys.push(bare ?? Object.keys(parse(`${quoted} = 0`))[0] ?? '');
    if (text[end] !== '.') return { keys, end };
    KEY.lastIndex = end + 1;
  }
  return { keys, end: from };
}

/** The offset after the value that starts after `from`: the end of its line, but not inside brackets and strings. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  let end = from;
  for (let at = from; at < text.length;) {
    const character = text.charAt(at);
    if (character === '\n' && depth === 0) break;
    if (character === '#') {
      at = endOfLine(text, at);
      continue;
    }
    if (character === '[' || character === '{') depth += 1;
    if (character === ']' || character === '}') depth -= 1;
    at = character === '"' || character === "'" ? stringEnd(text, at, character) : at + 1;
    if (!/\s/.test(character)) end = at;
  }
  return end;
}

function stringEnd(text: string, at: number, quote: string): number {
  const isLong = text.startsWith(quote.repeat(3), at);
  const close = isLong ? quote.repeat(3) : quote;
  let from = at + close.length;
  while (from < text.length && !text.startsWith(close, from)) from += quote === '"' && text[from] === '\\' ? 2 : 1;
  from += close.length;
  // Up to two quotes may be before the closing three.
  return isLong ? from + (/^(?:"{1,2}|'{1,2})/.exec(text.slice(from, from + 2))?.[0].length ?? 0) : from;
}
