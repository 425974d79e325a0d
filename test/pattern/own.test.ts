/** Our own regular expressions take time in proportion to their texts, too: those come from specs, models and services. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { slownessOf } from '../../compiler/check/analysis/patterns/slow.ts';
import { formatTest } from '../../runtime/language/format.ts';
import { parseTemplate } from '../../runtime/language/template.ts';
import { parsedSource } from '../support/parsed-source.ts';

const ROOT = join(import.meta.dirname, '../..');

const FILES = ['compiler', 'runtime', 'specs'].flatMap((folder) => {
  const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return paths
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /(?<!\.d|\.generated)\.ts$/.test(path) && !/(?:^|\/)dist\//.test(path))
    .map((path) => `${folder}/${path}`);
});

/** A slash where a value starts: of a pattern, or of some comments. */
const MAY_HAVE = /(?:[=(,:[!&|?{;>]|\breturn|^)\s*\/(?![/*])/m;

/** What is written in a file, as patterns without flags of their own; with the named parts of those that are composed. */
function patternsIn(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found: string[] = [];
  // To parse all sources takes seconds.
  if (!MAY_HAVE.test(text)) return [];
  const parsed = parsedSource(file, text);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push(withFlags(node.text.slice(1, end), node.text.slice(end + 1)));
    }
    if (ts.isTaggedTemplateExpression(node) && ts.isCallExpression(node.tag)) {
      const [flags] = node.tag.arguments;
      found.push(withFlags(composed(node, parsed), flags && ts.isStringLiteral(flags) ? flags.text : ''));
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

function withFlags(source: string, flags: string): string {
  return `${flags.includes('y') ? '^' : ''}(?${flags.replaceAll(/[^ims]/g, '')}:${source})`;
}

/** What `compiler/base/word-lists.ts` makes of it: a text with the constants of the same file that it names. */
function composed(node: ts.Node, file: ts.SourceFile): string {
  if (ts.isTaggedTemplateExpression(node)) return composed(node.template, file).replaceAll(/\n\s*|\\(?=`)/g, '');
  if (ts.isStringLiteral(node)) return node.text;
  if (ts.isNoSubstitutionTemplateLiteral(node)) return node.rawText ?? '';
  if (ts.isIdentifier(node)) return composed(constantOf(node.text, file), file);
  if (!ts.isTemplateExpression(node)) throw new Error(`${file.fileName}: a pattern of ${node.getText(file)}`);
  const parts = node.templateSpans.flatMap(({ expression, literal }) => [composed(expression, file), literal.rawText]);
  return [node.head.rawText, ...parts].join('');
}

function constantOf(name: string, file: ts.SourceFile): ts.Expression {
  const all = file.statements.filter(ts.isVariableStatement).flatMap((each) => each.declarationList.declarations);
  const value = all.find((each) => each.name.getText(file) === name)?.initializer;
  if (!value) throw new Error(`${file.fileName}: no constant ${name}`);
  return value;
}

/** Only ever used on texts of a bounded length, or on files that an author writes in TypeScript. */
const BOUNDED = new Set([
  'compiler/base/text/difference.ts',
  'compiler/edge/handlers/scaffold.ts',
  'compiler/edge/handlers/tsc-output.ts',
  'compiler/edge/bundle/bundle.ts',
  'compiler/check/analysis/intended-type/closed-set.ts',
  'compiler/check/analysis/secrets/literal-secret.ts',
  'compiler/check/analysis/secrets/secret-name.ts',
  // A line of the author's own file, or the last 200 letters before the cursor.
  'compiler/features/desk/complete.ts',
]);

test('none is slow', () => {
  const all = FILES.filter((file) => !BOUNDED.has(file)).flatMap((file) => {
    return patternsIn(file).map((pattern) => ({ file, pattern }));
  });
  expect(all.length).toBeGreaterThan(200);
  const distinct = [...new Map(all.map((one) => [one.pattern, one])).values()];
  const slow = distinct.flatMap(({ file, pattern }) => {
    const found = slownessOf(pattern);
    return found === undefined ? [] : [{ file, pattern, ...found }];
  });
  expect(slow).toEqual([]);
});

/** Long enough that a quadratic reader would not end in time. */
const LENGTH = 262_144;

test.each(['date', 'date-time', 'time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6'])('a long text is no %s', (format) => {
  for (const again of ['a', '1', '.', ':', 'a.', '%', 'a@', '-', ' ']) {
    expect(formatTest(format)?.(`${again.repeat(LENGTH / again.length)}\n`)).toBe(false);
    expect(formatTest(format)?.(`a@a${again.repeat(LENGTH / again.length)}\n`)).toBe(false);
  }
});

test.each(['{', '{a', '{{', '}', '{a}', ' {a.'])('a long template is read: %s', (again) => {
  const { parts, problem } = parseTemplate(again.repeat(LENGTH / 4));
  expect(parts.length > 0 || problem !== undefined).toBe(true);
});
