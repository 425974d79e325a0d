// Prints the runtime as pieces of text, from which `server.mjs` is put together. Run by `npm run fix`; a test fails on drift.
//
// 1. esbuild bundles runtime/standalone.ts once: `start` and every optional module are its exports. In the bundle every
//    name at the top is the only one of that name, and every statement at the top declares something and does nothing else.
// 2. Each export reaches some of these statements: its own, those that they name, and so on.
// 3. Statements that the same exports reach are one piece, minified once. What several exports share is in one piece for all
//    of them, so no text is there twice, and there are as many pieces as there are ways of sharing, not as sets of modules.
// 4. A server's text is every piece that `start` or one of its modules reaches, in the order printed here (a piece names only
//    pieces that more exports reach, which are before it), and then a call of `start`: see emit/server/runtime-text.ts. Another
//    output is the same with other roots, such as `open`. Roots are the exports that are functions; modules are objects.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { ts } from 'ts-morph';

export const TARGET = fileURLToPath(new URL('../compiler/emit/server/standalone.generated.ts', import.meta.url));

const TYPES = fileURLToPath(new URL('../runtime/in-process/shapes.ts', import.meta.url));

/** The runtime in its pieces, and the names that its exports have in them. */
async function standalonePieces() {
  const { statements, names } = parse(await bundle());
  const isModule = ([, local]) => statements.some(({ declared, isObject }) => declared === local && isObject);
  const [modules, roots] = [true, false].map((is) => Object.entries(names).filter((one) => isModule(one) === is));
  const sharing = ([exports]) => (isOfAll(exports) ? Number.POSITIVE_INFINITY : exports.length);
  const sets = [...setsOf(statements, modules, roots)].sort((left, right) => sharing(right) - sharing(left));
  const pieces = sets.map(async ([all, texts]) => [all, await minify(texts.join('\n'))]);
  return { pieces: await Promise.all(pieces), modules: Object.fromEntries(modules), roots: Object.fromEntries(roots) };
}

/** Statements by the exports that reach them. What every server has is needed whatever modules there are. */
function setsOf(statements, modules, roots) {
  const reached = [...roots, ...modules].map(([name, local]) => [name, reach(local, statements)]);
  const bySet = new Map();
  for (const one of statements) {
    const all = reached.filter(([, those]) => those.has(one)).map(([name]) => name);
    const needed = isOfAll(all) ? ['start', 'open'] : all;
    const key = needed.join(' ');
    bySet.set(key, [needed, [...(bySet.get(key)?.[1] ?? []), one.text]]);
  }
  return bySet.values();
}

function isOfAll(exports) {
  return exports.includes('start') && exports.includes('open');
}

/** The TypeScript module that holds the pieces. */
export async function standaloneModule() {
  const { pieces, modules, roots } = await standalonePieces();
  return `/** The runtime in pieces, made by scripts/standalone.mjs from runtime/standalone.ts: which modules need it, and its text. */
export const PIECES: readonly (readonly [modules: readonly string[], text: string])[] = [
${pieces.map(([modules, text]) => `  [${JSON.stringify(modules)},\n    ${literal(text)}],\n`).join('')}];

/** What the optional modules are called in the pieces. */
export const NAMES = ${JSON.stringify(modules)} as const;

/** What starts or opens a server, and the adapters of an opened one. */
export const ROOTS = ${JSON.stringify(roots)} as const;

/** The types of a server in process. */
export const IN_PROCESS_TYPES =
  ${literal(readFileSync(TYPES, 'utf8'))};
`;
}

/** Statement by statement: what one pass over all of them would join can not be taken apart. */
async function bundle() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../runtime/standalone.ts', import.meta.url))],
    bundle: true,
    write: false,
    minifyIdentifiers: true,
    minifySyntax: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
  });
  return outputFiles[0].text;
}

async function minify(text) {
  // Where Node itself shows a line of it, it shows a short one.
  const { code } = await transform(text, {
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 500,
    target: 'node20',
  });
  return code;
}

function parse(text) {
  const file = ts.createSourceFile('standalone.mjs', text, ts.ScriptTarget.Latest, true);
  const statements = [];
  let names = {};
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement)) names = exportsOf(statement);
    else statements.push(...declarationsIn(statement));
  }
  return { statements, names };
}

function exportsOf({ exportClause: { elements } }) {
  const names = elements.map(({ name, propertyName }) => [name.text, (propertyName ?? name).text]);
  return Object.fromEntries(names.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function declarationsIn(statement) {
  if (ts.isFunctionDeclaration(statement))
    return [{ text: statement.getText(), declared: statement.name.text, named: namedIn(statement) }];
  if (ts.isImportDeclaration(statement))
    throw new Error(
      `The runtime must import ${statement.moduleSpecifier.getText()} where it is used: await import(…); ${statement.getText().slice(0, 80)}`,
    );
  if (!ts.isVariableStatement(statement))
    throw new Error(`The runtime does something when it is loaded: ${statement.getText().slice(0, 200)}`);
  return statement.declarationList.declarations.map((one) => {
    if (!ts.isIdentifier(one.name))
      throw new Error(`A constant of the runtime must have a name of its own: ${one.getText().slice(0, 80)}`);
    const isObject = one.initializer !== undefined && ts.isObjectLiteralExpression(one.initializer);
    return { text: `var ${one.getText()};`, declared: one.name.text, named: namedIn(one), isObject };
  });
}

/** All identifiers but names of members: one that is called as a statement is would keep that statement for nothing. */
function namedIn(node, names = new Set()) {
  if (ts.isIdentifier(node)) names.add(node.text);
  ts.forEachChild(node, (child) => {
    if (!(ts.isIdentifier(child) && child === memberOf(node))) namedIn(child, names);
  });
  return names;
}

function memberOf(node) {
  if (ts.isBindingElement(node)) return node.propertyName;
  if (ts.isPropertyAccessExpression(node) || ts.isPropertyAssignment(node) || ts.isClassElement(node)) return node.name;
  return ts.isMethodDeclaration(node) || ts.isAccessor(node) ? node.name : undefined;
}

function reach(local, statements, reached = new Set()) {
  for (const statement of statements) {
    if (statement.declared !== local || reached.has(statement)) continue;
    reached.add(statement);
    for (const name of statement.named) reach(name, statements, reached);
  }
  return reached;
}

function literal(text) {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TARGET, await standaloneModule());
