/** The functions of a bumped or renamed tool: the edited one gets the successor's name, the old name gets the released code with the statements that it needs. */
import { posix } from 'node:path';
import { type ImportDeclaration, Node, type SourceFile as TsFile, type Statement, SyntaxKind } from 'ts-morph';
import { positionAt, type SourceFile } from '../../base/diagnostic.ts';
import type { ReleasedFile } from './released-code.ts';

/** A tool and its function. */
interface NamedHandler {
  readonly tool: string;
  readonly name: string;
}

export interface HandlerMove {
  /** Relative to the project. */
  readonly path: string;
  readonly text: string;
  readonly old: NamedHandler;
  readonly successor: NamedHandler;
  /** What git knows of the release. */
  readonly released: ReleasedFile | undefined;
  /** Both names do the same: what was not found in git is passed on. */
  readonly isRename: boolean;
  /** The function of the successor is what it should be; only the released one is missing. */
  readonly keepsSuccessor?: boolean;
}

/** The files to write, the file of the released function, and what was done in which line; or why it is not safe. */
export interface MovedHandler {
  readonly files: readonly SourceFile[];
  readonly path: string;
  readonly done: readonly string[];
}

type Parse = (path: string, text: string) => TsFile;

export function moveHandler(move: HandlerMove, parse: Parse): MovedHandler | string {
  const { path, text, old, successor } = move;
  const renamed = parse(path, text);
  const problem = move.keepsSuccessor ? undefined : renameFunction(renamed, old, successor);
  if (problem !== undefined) return problem;
  const done: string[] = [];
  const code = releasedCode(move, parse(path, text), parse);
  const lineOf = (where: string, content: string, name: string): string => {
    const start = exportedFunction(parse(where, content), name)?.getStart() ?? 0;
    return `${where}:${positionAt(content, start).line}`;
  };
  const isThere = exportedFunction(renamed, old.name) !== undefined;
  const current = isThere ? renamed.getFullText() : insertedBehind(renamed, successor.name, code.text, text);
  if (!text.includes(current))
    done.push(`${lineOf(path, current, successor.name)} "${old.name}" is now "${successor.name}".`);
  const files = [{ path, text: current }];
  if (code.file === undefined || isThere) {
    done.push(`${lineOf(path, current, old.name)} "${old.name}" ${isThere ? 'is unchanged' : code.how}.`);
    return { files, path, done };
  }
  files.push({ path: code.file.path, text: code.file.text });
  done.push(`${lineOf(code.file.path, code.file.text, old.name)} "${old.name}" ${code.how}.`);
  return { files, path: code.file.path, done };
}

/** Renames it with everything in the file that uses it; a sentence where it has a form that is not safe to edit. */
function renameFunction(tree: TsFile, old: NamedHandler, successor: NamedHandler): string | undefined {
  if (exportedFunction(tree, successor.name)) return undefined;
  const statement = exportedFunction(tree, old.name);
  if (!statement) {
    return isMentioned(tree, old.name)
      ? `"${old.name}" is not one exported function or constant, which could be renamed safely`
      : undefined;
  }
  const name = Node.isVariableStatement(statement)
    ? statement.getDeclarations()[0]?.getNameNode()
    : Node.isFunctionDeclaration(statement) && statement.getNameNode();
  if (!name || !Node.isIdentifier(name)) return `"${old.name}" has no name that can be edited`;
  name.rename(successor.name, { usePrefixAndSuffixText: true });
  const renamed = exportedFunction(tree, successor.name);
  for (const literal of renamed?.getDescendantsOfKind(SyntaxKind.StringLiteral) ?? []) {
    const isIndex = Node.isLiteralTypeNode(literal.getParent()) && literal.getLiteralValue() === old.name;
    if (isIndex) literal.setLiteralValue(successor.name);
  }
  const after = exportedFunction(tree, successor.name);
  const comment = after?.getLeadingCommentRanges().at(-1);
  if (comment?.getText().includes(`\`${old.tool}\``)) {
    const changed = comment.getText().replace(`\`${old.tool}\``, `\`${successor.tool}\``);
    tree.replaceText([comment.getPos(), comment.getEnd()], changed);
  }
  return undefined;
}

function isMentioned(tree: TsFile, name: string): boolean {
  const isOpen = tree.getExportDeclarations().some((one) => !one.isTypeOnly() && !one.hasNamedExports());
  return isOpen || tree.getDescendantsOfKind(SyntaxKind.Identifier).some((one) => one.getText() === name);
}

interface Code {
  readonly text: string;
  /** A file of its own, where the code beside the function has changed. */
  readonly file?: SourceFile;
  /** What the old name has now. */
  readonly how: string;
}

function releasedCode(move: HandlerMove, current: TsFile, parse: Parse): Code {
  const { released, old, successor, path } = move;
  const then = released && parse(`released/${path}`, released.text);
  const declaration = then && exportedFunction(then, old.name);
  if (!released || !then || !declaration) return replacement(move);
  const how = `has the released code (commit ${released.commit.slice(0, 8)})`;
  if (hasSameSurroundings(then, current, old.name)) return { text: declaration.getText(true), how };
  const own = `${path.slice(0, -'.ts'.length)}-${old.tool.replaceAll('_', '-')}.ts`;
  const statements = neededStatements(then, old.name).map((one) => {
    const text = one.getText(true);
    return one !== declaration && /^export /m.test(one.getText()) ? text.replace(/^export /m, '') : text;
  });
  const text = `/** The released code of the tool \`${old.tool}\`, which \`${successor.tool}\` replaces. */\n${statements.join('\n\n')}\n`;
  return { text: '', file: { path: posix.normalize(own), text }, how };
}

