/** Where code decides by a sentence of Haft, or edits one: reasons, codes and remedies are values. */
import { ts } from 'ts-morph';
import { parsedSource } from './parsed-source.ts';

/** Properties that hold a sentence for people. */
const PROSE = new Set(['message', 'hint', 'says', 'why', 'remedy', 'summary', 'retry_hint']);
/** What Node and packages throw, which has nothing but a message; what an author wrote. */
const FOREIGN = /^(?:error|cause|thrown|authored)$/i;
const READS = new Set(
  'includes startsWith endsWith match matchAll search indexOf lastIndexOf split slice replace replaceAll substring at charAt localeCompare test exec has get add set'.split(
    ' ',
  ),
);
/** What looks for a text of ours in another one. */
const WHOLE = new Set(['startsWith', 'endsWith', 'includes']);
const COMPARES = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken]);

/** `file:line expression` of each. */
export function proseReads(file: string, text: string): readonly string[] {
  const tree = parsedSource(file, text);
  const sites: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isRead(node)) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
      sites.push(`${file}:${line + 1} ${node.getText(tree)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return sites;
}

function isRead(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node) && COMPARES.has(node.operatorToken.kind))
    return [node.left, node.right].some(isProse) && ![node.left, node.right].some(isAbsence);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { expression, name } = node.expression;
  const [first] = node.arguments;
  if (!READS.has(name.text)) return false;
  if (isProse(expression) || (first !== undefined && isProse(first))) return true;
  if (first === undefined) return false;
  return name.text.startsWith('replace') ? isSentence(first) : WHOLE.has(name.text) && isText(first);
}

/** Prose behind a call, a default or brackets is prose. */
function isProse(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return isProse(node.expression);
  if (ts.isBinaryExpression(node)) return isProse(node.left) || isProse(node.right);
  if (ts.isTemplateExpression(node)) return node.templateSpans.some((span) => isProse(span.expression));
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return isProse(node.expression.expression);
  if (ts.isIdentifier(node)) return node.text === 'message';
  if (!ts.isPropertyAccessExpression(node) || !PROSE.has(node.name.text)) return false;
  return !(ts.isIdentifier(node.expression) && FOREIGN.test(node.expression.text));
}

function isAbsence(node: ts.Expression): boolean {
  if (ts.isStringLiteralLike(node)) return node.text === '';
  return (ts.isIdentifier(node) && node.text === 'undefined') || node.kind === ts.SyntaxKind.NullKeyword;
}

/** The beginning of a sentence of ours, also of one with a colon. */
function isText(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) && /^[A-Z][a-z]+ [a-z]{2,}[ .:]/.test(node.text);
}

/** A text of two plain words or more: YAML of an example has a colon. */
function isSentence(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) && /[a-z]{2,} [a-z]{2,}/.test(node.text) && !/[:{\n]/.test(node.text);
}
