/** The sentences that people and models read, taken from the source by the TypeScript parser: rules, changes, flags, failures. */
import { ts } from 'ts-morph';
import { parsedSource } from './parsed-source.ts';

export interface Sentence {
  readonly file: string;
  readonly line: number;
  /** What it is, such as `hint`. */
  readonly kind: string;
  /** Placeholders of a template are `…`. */
  readonly text: string;
}

/** Properties and variables whose value is a whole sentence. */
const NAMED = /^(?:says|why|next|hint|message|error|retry_hint|summary|words)$/;
/** Arguments that are whole sentences, by the name of the function. */
const ARGUMENTS: Readonly<Record<string, readonly number[]>> = {
  report: [1, 2],
  finding: [3, 4],
  Failure: [0, 1],
};
/** Builders of the spec language, whose first argument describes a key. */
const BUILDERS = /^(?:object|text|list|map|choice|integer|flag|yesNo|boolean|number|anyOf|oneOf)$/;
/** What is no text of Haft: examples of specs. */
const EXAMPLES = /^(?:good|bad|example|examples|before|after)$/;

export function sentencesIn(file: string, source: string): readonly Sentence[] {
  return textsIn(file, source).sentences;
}

/** Every literal with a blank, whatever it is for: what no text may have is looked for here. */
export function literalsIn(file: string, source: string): readonly Sentence[] {
  return textsIn(file, source).literals;
}

interface Texts {
  readonly sentences: readonly Sentence[];
  readonly literals: readonly Sentence[];
}

const TEXTS = new WeakMap<ts.SourceFile, Texts>();

/** Both in one pass over the tree, which takes longer than everything else. */
function textsIn(file: string, source: string): Texts {
  const tree = parsedSource(file, source);
  const known = TEXTS.get(tree);
  if (known) return known;
  const sentences: Sentence[] = [];
  const literals: Sentence[] = [];
  const add = (to: Sentence[], kind: string, node: ts.Node): void => {
    const text = textOf(node);
    if (!/\s/.test(text.trim())) return;
    to.push({ file, line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1, kind, text });
  };
  const isLanguage = describes(file);
  const visit = (node: ts.Node): void => {
    if (isExample(node)) return;
    for (const [kind, value] of sites(node, isLanguage)) for (const leaf of leaves(value)) add(sentences, kind, leaf);
    if (isText(node)) add(literals, 'text', node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  const texts = { sentences, literals };
  TEXTS.set(tree, texts);
  return texts;
}

function isExample(node: ts.Node): boolean {
  return ts.isPropertyAssignment(node) && EXAMPLES.test(nameOf(node.name));
}

const NONE: readonly [string, ts.Node | undefined][] = [];

function sites(node: ts.Node, isLanguage: boolean): readonly [kind: string, value: ts.Node | undefined][] {
  if (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) {
    const name = nameOf(node.name);
    return NAMED.test(name) ? [[name, node.initializer]] : NONE;
  }
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return NONE;
  const name = nameOf(node.expression);
  const args = node.arguments ?? [];
  if (isLanguage && BUILDERS.test(name) && args[0] && isText(args[0])) return [['description', args[0]]];
  return Object.hasOwn(ARGUMENTS, name) ? (ARGUMENTS[name] ?? []).map((index) => [name, args[index]]) : NONE;
}

/** The name alone: the text of anything larger is none. */
function nameOf(node: ts.Node): string {
  return ts.isIdentifier(node) || ts.isStringLiteralLike(node) ? node.text : '';
}

/** Only in the modules that describe the language. */
function describes(file: string): boolean {
  return /^compiler\/(?:spec\/shape|check\/documents)\//.test(file);
}

/** The texts that a value can be, through conditions; what comes from elsewhere is none. */
function leaves(node: ts.Node | undefined): ts.Node[] {
  if (node === undefined) return [];
  if (ts.isParenthesizedExpression(node)) return leaves(node.expression);
  if (ts.isConditionalExpression(node)) return [...leaves(node.whenTrue), ...leaves(node.whenFalse)];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
    return [...leaves(node.left), ...leaves(node.right)];
  return isText(node) ? [node] : [];
}

function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}