/** Where the released code is not known. */
function replacement({ old, successor, isRename }: HandlerMove): Code {
  const head = `/** Handler of the tool \`${old.tool}\`, which \`${successor.tool}\` replaces. */\nexport const ${old.name}: Handlers['${old.name}'] =`;
  if (isRename) return { text: `${head} ${successor.name};`, how: `calls "${successor.name}"` };
  return {
    text: `${head} async (_args, call) => {
  return call.fail('The code of "${old.tool}" is missing: it was not found when its successor was published.', 'Use the tool ${successor.tool} instead.');
};`,
    how: `fails when it is called, because its released code is not in git: add the code`,
  };
}

/** Behind the function, in the line ends of the file. */
function insertedBehind(tree: TsFile, name: string, code: string, original: string): string {
  const text = tree.getFullText();
  if (code === '') return text;
  const end = exportedFunction(tree, name)?.getEnd() ?? text.trimEnd().length;
  const inserted = `${text.slice(0, end)}\n\n${code}${text.slice(end)}`;
  const whole = inserted.endsWith('\n') ? inserted : `${inserted}\n`;
  return original.includes('\r\n') ? whole.replace(/\r?\n/g, '\r\n') : whole;
}

/** The exported function or constant of this name; nothing for re-exports, patterns and several in one statement. */
function exportedFunction(tree: TsFile, name: string): Statement | undefined {
  const statement = tree.getStatements().find((one) => namesOf(one).includes(name));
  return statement && isPlainExport(statement) ? statement : undefined;
}

function isPlainExport(statement: Statement): boolean {
  if (Node.isFunctionDeclaration(statement)) return statement.isExported() && !statement.isDefaultExport();
  if (!Node.isVariableStatement(statement) || !statement.isExported()) return false;
  const [first, ...others] = statement.getDeclarations();
  return first !== undefined && others.length === 0 && Node.isIdentifier(first.getNameNode());
}

/** Names that a statement brings into the file. */
function namesOf(statement: Statement): string[] {
  if (Node.isVariableStatement(statement)) {
    return statement.getDeclarations().flatMap((one) => {
      const name = one.getNameNode();
      if (Node.isIdentifier(name)) return [name.getText()];
      return name.getDescendantsOfKind(SyntaxKind.BindingElement).map((element) => element.getName());
    });
  }
  if (Node.isImportDeclaration(statement)) return importedNames(statement).map(({ name }) => name);
  const isNamed =
    Node.isFunctionDeclaration(statement) ||
    Node.isClassDeclaration(statement) ||
    Node.isInterfaceDeclaration(statement) ||
    Node.isTypeAliasDeclaration(statement) ||
    Node.isEnumDeclaration(statement);
  return isNamed ? [statement.getName() ?? ''] : [];
}

/** What an import declares, and the words that do it. */
function importedNames(statement: ImportDeclaration): { readonly name: string; readonly text: string }[] {
  const [whole, namespace] = [statement.getDefaultImport()?.getText(), statement.getNamespaceImport()?.getText()];
  return [
    ...(whole === undefined ? [] : [{ name: whole, text: whole }]),
    ...(namespace === undefined ? [] : [{ name: namespace, text: `* as ${namespace}` }]),
    ...statement.getNamedImports().map((one) => {
      return { name: (one.getAliasNode() ?? one.getNameNode()).getText(), text: `{ ${one.getText()} }` };
    }),
  ];
}

/** The function and everything at the top of the file that it names, in the order of the file. */
function neededStatements(tree: TsFile, name: string): Statement[] {
  const statements = tree.getStatements();
  const owners = new Map(statements.flatMap((statement) => namesOf(statement).map((one) => [one, statement] as const)));
  const visited = new Set<Statement>();
  const queue = [owners.get(name)];
  for (const statement of queue) {
    if (!statement || visited.has(statement)) continue;
    visited.add(statement);
    if (Node.isImportDeclaration(statement)) continue;
    queue.push(...identifiersIn(statement).map((one) => owners.get(one)));
  }
  return statements.filter((statement) => visited.has(statement) || isEffect(statement));
}

/** It may do something that the function relies on. */
function isEffect(statement: Statement): boolean {
  if (Node.isImportDeclaration(statement)) return namesOf(statement).length === 0;
  return Node.isExpressionStatement(statement) || Node.isIfStatement(statement);
}

/** Whether everything that the function needs beside itself is in the other file, word for word. */
function hasSameSurroundings(released: TsFile, current: TsFile, name: string): boolean {
  const here = new Set(current.getStatements().flatMap((statement) => partsOf(statement)));
  const own = exportedFunction(released, name);
  const statements = neededStatements(released, name);
  const used = new Set(statements.flatMap((one) => (Node.isImportDeclaration(one) ? [] : identifiersIn(one))));
  return statements.filter((one) => one !== own).every((one) => partsOf(one, used).every((part) => here.has(part)));
}

/** An import counts name by name: which of them share a line makes no difference. */
function partsOf(statement: Statement, used?: ReadonlySet<string>): string[] {
  if (!Node.isImportDeclaration(statement)) return [statement.getText()];
  const from = statement.getModuleSpecifierValue();
  const names = importedNames(statement);
  if (names.length === 0) return [`import ${from}`];
  return names.filter(({ name }) => !used || used.has(name)).map(({ text }) => `${text} from ${from}`);
}

function identifiersIn(statement: Statement): string[] {
  return statement.getDescendantsOfKind(SyntaxKind.Identifier).map((one) => one.getText());
}
