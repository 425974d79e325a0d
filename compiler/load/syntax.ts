/** Errors of the YAML parser in our words: what stands there, and what to type instead. */
import type { ErrorCode } from 'yaml';
import type { Diagnostic, SourceFile } from '../diagnostic.ts';

interface Words {
  readonly code: string;
  readonly message: (word: string, said: string) => string;
  readonly hint: string;
}

/** What the parser said, at the place where the author has to look. */
export interface SyntaxFinding {
  readonly code: ErrorCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export function syntaxDiagnostic(source: SourceFile, error: SyntaxFinding): Diagnostic {
  const { start, end } = error;
  const words = WORDS[error.code] ?? OTHER;
  return {
    code: words.code,
    severity: 'error',
    message: words.message(wordAt(source.text, start), sentence(error.message)),
    span: { file: source.path, start: Math.min(start, source.text.length), end: wordEnd(source.text, start, end) },
    hint: words.hint,
  };
}

/** The parser points at one character; a frame reads better under the whole word. */
function wordEnd(text: string, start: number, end: number): number {
  return Math.max(Math.min(end, text.length), Math.min(start, text.length) + wordAt(text, start).length);
}

function wordAt(text: string, start: number): string {
  return /^[\w.-]+/.exec(text.slice(start, start + 80))?.[0] ?? '';
}

function sentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`;
}

const OTHER: Words = {
  code: 'yaml/syntax',
  message: (_word, said) => `This is not YAML: ${said}`,
  hint: 'Check indentation, quotes and brackets here and on the line above.',
};

const WORDS: Readonly<Record<string, Words>> = {
  DUPLICATE_KEY: {
    code: 'yaml/duplicate-key',
    message: (word) => `Key "${word}" stands twice in the same map.`,
    hint: 'Keep one of the two.',
  },
  TAB_AS_INDENT: {
    code: 'yaml/tab',
    message: () => 'This line is indented with a tab.',
    hint: 'Indent with spaces.',
  },
  BAD_INDENT: {
    code: 'yaml/indent',
    message: (_word, said) => `The indentation does not fit the lines above: ${said}`,
    hint: 'Align it with its neighbours, or quote a text that goes over several lines.',
  },
  TAG_RESOLVE_FAILED: {
    code: 'yaml/tag',
    message: (_word, said) => `Specs have no tags: ${said}`,
    hint: 'Remove the tag, or quote a text that begins with !.',
  },
  MULTILINE_IMPLICIT_KEY: {
    code: 'yaml/syntax',
    message: () => 'A key goes over more than one line here; a colon or a quote may be missing.',
    hint: 'Write "key: value", and quote a value that holds ": ".',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    code: 'yaml/syntax',
    message: () => 'A value on this line looks like another key.',
    hint: 'Quote a value that holds ": ", or put the nested map on its own lines.',
  },
};
