/** The databases of the specs: which tables their statements name, what is learned of them, and (`haft databases --try`) whether they take the statements; nothing is run. */
import type { ToolPart } from '../../check/model.ts';
import { statementText } from '../../check/analysis/tables/columns.ts';
import { positionAt } from '../../base/diagnostic.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';
import { kindOfStatement } from '../../spec/behaviors/sql-effects.ts';
import { type SqlToken, sqlTokens } from '../../spec/behaviors/sql-tokens.ts';
import { statementsOf } from '../../spec/behaviors/sql-shape.ts';
import type { BuiltServer } from '../../edge/calls/call-handler.ts';
import { type DatabaseAnswer, tryStatements, askDatabase } from '../../edge/calls/ask-database.ts';
import type { DatabaseReport } from '../../features/connect/run/doctor/print.ts';
import { type LearnedDatabase, learnedName } from '../../check/analysis/tables/learned.ts';
import { usesOf } from '../../check/analysis/tables/statement-uses.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import type { ServerPlan } from '../../plan/model.ts';
import { CATALOGS } from '../../check/analysis/tables/catalogs.ts';

/** A login that may do everything, as a row with `login` and `is_super`. */
const LOGIN: Readonly<Record<string, string>> = {
  postgres: 'select current_user::text as login, rolsuper as is_super from pg_roles where rolname = current_user',
  mysql: `select current_user() as login, exists (select 1 from information_schema.user_privileges where privilege_type = 'SUPER'
    and grantee = concat('''', replace(current_user(), '@', '''@'''), '''')) as is_super`,
  sqlite: 'select null as login, 0 as is_super',
};

/** One after the other. */
export async function tryDatabases(built: BuiltServer, chosen: readonly NamedTables[]): Promise<DatabaseReport> {
  const tried: DatabaseReport[] = [];
  for (const one of chosen) tried.push(await tryDatabase(built, one));
  return {
    lines: tried.flatMap(({ lines }) => lines.map(escapeUnsafe)),
    problems: tried.reduce((sum, { problems }) => sum + problems, 0),
  };
}

/** One line for the database, and one for each statement that it does not take. */
async function tryDatabase(built: BuiltServer, named: NamedTables): Promise<DatabaseReport> {
  const { name, server, database, kind } = named;
  const placed = built.compiled.spec.tools
    .filter((tool) => tool.server?.spec.name === server.name && tool.spec.sql?.database === database)
    // A file that is opened for reading plans no writes.
    .filter(({ spec }) => kind !== 'sqlite' || spec.effects === 'read')
    .flatMap((tool) => statementsIn(tool));
  const statements = [
    { text: LOGIN[kind] ?? 'select 1 as one' },
    ...placed.map(({ text, tool }) => ({
      text: `explain ${text}`,
      writes: kind === 'mysql' && tool.spec.effects !== 'read',
    })),
  ];
  const [login, ...results] = await tryStatements(built, { server, database, statements });
  if (!login || 'problem' in login) {
    const problem = login?.problem ?? 'The server gave no result.';
    return { lines: [`${name} (${kind}): not reached. ${problem}`], problems: 1 };
  }
  const wrong = placed.flatMap(({ tool, path }, at) => {
    const result = results[at];
    return result && 'problem' in result
      ? [`  ${placeOf(built, tool, path)} ${tool.spec.name}: ${result.problem.replace(/(?<![.!?])$/, '.')}`]
      : [];
  });
  const count = placed.length - wrong.length;
  return {
    lines: [`${name} (${kind}): ${answersAs(login)}; it takes ${count} of ${placed.length} statements`, ...wrong],
    problems: wrong.length,
  };
}

function answersAs(login: DatabaseAnswer & { readonly row: unknown }): string {
  const { login: who, is_super: isSuper } = login.row as { readonly login: string | null; readonly is_super: unknown };
  const named = who === null ? 'can be read' : `answers to ${who}`;
  // Databases without booleans give 1.
  return isSuper === true || isSuper === 1
    ? `${named}, a superuser: give the tools a login with the rights that they need`
    : named;
}

/** Databases have no plan of these. */
const UNPLANNED: ReadonlySet<string> = new Set(['call', 'truncate']);

interface PlacedText {
  readonly tool: ToolPart;
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** Each with all of its optional parts, and null for every value: a plan needs none but numbers of rows. */
function statementsIn(tool: ToolPart): readonly PlacedText[] {
  const { sql } = tool.spec;
  if (!sql) return [];
  return statementsOf(sql)
    .map(({ path, spec }) => ({
      tool,
      path: ['sql', ...path, 'statement'],
      text: boundStatement(statementText(spec), sql.resume),
    }))
    .filter(({ text }) => !UNPLANNED.has(kindOfStatement(sqlTokens(text))));
}

function boundStatement(text: string, resume: string | undefined): string {
  const [first, ...rest] = sqlTokens(text).filter(({ kind }) => kind !== 'comment');
  const tokens = first ? [first, ...rest] : [];
  return tokens
    .map(({ kind, text: token, isApart }, at) => {
      const value = token === `{${resume}}` ? 'true' : isCount(tokens, at) ? '1' : 'null';
      return `${isApart && at > 0 ? ' ' : ''}${kind === 'variable' ? value : token}`;
    })
    .join('');
}

/** `limit {count}`, `limit {start}, {count}`, `offset {start}`. */
function isCount(tokens: readonly SqlToken[], at: number): boolean {
  const before = tokens[at - 1]?.text === ',' ? at - 3 : at - 1;
  return /^(?:limit|offset)$/i.test(tokens[before]?.text ?? '');
}

function placeOf({ sources }: BuiltServer, tool: ToolPart, path: PlacedText['path']): string {
  const { file, start } = tool.at(path);
  const { line, column } = positionAt(sources.specs.find((one) => one.path === file)?.text ?? '', start);
  return `${file}:${line}:${column}`;
}

/** A database of a server, and the tables that the statements of its tools name; sorted. */
export interface NamedTables {
  readonly name: string;
  readonly server: ServerPlan;
  readonly database: string;
  readonly kind: LearnedDatabase['kind'];
  readonly tables: readonly string[];
}

/** Of every database of the project, by name. */
export function namedTables({ compiled: { plan, spec } }: BuiltServer): readonly NamedTables[] {
  return plan.servers.flatMap((server) =>
    Object.entries(server.databases ?? {}).map(([database, { kind }]): NamedTables => {
      const own = spec.tools.filter((tool) => tool.server?.spec.name === server.name);
      const tables = new Set(own.flatMap((tool) => tablesOf(tool, database)));
      return { name: learnedName(server.name, database), server, database, kind, tables: [...tables].toSorted() };
    }),
  );
}

function tablesOf({ spec: { sql } }: ToolPart, database: string): readonly string[] {
  return sql?.database === database ? statementsOf(sql).flatMap((one) => usesOf(statementText(one.spec)).tables) : [];
}

/** @throws Failure where the database does not answer: nothing is known of it then. */
export async function learn(
  built: BuiltServer,
  { name, server, database, kind, tables }: NamedTables,
): Promise<LearnedDatabase> {
  const catalog = CATALOGS[kind];
  if (!catalog) throw new Failure(`Databases of kind ${kind} cannot be learned.`, 'Leave it out: name the others.');
  const { statement, json } = catalog;
  const rows = await askDatabase(built, { server, database, name, statement, json, names: tables });
  const byName = new Map(rows.map((row) => [String(row['table']), catalog.table(row)]));
  return { kind, tables: Object.fromEntries(tables.map((table) => [table, byName.get(table) ?? null])) };
}
