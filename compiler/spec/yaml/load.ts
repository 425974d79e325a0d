/** Spec files → one Spec: all documents of all files, all syntax errors in one run. */
import type { Json } from '@haft/runtime/language';
import {
  type Diagnostic,
  type Result,
  type SourceFile,
  type Span,
  type TextEdit,
  invariant,
} from '../../base/diagnostic.ts';
import { type OnStep, mapInSteps } from '../../base/progress.ts';
import type { Comment, Spec, SpecDocument, SpecEdit } from './spec.ts';
import { Composer, type Document, Lexer, type Node, Parser } from 'yaml';
import { textEdit } from './edit.ts';
import { ADD_DOCUMENT, fileError } from './decode.ts';
import { conflictDiagnostics } from './merge-conflict.ts';
import { reuseEqualItems, takePrevious } from './reuse.ts';
import { type WrittenItems, readFast, readFastValue } from './fast-yaml.ts';
import { PLACES, type PlaceNode, pathAt, placesOf, spanAt } from './places.ts';
import { memoizeBy } from '../../base/memo.ts';
import { syntaxDiagnostics } from './syntax.ts';
import { toPlain } from './value.ts';
import { type NodePlace, findNode, lineStart, withLineEnds } from './edit-place.ts';

/** What is the same as in the previous text of the file becomes the same objects. */
export const parse = memoizeBy((source: SourceFile): ParsedFile => {
  const before = takePrevious(source);
  const last = before && parse(before).last;
  const parsed = parseFast(source, last?.items) ?? parseAll(source);
  if (!last) return parsed;
  const documents = reuseEqualItems(parsed.value.documents, last.documents);
  const isRead = documents.length > 0;
  return { ...parsed, value: { ...parsed.value, documents }, last: isRead ? { ...parsed.last, documents } : last };
});

/** Collections open at once; far beyond what `toPlain` accepts, far below what the recursive composer survives. */
const MAX_OPEN = 200;

/** The lexer's token before a plain scalar, whose text may start with # as well. */
const SCALAR_FOLLOWS = '\x1f';

export function load(files: readonly SourceFile[], onStep?: OnStep): Result<Spec> & { readonly value: Spec } {
  const parsed = mapInSteps(files, ['parsing', 'files'], onStep, parse);
  const documents = parsed.flatMap(({ value }) => value.documents);
  const partial = parsed.flatMap(({ value }) => value.partial);
  const comments = parsed.flatMap(({ value }) => value.comments);
  const diagnostics = parsed.flatMap((one) => one.diagnostics);
  return { value: { documents, partial, comments, sources: files }, diagnostics };
}

/** One file's text → its YAML documents, with every syntax error at its place. */
interface Parsed {
  readonly documents: readonly SpecDocument[];
  /** Documents with a syntax error, as far as they could be read. */
  readonly partial: readonly SpecDocument[];
  readonly comments: readonly Comment[];
}

interface ParsedFile extends Result<Parsed> {
  readonly value: Parsed;
  /** What the next text is compared with: of a text with errors what was read before it. */
  readonly last: { readonly documents: readonly SpecDocument[]; readonly items?: WrittenItems<Json> };
}

/** A usual document is read without `yaml`, which then only makes edits. */
function parseFast(source: SourceFile, before: WrittenItems<Json> | undefined): ParsedFile | undefined {
  const { path: file, text } = source;
  const read = readFastValue(text, before);
  if (!read) return undefined;
  let places: PlaceNode | undefined;
  let parsed: SpecDocument | undefined;
  const edited = (edit: SpecEdit): TextEdit | undefined => {
    parsed ??= parseAll(source).value.documents[0];
    invariant(parsed, 'yaml reads what the fast reader reads');
    return parsed.edit(edit);
  };
  const placed = (): PlaceNode => {
    places ??= readFast(text, PLACES)?.root;
    invariant(places, 'the fast reader reads the same text twice');
    return places;
  };
  const document = documentOf(source, read.root, placed, edited);
  const comments = read.comments.map(({ start, end }) => ({ file, text: text.slice(start, end), start, end }));
  const documents = [document];
  return { value: { documents, partial: [], comments }, diagnostics: [], last: { documents, items: read.items } };
}

function documentOf(
  { path: file, text }: SourceFile,
  value: Json,
  places: () => PlaceNode,
  edit: SpecDocument['edit'],
): SpecDocument {
  return {
    file,
    value,
    at: (path, part, word) => narrowSpan(text, spanAt(file, places(), path, part), word),
    pathAt: (offset) => pathAt(places(), offset),
    edit,
  };
}

