/** Exported names that nothing imports, found by the parser of TypeScript. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ts } from 'ts-morph';
import { parsedSource } from './parsed-source.ts';

/** Offered to others; what a bundle of the standalone runtime starts from; what vitest calls. */
const ENTRY =
  /^(?:test\/support\/build|compiler\/index|compiler\/cli\/main|runtime\/(?:index|guard|standalone[\w-]*)|runtime\/language\/index)\.ts$/;
/** The type that a factory gives back: the declarations of the files that call the factory name it, so the type checker asks for it (TS4023). */
const IN_DECLARATIONS = new Set(['compiler/spec/behaviors/behavior.ts#BehaviorCell']);
const JUDGED = /^(?:compiler|runtime|scripts|test\/support)\//;
const PACKAGES = new Map([
  ['@haft/runtime', 'runtime/index.ts'],
  ['@haft/runtime/language', 'runtime/language/index.ts'],
  ['@haft/runtime/try', 'runtime/try.ts'],
]);

interface Module {
  readonly exported: readonly string[];
  /** `file#name`; `file#*` for all of them. */
  readonly used: readonly string[];
}

function filesBelow(root: string): string[] {
  return ['compiler', 'runtime', 'scripts', 'test', 'specs', 'vitest.config.ts']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      folder.endsWith('.ts')
        ? [folder]
        : readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
            (path) => `${folder}/${path.replaceAll('\\', '/')}`,
          ),
    )
    .filter(
      (path) => /\.(?:ts|mts|mjs)$/.test(path) && !/\bdist\/|node_modules|fixtures|\.generated\.|\.d\.mts$/.test(path),
    );
}

function read(root: string, path: string): Module {
  const all = readFileSync(join(root, path), 'utf8');
  const text = isTest(path) ? importsOf(all) : all;
  const source = parsedSource(path, text);
  // Most files import nothing later, and most of a tree is inside of functions.
  const importsLater = /\bimport\s*\(/.test(text);
  const exported: string[] = [];
  const used: string[] = [];
  const leadsTo = (specifier: ts.Expression | undefined): string => {
    const text = specifier && ts.isStringLiteralLike(specifier) ? specifier.text : '';
    return PACKAGES.get(text) ?? posix.join(posix.dirname(path), text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      used.push(...importedBy(node).map((name) => `${leadsTo(node.moduleSpecifier)}#${name}`));
    else if (ts.isExportDeclaration(node)) {
      const names = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : undefined;
      const from = (names ?? []).map((one) => (one.propertyName ?? one.name).text);
      if (node.moduleSpecifier)
        used.push(...(names ? from : ['*']).map((name) => `${leadsTo(node.moduleSpecifier)}#${name}`));
      exported.push(...(names ?? []).map((one) => one.name.text));
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      used.push(`${leadsTo(node.arguments[0])}#*`);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      used.push(`${leadsTo(node.argument.literal as ts.Expression)}#*`);
    if (importsLater) ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  for (const statement of source.statements) exported.push(...declaredBy(statement));
  return { exported, used };
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts');
}

/** The head of a test, which exports nothing; all of it where something is imported later. To parse all tests takes a second. */
function importsOf(text: string): string {
  const last = text.lastIndexOf('\nimport ');
  return /\bimport\s*\(/.test(text) ? text : text.slice(0, last < 0 ? 0 : text.indexOf(';', last) + 1);
}

function importedBy({ importClause }: ts.ImportDeclaration): string[] {
  const bindings = importClause?.namedBindings;
  if (!bindings) return [];
  return ts.isNamespaceImport(bindings) ? ['*'] : bindings.elements.map((one) => (one.propertyName ?? one.name).text);
}

function declaredBy(statement: ts.Statement): string[] {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  const { name } = statement as ts.DeclarationStatement;
  return name && ts.isIdentifier(name) ? [name.text] : [];
}

/** `file exports name`, for every name that no other file of the tree imports. */
export function unusedExports(root: string): string[] {
  const modules = filesBelow(root).map((path) => [path, read(root, path)] as const);
  const used = new Set([...IN_DECLARATIONS, ...modules.flatMap(([, module]) => module.used)]);
  return modules
    .filter(([path]) => JUDGED.test(path) && !ENTRY.test(path))
    .flatMap(([path, { exported }]) => exported.map((name) => [path, name] as const))
    .filter(([path, name]) => !used.has(`${path}#${name}`) && !used.has(`${path}#*`))
    .map(([path, name]) => `${path} exports ${name}`);
}
