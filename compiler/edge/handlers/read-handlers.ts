/** Reads the names that handler files export. Loaded only where a spec has handlers (ts-morph). */
import { join } from 'node:path';
import { Node, Project as Parser, SyntaxKind } from 'ts-morph';
import type { SourceFile as TsFile } from 'ts-morph';
import type { ExportedName, HandlerFile } from '../../check/handlers.ts';
import type { Refusal } from '../../check/model.ts';
import type { SourceFile } from '../../base/diagnostic.ts';
import { bordersOf, isInside, realPlace, statsOf } from '../project-files/place.ts';
import type { Borders } from '../project-files/place.ts';
import { readRegular } from '../project-files/read.ts';
import { leavesProject } from '../project-files/refusal.ts';
import type { Project } from '../project/project.ts';

export interface ReadHandler {
  readonly file: HandlerFile;
  /** Empty when the file does not exist yet. */
  readonly source: SourceFile;
  readonly exists: boolean;
}

/** `paths` are relative to `root`; each is read once, and nothing it imports. One outside the project is not read. */
export function readHandlers(project: Pick<Project, 'root' | 'specs'>, paths: Iterable<string>): ReadHandler[] {
  const { root } = project;
  const borders = bordersOf(project);
  return [...new Set(paths)].sort().map((path) => {
    const absolute = join(root, path);
    const refusal = refusalOf(path, absolute, borders);
    if (refusal) return { file: { path, exports: [], open: true, refusal }, source: { path, text: '' }, exists: true };
    const exists = statsOf(absolute) !== undefined;
    const text = exists ? readRegular(absolute, { borders }).toString() : '';
    const before = latest.get(absolute);
    if (before?.exists === exists && before.source.text === text) return before;
    const file = { ...parse(parserForAll(), path, text), absent: !exists };
    const read = { file, source: { path, text }, exists };
    latest.set(absolute, read);
    return read;
  });
}

/** What was read last, by absolute path: a text is not parsed twice in a row. */
const latest = new Map<string, ReadHandler>();

let parser: Parser | undefined;

function parserForAll(): Parser {
  parser ??= new Parser({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
  });
  return parser;
}

/** Also for a file that does not exist yet: it would be written there. */
function refusalOf(path: string, absolute: string, borders: Borders): Refusal | undefined {
  return isInside(realPlace(absolute), borders) ? undefined : leavesProject(path, absolute);
}

/** A text as a tree of its own, without the files it imports. */
export function parseHandler(path: string, text: string): TsFile {
  trees += 1;
  return parserForAll().createSourceFile(`/tree ${trees}/${path}`, text);
}

let trees = 0;

function parse(project: Parser, path: string, text: string): HandlerFile {
  const tree = project.createSourceFile(`/${path}`, text, { overwrite: true });
  const [problem] = project.getProgram().getSyntacticDiagnostics(tree);
  if (!problem) return { path, exports: exportsOf(tree, path), open: isOpen(tree) };
  const start = problem.getStart();
  const messageText = problem.getMessageText();
  const message = typeof messageText === 'string' ? messageText : messageText.getMessageText();
  return {
    path,
    exports: [],
    open: true,
    problem: { message, span: { file: path, start, end: start + problem.getLength() } },
  };
}

/** `export * from` may bring any name. */
function isOpen(tree: TsFile): boolean {
  return tree
    .getExportDeclarations()
    .some((declaration) => !declaration.isTypeOnly() && !declaration.hasNamedExports());
}

/** Names of values only: exported types are the author's own business. */
function exportsOf(tree: TsFile, path: string): ExportedName[] {
  const nodes = [...tree.getStatements().flatMap(declaredNames), ...tree.getExportDeclarations().flatMap(listedNames)];
  return nodes.map((node) => ({
    name: node.getText(),
    span: { file: path, start: node.getStart(), end: node.getEnd() },
  }));
}

function declaredNames(statement: Node): Node[] {
  if (Node.isVariableStatement(statement) && statement.isExported()) {
    return statement.getDeclarations().flatMap((declaration) => bindingNames(declaration.getNameNode()));
  }
  const named = Node.isFunctionDeclaration(statement) || Node.isClassDeclaration(statement);
  if (!named || !statement.isExported() || statement.isDefaultExport()) return [];
  return [statement.getNameNode()].filter((node) => node !== undefined);
}

function bindingNames(name: Node): Node[] {
  return Node.isIdentifier(name)
    ? [name]
    : name.getDescendantsOfKind(SyntaxKind.BindingElement).map((element) => element.getNameNode());
}

function listedNames(declaration: ReturnType<TsFile['getExportDeclarations']>[number]): Node[] {
  if (declaration.isTypeOnly()) return [];
  return declaration
    .getNamedExports()
    .filter((name) => !name.isTypeOnly())
    .map((name) => name.getAliasNode() ?? name.getNameNode());
}
