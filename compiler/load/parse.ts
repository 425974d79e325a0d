/** One file's text → its YAML documents, with every syntax error at its place. */
import { Composer, Lexer, Parser, visit } from 'yaml';
import type { Document, Node } from 'yaml';
import type { Diagnostic, Result, SourceFile } from '../diagnostic.ts';
import { textEdit } from './edit.ts';
import { findNode, locate } from './locate.ts';
import type { Comment, SpecDocument } from './spec.ts';
import { syntaxDiagnostic } from './syntax.ts';
import type { SyntaxFinding } from './syntax.ts';
import { toPlain } from './value.ts';

export interface Parsed {
  readonly documents: readonly SpecDocument[];
  readonly comments: readonly Comment[];
}

export function parse(source: SourceFile): Result<Parsed> & { readonly value: Parsed } {
  const comments: Comment[] = [];
  const composed = compose(source, comments);
  const diagnostics: Diagnostic[] = composed.diagnostics.slice();
  const documents: SpecDocument[] = [];
  for (const document of composed.value ?? []) {
    const errors = syntaxErrors(document);
    diagnostics.push(...errors.map((error) => syntaxDiagnostic(source, error)));
    const loaded = toDocument(source, document.contents);
    diagnostics.push(...loaded.diagnostics);
    // A document that did not parse would only add echoes of its syntax error.
    if (loaded.value && errors.length === 0 && loaded.diagnostics.length === 0) documents.push(loaded.value);
  }
  if (documents.length === 0 && diagnostics.length === 0) diagnostics.push(nothingIn(source));
  return { value: { documents, comments }, diagnostics };
}

/** Collections open at once; far beyond what `toPlain` accepts, far below what the recursive composer survives. */
const MAX_OPEN = 200;

/** The lexer's mark before a plain scalar, whose text may begin with # as well. */
const SCALAR_FOLLOWS = '\x1f';

function addComment({ path, text }: SourceFile, start: number, lexeme: string, comments: Comment[]): void {
  const ownLine = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
  if (ownLine) comments.push({ file: path, text: lexeme, start, end: start + lexeme.length });
}

function compose(source: SourceFile, comments: Comment[]): Result<readonly Document.Parsed[]> {
  const composer = new Composer({ version: '1.2', prettyErrors: false, keepSourceTokens: false, merge: false });
  const parser = new Parser();
  const documents: Document.Parsed[] = [];
  let before = '';
  for (const lexeme of new Lexer().lex(source.text)) {
    if (lexeme.startsWith('#') && before !== SCALAR_FOLLOWS) addComment(source, parser.offset, lexeme, comments);
    before = lexeme;
    for (const token of parser.next(lexeme)) documents.push(...composer.next(token));
    if (parser.stack.length > MAX_OPEN) return { value: documents, diagnostics: [tooDeep(source, parser.offset)] };
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  documents.push(...composer.end());
  return { value: documents, diagnostics: [] };
}

/** One slip makes the parser stumble many times: one error a place, and not more than a screen of them. */
const MAX_ERRORS = 20;

function syntaxErrors(document: Document.Parsed): readonly SyntaxFinding[] {
  const findings = new Map<number, SyntaxFinding>();
  for (const { code, message, pos } of [...document.errors, ...document.warnings]) {
    const [start, end] = code === 'MISSING_CHAR' ? openingQuote(document, pos) : pos;
    if (!findings.has(start)) findings.set(start, { code, message, start, end });
  }
  return [...findings.values()].slice(0, MAX_ERRORS);
}

/** The parser reports an unclosed quote where the text ends; the author needs the place where it began. */
function openingQuote(document: Document.Parsed, pos: [number, number]): [number, number] {
  let found = pos;
  visit(document, {
    Scalar(_key, node) {
      const [start, end] = node.range ?? [0, 0];
      if (node.type?.startsWith('QUOTE') && start < pos[0] && end >= pos[0] - 1) found = [start, start + 1];
    },
  });
  return found;
}

function toDocument(source: SourceFile, contents: Node | null): Result<SpecDocument> {
  if (contents === null) return { diagnostics: [] };
  const { value, problems, aliases } = toPlain(contents);
  const diagnostics = problems.map(({ start, end, ...words }): Diagnostic => {
    return { ...words, severity: 'error', span: { file: source.path, start, end: Math.max(end, start) } };
  });
  if (value === null) return { diagnostics };
  const document: SpecDocument = {
    file: source.path,
    value,
    at: (path, part) => locate(source.path, contents, aliases, path, part),
    edit: (edit) => {
      const place = findNode(contents, edit.path);
      return place && textEdit(edit, { file: source.path, text: source.text, ...place });
    },
  };
  return { value: document, diagnostics };
}

function nothingIn(source: SourceFile): Diagnostic {
  return {
    code: 'file/empty',
    severity: 'error',
    message: `"${source.path}" holds no document, only comments or separators.`,
    span: { file: source.path, start: 0, end: 0 },
    hint: 'Write a document that begins with "kind: server", "kind: tool" or "kind: skill", or delete the file.',
  };
}

function tooDeep(source: SourceFile, offset: number): Diagnostic {
  return {
    code: 'yaml/too-deep',
    severity: 'error',
    message: `"${source.path}" nests deeper than 64 levels here.`,
    span: { file: source.path, start: offset - 1, end: offset },
    hint: 'Flatten it; a spec needs fewer than 20 levels.',
  };
}
