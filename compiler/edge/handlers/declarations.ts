/** The statements of a handler file that a function needs, and whether they are the same in another version of the file. */
import { Node, SyntaxKind } from 'ts-morph';
import type { ImportDeclaration, SourceFile as TsFile, Statement } from 'ts-morph';

/** What a function is made of. */
interface Declared {
  readonly statement: Statement;
  /** With its documentation comment. */
  readonly text: string;
}

/** The exported function or constant of this name; nothing for re-exports, patterns and several in one statement. */
export function exportedFunction(tree: TsFile, name: string): Declared | undefined {
  const statement = tree.getStatements().find((one) => declares(one, name));
  if (!statement || !isPlainExport(statement)) return undefined;
  return { statement, text: statement.getText(true) };
}

function declares(statement: Statement, name: string): boolean {
  return namesOf(statement).includes(name);
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
export function needed(tree: TsFile, name: string): Statement[] {
  const statements = tree.getStatements();
  const owners = new Map(statements.flatMap((statement) => namesOf(statement).map((one) => [one, statement] as const)));
  const taken = new Set<Statement>();
  const queue = [owners.get(name)];
  for (const statement of queue) {
    if (!statement || taken.has(statement)) continue;
    taken.add(statement);
    if (Node.isImportDeclaration(statement)) continue;
    for (const identifier of statement.getDescendantsOfKind(SyntaxKind.Identifier))
      queue.push(owners.get(identifier.getText()));
  }
  return statements.filter((statement) => taken.has(statement) || isEffect(statement));
}

/** It may do something that the function relies on. */
function isEffect(statement: Statement): boolean {
  if (Node.isImportDeclaration(statement)) return namesOf(statement).length === 0;
  return Node.isExpressionStatement(statement) || Node.isIfStatement(statement);
}

/** Whether everything that the function needs beside itself is in the other file, word for word. */
export function hasSameSurroundings(released: TsFile, current: TsFile, name: string): boolean {
  const here = new Set(current.getStatements().flatMap((statement) => partsOf(statement)));
  const own = exportedFunction(released, name)?.statement;
  const statements = needed(released, name);
  const used = new Set(statements.flatMap(identifiersIn));
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
  if (Node.isImportDeclaration(statement)) return [];
  return statement.getDescendantsOfKind(SyntaxKind.Identifier).map((one) => one.getText());
}
