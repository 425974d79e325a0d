/** docs/internals.md is true: its functions exist in their files, and are called where it says, in its order. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { parsedSource } from './support/parsed-source.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGE = readFileSync(join(ROOT, 'docs/internals.md'), 'utf8');

interface Row {
  readonly name: string;
  readonly file: string;
  /** Absent for what is called from outside. */
  readonly caller?: { readonly name: string; readonly file: string };
}

function rowsOf(title: string): readonly Row[] {
  const section = PAGE.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| `(\w+)` \| `([^`]+)` \| (?:`(\w+)` of `([^`]+)`|.*) \|$/gm)].map(
    ([, name = '', file = '', caller, callerFile]) => ({
      name,
      file,
      ...(caller !== undefined && callerFile !== undefined && { caller: { name: caller, file: callerFile } }),
    }),
  );
}

function sourceOf(file: string): ts.SourceFile {
  return parsedSource(file, readFileSync(join(ROOT, file), 'utf8'));
}

/** The declaration at the top of a file. */
function declared(source: ts.SourceFile, name: string): ts.Node | undefined {
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
    if (!ts.isVariableStatement(statement)) continue;
    const own = statement.declarationList.declarations.find((one) => one.name.getText(source) === name);
    if (own) return own;
  }
  return undefined;
}

/** Under which names a file has what another file declares: by an import, or as a member of a module loaded later. */
function localNames(source: ts.SourceFile, { name, file }: Row): readonly string[] {
  const leadsThere = (specifier: string): boolean =>
    posix.normalize(posix.join(posix.dirname(source.fileName), specifier)) === file;
  if (source.fileName === file) return [name];
  const names = source.statements.flatMap((one): string[] => {
    if (!ts.isImportDeclaration(one) || !ts.isStringLiteral(one.moduleSpecifier)) return [];
    const bindings = one.importClause?.namedBindings;
    if (!leadsThere(one.moduleSpecifier.text) || !bindings || !ts.isNamedImports(bindings)) return [];
    return bindings.elements.filter((own) => (own.propertyName ?? own.name).text === name).map((own) => own.name.text);
  });
  const isLoaded = [...source.text.matchAll(/\bimport\('([^']+)'\)/g)].some(([, specifier = '']) =>
    leadsThere(specifier),
  );
  return isLoaded ? [...names, name] : names;
}

/** Where a declaration uses one of the names: the end of the first use. */
function useOf(within: ts.Node, names: readonly string[]): number | undefined {
  if (ts.isIdentifier(within) && names.includes(within.text)) return within.end;
  return ts.forEachChild(within, (child) => {
    const isName = 'name' in within && within.name === child;
    return isName && !ts.isPropertyAccessExpression(within) ? undefined : useOf(child, names);
  });
}

describe.each(['One compile', 'One call'])('%s', (title) => {
  const rows = rowsOf(title);

  test('has ten functions, all but the first with a caller', () => {
    expect(rows).toHaveLength(10);
    expect(rows.filter(({ caller }) => caller === undefined)).toHaveLength(1);
  });

  test.each(rows)('$name is declared in $file', ({ name, file }) => {
    expect(declared(sourceOf(file), name), `${file} declares no ${name}`).toBeDefined();
  });

  test.each(rows.filter(({ caller }) => caller))('$name is called in $caller.name', (row) => {
    const source = sourceOf(row.caller?.file ?? '');
    const caller = declared(source, row.caller?.name ?? '');
    expect(caller, `${row.caller?.file} declares no ${row.caller?.name}`).toBeDefined();
    const use = caller && useOf(caller, localNames(source, row));
    expect(use, `${row.caller?.name} does not use ${row.name} of ${row.file}`).toBeDefined();
  });

  test('functions that one file calls are in the order of their calls', () => {
    const offsets = new Map<string, number[]>();
    for (const row of rows.filter(({ caller }) => caller)) {
      const { name = '', file = '' } = row.caller ?? {};
      const source = sourceOf(file);
      const caller = declared(source, name);
      const use = caller && useOf(caller, localNames(source, row));
      offsets.set(file, [...(offsets.get(file) ?? []), use ?? -1]);
    }
    for (const all of offsets.values()) expect(all).toEqual(all.toSorted((a, b) => a - b));
  });
});

test('the passes of the table run in its order', () => {
  const passes = rowsOf('One compile').flatMap(({ caller }) =>
    caller?.file === 'compiler/edge/passes/specs.ts' ? [caller.name] : [],
  );
  const spine = /const SPINE[^=]*= \[(.*?)\]/.exec(sourceOf('compiler/cli/spine.ts').text)?.[1]?.split(', ') ?? [];
  expect(passes).toEqual(spine.slice(0, passes.length));
});

test('the page has a hundred sentences or more, each of at most twenty words', () => {
  const prose = PAGE.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/^(?:#|\|).*$/gm, '\n');
  const sentences = prose
    .split(/\n\n+|\n(?=\d\. )/)
    .flatMap((paragraph) => paragraph.replaceAll('\n', ' ').split(/(?<=[.:])\s+(?=[A-Z`]|\d+\. )/))
    .map((one) => one.trim())
    .filter((one) => /\w+ \w+/.test(one));
  expect(sentences.length).toBeGreaterThanOrEqual(100);
  expect(sentences.filter((one) => one.split(/\s+/).length > 20)).toEqual([]);
});
