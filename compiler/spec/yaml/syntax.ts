/** Messages for errors of the YAML parser: what was found, and what to write instead. */
import { type Document, type ErrorCode, type Node, type YAMLError, isCollection, isScalar, visit } from 'yaml';
import { type Diagnostic, type SourceFile, positionAt } from '../../base/diagnostic.ts';
import { fileError } from './decode.ts';
import { lineStart } from './edit-place.ts';

/** One typo can cause many errors: one error a line is reported, and no more than an author fixes before the next run. */
const MAX_ERRORS = 5;
/** The parser stumbles as often as a text has marks; each explanation reads the document. */
const MAX_CHECKED = 100;

/** `errors`: those of the document that count; all are those of a spec. */
export function syntaxDiagnostics(
  source: SourceFile,
  document: Document.Parsed,
  errors: readonly YAMLError[] = [...document.errors, ...document.warnings],
): Diagnostic[] {
  const lines = new Set<number>();
  const diagnostics: Diagnostic[] = [];
  for (const error of errors.slice(0, MAX_CHECKED)) {
    if (diagnostics.length === MAX_ERRORS) break;
    const { start, end, explanation } = explain({ text: source.text, document, error });
    const [code, message, hint] = explanation;
    const { line } = positionAt(source.text, start);
    if (!lines.has(line)) diagnostics.push(fileError(source.path, start, end, { code, message, hint }));
    lines.add(line);
  }
  return diagnostics;
}

/** A text, and what the parser says of it. */
interface Slip {
  readonly text: string;
  readonly document: Document.Parsed;
  readonly error: YAMLError;
}

interface Explained {
  readonly start: number;
  readonly end: number;
  readonly explanation: Explanation;
}

function explain({ text, document, error }: Slip): Explained {
  const { code, message: reason, pos } = error;
  const quote = /Missing closing/.test(reason) ? opening(isQuoted, document, pos[0]) : undefined;
  if (quote !== undefined) return { start: quote, end: quote + 1, explanation: UNCLOSED_QUOTE };
  const bracket = /^Flow (?:map|sequence)/.test(reason) ? opening(isBracket, document, pos[0]) : undefined;
  if (bracket !== undefined)
    return { start: bracket, end: bracket + 1, explanation: unclosedBracket(text[bracket] ?? '') };
  const deeper = code.endsWith('IMPLICIT_KEY') ? deeperKey(text, pos[0]) : undefined;
  if (deeper) return deeper;
  const place = wordFrom(text, ...pos);
  return { ...place, explanation: wordsOf(error, text.slice(place.start, place.end)) };
}

/** `name: x` followed by a deeper `version: 1`: the parser blames the first line, the author has to move the second. */
function deeperKey(text: string, start: number): Explained | undefined {
  const nextLine = text.indexOf('\n', start) + 1;
  const key = nextLine > 0 ? /^( +)([\w-]+):(?:\s|$)/.exec(text.slice(nextLine, nextLine + 200)) : null;
  const above = /^ */.exec(text.slice(lineStart(text, start)))?.[0].length ?? 0;
  if (!key || (key[1]?.length ?? 0) <= above) return undefined;
  const from = nextLine + (key[1]?.length ?? 0);
  const name = key[2] ?? '';
  const message = `Key "${name}" is indented deeper than the key above, which already has a value.`;
  const explanation = ['yaml/indent', message, 'Align it with the other keys of this map.'] as const;
  return { start: from, end: from + name.length, explanation };
}

type Explanation = readonly [code: string, message: string, hint: string];

function wordsOf({ code, message: reason }: YAMLError, word: string): Explanation {
  if (/reserved character/.test(reason)) {
    return ['yaml/reserved', 'An unquoted string cannot start with this character.', 'Put the string in quotes.'];
  }
  return (
    WORDS[code]?.(sentence(reason), word) ?? [
      'yaml/syntax',
      `Invalid YAML: ${sentence(reason)}`,
      'Check the indentation, quotes and brackets here and on the line above.',
    ]
  );
}

function sentence(reason: string): string {
  return reason.endsWith('.') ? reason : `${reason}.`;
}

function startOf(word: string): string {
  const [line = ''] = word.split(/\r?\n/, 1);
  return JSON.stringify(line.length > 40 ? `${line.slice(0, 40)}…` : line);
}

const UNCLOSED_QUOTE: Explanation = [
  'yaml/unclosed',
  'Unclosed quote.',
  "Close it. Escape a quote as \\\" inside double quotes and as '' inside single quotes.",
];

function unclosedBracket(bracket: string): Explanation {
  const close = bracket === '{' ? '}' : ']';
  return [
    'yaml/unclosed',
    `Unclosed "${bracket}".`,
    `Add "${close}" after the last entry, on the same line or a deeper-indented one.`,
  ];
}

const WORDS: Partial<Record<ErrorCode, (reason: string, word: string) => Explanation>> = {
  TAB_AS_INDENT: () => ['yaml/tab', 'Tab used for indentation.', 'Indent with spaces.'],
  BAD_INDENT: (reason) => [
    'yaml/indent',
    `The indentation does not match the lines above: ${reason}`,
    'Align it with the other entries, or quote a string that spans several lines.',
  ],
  TAG_RESOLVE_FAILED: (reason) => [
    'yaml/tag',
    `YAML tags are not supported: ${reason}`,
    'Remove the tag, or quote a string that starts with !.',
  ],
  MULTILINE_IMPLICIT_KEY: () => [
    'yaml/syntax',
    'This line is not a `key: value` pair; a colon, the space after it, or a quote is missing.',
    'Write `key: value`, and quote a value that contains ": ".',
  ],
  BLOCK_AS_IMPLICIT_KEY: () => [
    'yaml/syntax',
    'The value on this line looks like another key.',
    'Quote a value that contains ": ", or put the nested map on its own lines.',
  ],
  UNEXPECTED_TOKEN: (_reason, word) => [
    'yaml/syntax',
    `Unexpected content${word === '' ? '' : `: ${startOf(word)}`}.`,
    'Quote a string that contains quotes, brackets or ": ".',
  ],
};

/** The innermost quote or bracket that was open when the parser ran out. */
function opening(isMark: (node: Node) => boolean, document: Document.Parsed, noticed: number): number | undefined {
  let position: number | undefined;
  visit(document, {
    Node(_key, node) {
      const [start, end] = node.range ?? [0, 0];
      if (isMark(node) && start < noticed && end >= noticed - 1) position = start;
    },
  });
  return position;
}

function isQuoted(node: Node): boolean {
  return isScalar(node) && node.type?.startsWith('QUOTE') === true;
}

function isBracket(node: Node): boolean {
  return isCollection(node) && node.flow === true;
}

/** The word at the place, or the first one after blanks: a mark under a blank explains nothing. */
function wordFrom(text: string, start: number, end: number): { readonly start: number; readonly end: number } {
  const from = Math.min(start, text.length);
  const blanks = /^[ \t]*/.exec(text.slice(from))?.[0].length ?? 0;
  const first = /\S/.test(text.slice(from, end)) ? from : from + blanks;
  const word = /^[\w.-]+/.exec(text.slice(first, first + 80))?.[0].length ?? 0;
  return { start: first, end: Math.min(Math.max(end, first + word, first), text.length) };
}