/** Every document of a file, with all that is wrong with it. */
export function parseAll(source: SourceFile): ParsedFile {
  const conflicts = conflictDiagnostics(source);
  // What the parser would say about the markers only hides what they are.
  if (conflicts.length > 0)
    return { value: { documents: [], partial: [], comments: [] }, diagnostics: conflicts, last: { documents: [] } };
  const comments: Comment[] = [];
  const composed = compose(source, comments);
  const diagnostics: Diagnostic[] = composed.diagnostics.slice();
  const documents: SpecDocument[] = [];
  const partial: SpecDocument[] = [];
  for (const document of composed.value ?? []) {
    const errors = syntaxDiagnostics(source, document);
    diagnostics.push(...errors);
    const loaded = toDocument(source, document.contents);
    // One by one: more than the arguments that a call may have.
    for (const one of loaded.diagnostics) diagnostics.push(one);
    // A document that did not parse would only add echoes of its syntax error.
    const broken = errors.length > 0 || loaded.diagnostics.length > 0;
    if (loaded.value) (broken ? partial : documents).push(loaded.value);
  }
  if (documents.length === 0 && diagnostics.length === 0) diagnostics.push(nothingIn(source));
  return { value: { documents, partial, comments }, diagnostics, last: { documents } };
}

export function compose(source: SourceFile, comments: Comment[]): Result<readonly Document.Parsed[]> {
  const composer = new Composer({
    version: '1.2',
    prettyErrors: false,
    uniqueKeys: false,
    keepSourceTokens: false,
    merge: false,
  });
  const parser = new Parser();
  const documents: Document.Parsed[] = [];
  let before = '';
  for (const lexeme of new Lexer().lex(source.text)) {
    const start = parser.offset;
    const isComment = lexeme.startsWith('#') && before !== SCALAR_FOLLOWS;
    if (isComment && source.text.slice(lineStart(source.text, start), start).trim() === '')
      comments.push({ file: source.path, text: lexeme, start, end: start + lexeme.length });
    before = lexeme;
    for (const token of parser.next(lexeme)) documents.push(...composer.next(token));
    if (parser.stack.length > MAX_OPEN) return { value: documents, diagnostics: [tooDeep(source, parser.offset)] };
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  documents.push(...composer.end());
  return { value: documents, diagnostics: [] };
}

function toDocument(source: SourceFile, contents: Node | null): Result<SpecDocument> {
  if (contents === null) return { diagnostics: [] };
  const { value, problems, aliases } = toPlain(contents);
  const diagnostics = problems.map(({ start, end, ...explanation }) =>
    fileError(source.path, start, Math.max(end, start), explanation),
  );
  if (value === null) return { diagnostics };
  let places: PlaceNode | undefined;
  const edit = (wanted: SpecEdit): TextEdit | undefined => {
    const place = findNode(contents, wanted.path);
    if (!place || isShared(wanted, place, aliases)) return undefined;
    const result = textEdit(wanted, { file: source.path, text: source.text, ...place });
    return result && { ...result, text: withLineEnds(result.text, source.text) };
  };
  return { value: documentOf(source, value, () => (places ??= placesOf(contents, aliases)), edit), diagnostics };
}

/** Aliases elsewhere repeat this value, and would change or lose their anchor with it. */
function isShared({ kind }: SpecEdit, { entry, ancestors }: NodePlace, aliases: ReadonlyMap<Node, Node>): boolean {
  if (kind.startsWith('copy-') || kind.startsWith('insert-')) return false;
  const [start, end] = entry.value?.range ?? [0, 0];
  const inside = kind === 'rename-key' ? ancestors.slice(0, -1) : ancestors;
  return [...aliases.values()].some((target) => {
    const [from = 0, to = 0] = target.range ?? [];
    return inside.includes(target) || ((kind === 'remove' || kind === 'rewrite') && from >= start && to <= end);
  });
}

/** The first place of `word` inside the span; the whole span where it does not contain the word verbatim. */
function narrowSpan(text: string, span: Span, word: string | undefined): Span {
  const start = word === undefined ? -1 : text.indexOf(word, span.start);
  const end = start + (word?.length ?? 0);
  return start === -1 || end > span.end ? span : { ...span, start, end };
}

function nothingIn({ path }: SourceFile): Diagnostic {
  const message = `"${path}" has no document, only comments or separators.`;
  return fileError(path, 0, 0, { code: 'file/empty', message, hint: ADD_DOCUMENT });
}

function tooDeep({ path }: SourceFile, offset: number): Diagnostic {
  return fileError(path, offset - 1, offset, {
    code: 'yaml/too-deep',
    message: `"${path}" is nested deeper than 64 levels.`,
    hint: 'Flatten it; a spec needs fewer than 20 levels.',
  });
}
