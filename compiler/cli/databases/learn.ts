/** The tables that statements name, and what their database says of them. */
import type { ToolPart } from '../../check/model.ts';
import { statementText } from '../../check/analysis/tables/columns.ts';
import { type LearnedDatabase, learnedName } from '../../check/analysis/tables/learned.ts';
import { statementsOf } from '../../spec/behaviors/sql-shape.ts';
import { usesOf } from '../../check/analysis/tables/statement-uses.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import type { ServerPlan } from '../../plan/model.ts';
import type { BuiltServer } from '../../edge/calls/call-handler.ts';
import { askDatabase } from '../../edge/calls/ask-database.ts';
import { CATALOGS } from '../../check/analysis/tables/catalogs.ts';

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
