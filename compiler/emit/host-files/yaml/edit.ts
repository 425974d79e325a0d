/** Adds an entry to YAML as separate lines, and removes these lines again. */
import type { Document, Pair, ParsedNode, YAMLMap } from 'yaml';
import { Lexer, Parser, isAlias, isMap, isScalar, parseAllDocuments, parseDocument, stringify } from 'yaml';
import type { EditOutcome, EntryEdit, RangeEdit, Undo } from '../editor.ts';
import {
  NOTHING_CREATED,
  applyEdits,
  nest,
  problem,
  indentOf,
  lineEndOf,
  lineIndentAt,
  lineStart,
  nextLine,
} from '../editor.ts';

export function readYaml(text: string): EditOutcome<unknown> {
  const document = parseYaml(text);
  if ('problem' in document) return document;
  try {
    return { value: document.value.toJS({ maxAliasCount: 10_000 }) ?? {} };
  } catch (error) {
    return problem(
      0,
      `The file cannot be read: ${error instanceof Error ? error.message : ''}.`,
      'Add the entry by hand.',
    );
  }
}

export function putYaml(text: string, path: readonly string[], value: unknown): EditOutcome<EntryEdit> {
  const followed = follow(text, path);
  if ('problem' in followed) return followed;
  const steps = followed.value;
  const last = steps.at(-1);
  if (steps.length === path.length && last?.pair) return replace(text, last.pair, path, value);
  const parent = steps.findLast(({ pair }) => pair)?.pair;
  const depth = last?.pair || !last ? steps.length : steps.length - 1;
  const rest = path.slice(depth + 1);
  const lines = { key: path[depth] ?? '', value: nest(rest, value) };
  const undo: Undo = { created: rest.length, tail: '' };
  const place = last?.map && !last.pair ? behindLast(text, last) : belowKey(text, parent);
  return { value: { text: insertLines(text, place, lines), undo } };
}

export function newYaml(container: readonly string[], entries: Readonly<Record<string, unknown>>): string {
  const [key = '', ...inner] = container;
  return `${printLines({ key, value: nest(inner, entries) }, '', '').join('\n')}\n`;
}

interface Place {
  /** The start of a line, or the end of the text. */
  readonly at: number;
  readonly indent: string;
}

function behindLast(text: string, { map }: YamlStep): Place {
  const pairs = map?.items ?? [];
  const last = pairs.at(-1);
  const first = pairs[0];
  return {
    at: last ? linesEnd(text, pairEnd(last)) : text.length,
    indent: first ? lineIndentAt(text, first.key.range[0]) : '',
  };
}

/** Into a key without a value, or into a file without a map. */
function belowKey(text: string, pair: Pair<ParsedNode, ParsedNode | null> | undefined): Place {
  if (!pair) return { at: text.length, indent: '' };
  return { at: nextLine(text, pairEnd(pair)), indent: lineIndentAt(text, pair.key.range[0]) + indentOf(text) };
}

/** The start of the line behind a value; a block scalar ends there already. */
function linesEnd(text: string, end: number): number {
  return end > 0 && text[end - 1] === '\n' ? end : nextLine(text, end);
}

interface Lines {
  readonly key: string;
  readonly value: unknown;
}

function insertLines(text: string, { at, indent }: Place, lines: Lines): string {
  const end = lineEndOf(text);
  const printed = printLines(lines, indent, text).join(end);
  const isOpen = at === text.length && text !== '' && !text.endsWith('\n');
  return text.slice(0, at) + (isOpen ? end + printed : printed + end) + text.slice(at);
}

function printLines({ key, value }: Lines, indent: string, text: string): readonly string[] {
  const options = {
    indent: Math.max(indentOf(text).length, 2),
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    aliasDuplicateObjects: false,
  } as const;
  return stringify({ [key]: value }, options)
    .trimEnd()
    .split('\n')
    .map((line) => indent + line);
}

function replace(
  text: string,
  pair: Pair<ParsedNode, ParsedNode | null>,
  path: readonly string[],
  value: unknown,
): EditOutcome<EntryEdit> {
  const start = lineStart(text, pair.key.range[0]);
  const indent = lineIndentAt(text, pair.key.range[0]);
  if (text.slice(start, pair.key.range[0]) !== indent)
    return problem(pair.key.range[0], `"${path.at(-1)}" is not on its own line.`, 'Add the entry by hand.');
  const end = contentEnd(text, pairEnd(pair));
  const printed = printLines({ key: path.at(-1) ?? '', value }, indent, text).join(lineEndOf(text));
  return { value: { text: applyEdits(text, [{ start, end, text: printed }]), undo: NOTHING_CREATED } };
}

