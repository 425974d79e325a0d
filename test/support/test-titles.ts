/** Titles of the tests in a file, read without running them; those of tables with the values of their rows. */
import type { CallExpression, Node } from 'ts-morph';
import { Project, SyntaxKind } from 'ts-morph';
import { RULES } from '../../compiler/check/rules/index.ts';

interface Title {
  /** As in the file: "%s is told as %s". */
  readonly template: string;
  /** What can stand for the places of the template; undefined where the title has none. */
  readonly values: ReadonlySet<string> | undefined;
}

const project = new Project({ skipAddingFilesFromTsConfig: true, compilerOptions: { allowJs: true } });
const known = new Map<string, readonly (readonly Title[])[]>();

/** Whether a test that is not skipped has this title, below these of `describe`. */
export function hasTest(file: string, path: readonly string[]): boolean {
  const titles = known.get(file) ?? titlesIn(file);
  known.set(file, titles);
  return titles.some((one) => one.length === path.length && one.every((title, at) => fits(title, path[at] ?? '')));
}

function titlesIn(file: string): readonly (readonly Title[])[] {
  const calls = project.addSourceFileAtPath(file).getDescendantsOfKind(SyntaxKind.CallExpression);
  return calls
    .filter((call) => /^(?:test|it)\b/.test(calleeOf(call)))
    .flatMap((call) => {
      const around = call
        .getAncestors()
        .filter((node): node is CallExpression => node.isKind(SyntaxKind.CallExpression));
      const path = [call, ...around.filter((outer) => calleeOf(outer).startsWith('describe'))].reverse();
      const titles = path.map(titleOf).filter((title) => title !== undefined);
      // What only Windows leaves out runs everywhere else.
      const skipped = path.some((one) =>
        /\.(?:skip|runIf|todo|fails)\b|\.skipIf\((?!ON_WINDOWS\))/.test(calleeOf(one)),
      );
      return skipped || titles.length !== path.length ? [] : [titles];
    });
}

/** What is called, with its table: describe.each([…]). */
function calleeOf(call: CallExpression): string {
  return call.getArguments().length < 2 ? '' : call.getExpression().getText();
}

function titleOf(call: CallExpression): Title | undefined {
  const [first] = call.getArguments();
  const literal = first?.asKind(SyntaxKind.StringLiteral) ?? first?.asKind(SyntaxKind.NoSubstitutionTemplateLiteral);
  if (!literal) return undefined;
  const table = call.getExpression().asKind(SyntaxKind.CallExpression)?.getArguments()[0];
  return { template: literal.getLiteralText(), values: table ? valuesIn(table) : undefined };
}

/** The literals of a table that is written in the call, else of its file; and the ids of rules where it is made of those. */
function valuesIn(table: Node): ReadonlySet<string> {
  const inline = table.isKind(SyntaxKind.ArrayLiteralExpression);
  const from = inline ? table : table.getSourceFile();
  const literals = from
    .getDescendants()
    .flatMap((node) => node.asKind(SyntaxKind.StringLiteral) ?? node.asKind(SyntaxKind.NumericLiteral) ?? []);
  const ids = table.getText().startsWith('RULES') ? RULES.map(({ id }) => id) : [];
  // The official client’s ways are listed in its own file.
  const modes = /^(?:SOME_)?MODES$/.test(table.getText()) ? ['legacy', 'auto', '2026-07-28'] : [];
  return new Set([...literals.map((literal) => String(literal.getLiteralValue())), ...ids, ...modes]);
}

function fits({ template, values }: Title, title: string): boolean {
  if (!values) return template === title;
  const pattern = template.split(/%[sijdof]/).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const [, ...found] = new RegExp(`^${pattern.join('(.+?)')}$`).exec(title) ?? [''];
  const matches = pattern.length > 1 ? found.length > 0 : template === title;
  return matches && found.every((value) => values.has(value));
}
