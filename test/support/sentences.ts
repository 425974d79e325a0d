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

export function sentencesIn(file: string, source: string): Sentence[] {
  const found: Sentence[] = [];
  const tree = parsedSource(file, source);
  const add = (kind: string, node: ts.Node | undefined): void => {
    for (const leaf of leaves(node)) {
      const line = tree.getLineAndCharacterOfPosition(leaf.getStart()).line + 1;
      found.push({ file, line, kind, text: textOf(leaf) });
    }
  };
  const visit = (node: ts.Node): void => {
    if (isExample(node)) return;
    for (const [kind, value] of sites(node)) add(kind, value);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found.filter(({ text }) => /\s/.test(text.trim()));
}

/** Every literal with a blank, whatever it is for: what no text may have is looked for here. */
export function literalsIn(file: string, source: string): Sentence[] {
  const found: Sentence[] = [];
  const tree = parsedSource(file, source);
  const visit = (node: ts.Node): void => {
    if (isExample(node)) return;
    if (isText(node)) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ file, line, kind: 'text', text: textOf(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found.filter(({ text }) => /\s/.test(text.trim()));
}

function isExample(node: ts.Node): boolean {
  return ts.isPropertyAssignment(node) && EXAMPLES.test(node.name.getText());
}

function sites(node: ts.Node): [kind: string, value: ts.Node | undefined][] {
  if (ts.isPropertyAssignment(node) && NAMED.test(node.name.getText()))
    return [[node.name.getText(), node.initializer]];
  if (ts.isVariableDeclaration(node) && NAMED.test(node.name.getText()))
    return [[node.name.getText(), node.initializer]];
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return [];
  const name = node.expression.getText();
  const args = node.arguments ?? [];
  if (describes(node) && BUILDERS.test(name) && args[0] && isText(args[0])) return [['description', args[0]]];
  return (Object.hasOwn(ARGUMENTS, name) ? (ARGUMENTS[name] ?? []) : []).map((index) => [name, args[index]]);
}

/** Only in the modules that describe the language. */
function describes(node: ts.Node): boolean {
  return /^compiler\/(?:language|check\/documents)\//.test(node.getSourceFile().fileName);
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