/** Without the line end that a block scalar has. */
function contentEnd(text: string, end: number): number {
  return end - (/\r?\n$/.exec(text.slice(0, end))?.[0].length ?? 0);
}

export function dropYaml(text: string, path: readonly string[], undo: Undo): EditOutcome<string> {
  const followed = follow(text, path);
  if ('problem' in followed) return followed;
  const pair = topmost(text, followed.value, undo.created);
  if (followed.value.length < path.length || !followed.value.at(-1)?.pair || !pair) return { value: text };
  return { value: applyEdits(text, [removal(text, pair)]) };
}

/** The entry, or the map around it that was made for it and has nothing else, not even a comment. */
function topmost(text: string, steps: readonly YamlStep[], created: number): YamlStep['pair'] {
  let index = steps.length - 1;
  for (let remaining = created; remaining > 0 && index > 0; remaining -= 1, index -= 1) {
    const [around, inner] = [steps[index - 1]?.pair, steps[index]];
    if (inner?.map?.items.length !== 1 || !around || !inner.pair) break;
    if (/[^\s:]/.test(text.slice(around.key.range[1], inner.pair.key.range[0]))) break;
  }
  return steps[index]?.pair;
}

function removal(text: string, pair: NonNullable<YamlStep['pair']>): RangeEdit {
  const start = lineStart(text, pair.key.range[0]);
  const end = isNothing(pair.value) ? nextLine(text, pairEnd(pair)) : linesEnd(text, pairEnd(pair));
  const open = end === text.length && !text.endsWith('\n') ? /\r?\n$/.exec(text.slice(0, start)) : null;
  return { start: start - (open?.[0].length ?? 0), end, text: '' };
}

/** Open lists and maps of the reader. It needs the stack for each, and V8 ends the process where that runs out inside a pattern. */
const MAX_OPEN = 500;

function isDeep(text: string): boolean {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme));
    if (parser.stack.length > MAX_OPEN) return true;
  }
  return false;
}

/** The one document of the text; its root is a map or nothing. */
function parseYaml(text: string): EditOutcome<Document.Parsed> {
  if (isDeep(text)) return problem(0, 'The file is nested too deeply.', 'Add the entry by hand.');
  const documents = parseAllDocuments(text, { logLevel: 'silent' });
  const [document = parseDocument(text), second] = 'empty' in documents ? [] : documents;
  if (second) return problem(second.range[0], 'The file has more than one document.', 'Add the entry by hand.');
  const [error] = document.errors;
  if (error)
    return problem(
      error.pos[0],
      `The file is not valid YAML (${error.code}).`,
      'Fix the file first: the host does not read it either.',
    );
  if (!isNothing(document.contents) && !isMap(document.contents))
    return problem(document.contents?.range[0] ?? 0, 'The file is not a YAML map.', 'Make it a map.');
  return { value: document };
}

/** A value that is left out or null. */
function isNothing(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && node.value === null);
}

interface YamlStep {
  /** The block map that has, or lacks, the key; absent where the document is empty. */
  readonly map?: YAMLMap.Parsed;
  readonly pair?: Pair<ParsedNode, ParsedNode | null>;
}

function follow(text: string, path: readonly string[]): EditOutcome<readonly YamlStep[]> {
  const document = parseYaml(text);
  if ('problem' in document) return document;
  const steps: YamlStep[] = [];
  let node: ParsedNode | null = document.value.contents;
  for (const [depth, key] of path.entries()) {
    const name = path[depth - 1] ?? 'The file';
    if (isNothing(node)) break;
    if (isAlias(node))
      return problem(node.range[0], `"${name}" is an alias.`, 'Write it out, or add the entry by hand.');
    if (!isMap(node))
      return problem(node?.range[0] ?? 0, `"${name}" is not a map.`, 'Make it a map, or add the entry by hand.');
    if (node.flow === true)
      return problem(
        node.range[0],
        `"${name}" is written on one line.`,
        'Write it as a block, or add the entry by hand.',
      );
    const map = node;
    const pair = map.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
    steps.push({ map, ...(pair && { pair }) });
    if (!pair) break;
    node = pair.value;
  }
  return { value: steps };
}

/** The offset after the last character of a pair. */
function pairEnd({ key, value }: Pair<ParsedNode, ParsedNode | null>): number {
  const end = value?.range[1] ?? 0;
  return Math.max(key.range[1], end);
}
