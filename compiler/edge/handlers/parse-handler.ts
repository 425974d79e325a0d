/** Handler files as syntax trees. Loaded only where code is moved, or where esbuild and a scan do not decide what is exported (ts-morph). */
import { Node, Project as Parser, type SourceFile as TsFile, SyntaxKind } from 'ts-morph';
import type { ExportedName, HandlerFile } from '../../check/handlers.ts';

let parser: Parser | undefined;

function parserForAll(): Parser {
  parser ??= new Parser({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
  });
  return parser;
}

/** A text as a tree of its own, without the files it imports. */
export function parseHandler(path: string, text: string): TsFile {
  trees += 1;
  return parserForAll().createSourceFile(`/tree ${trees}/${path}`, text);
}

let trees = 0;

/** What a text exports, or what is wrong with it. */
export function parsedFile(path: string, text: string): HandlerFile {
  const project = parserForAll();
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
