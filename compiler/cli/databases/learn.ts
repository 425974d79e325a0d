/** Asks a database about the tables that statements name: with a tool of its server, in a process of it, as `haft call` does. */
import type { ToolPart } from '../../check/model.ts';
import { statementText } from '../../check/analysis/tables/columns.ts';
import { type LearnedDatabase, learnedName } from '../../check/analysis/tables/learned.ts';
import { statementsOf } from '../../spec/behaviors/sql-shape.ts';
import { usesOf } from '../../check/analysis/tables/statement-uses.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';
import { membersOf, readJsonMap } from '../../plan/read-json.ts';
import { isJsonObject } from '@haft/runtime/language';
import { type BuiltServer, callHandler } from '../call/call-handler.ts';
import { CATALOGS } from './catalogs.ts';

/** A database of a server, and the tables that the statements of its tools name; sorted. */
export interface NamedTables {
  readonly name: string;
  readonly server: ServerPlan;
  readonly database: string;
  readonly kind: string;
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

export function canLearn({ kind }: NamedTables): boolean {
  return Object.hasOwn(CATALOGS, kind);
}

/** @throws Failure where the database does not answer: nothing is known of it then. */
export async function learn(
  built: BuiltServer,
  { name, server, database, kind, tables }: NamedTables,
): Promise<LearnedDatabase> {
  const catalog = CATALOGS[kind];
  if (!catalog) throw new Failure(`Databases of kind ${kind} cannot be learned.`, 'Leave it out: name the others.');
  const tool = askingTool(database, catalog.statement);
  // What else the server needs to start is not needed here.
  const { upstreams: _upstreams, ...own } = server;
  const asking = { server: { ...own, tools: [tool], connections: {} }, tool };
  const { text, success } = await callHandler(built, asking, { names: tables });
  const envelope = readJsonMap(text) ?? {};
  if (!success)
    throw new Failure(
      `Database "${name}" cannot be read: ${String(envelope['error'])}`,
      'Check the variables of its address, the login and the network, then run the command again. Nothing was written.',
    );
  const rows = membersOf(envelope['data'])?.['rows'];
  const found = (Array.isArray(rows) ? rows : []).filter(isJsonObject);
  return { kind, tables: Object.fromEntries(found.map((row) => [String(row['table']), catalog.table(row)])) };
}

const ASKING = 'learn_tables';

function askingTool(database: string, statement: string): ToolPlan {
  return {
    name: ASKING,
    description: { text: 'Reads the catalog.', parts: [] },
    authored: { does: 'Reads the catalog.', when: '' },
    inputSchema: {
      type: 'object',
      properties: { names: { type: 'array', items: { type: 'string' } } },
      required: ['names'],
      additionalProperties: false,
    },
    returns: { type: 'object' },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    behavior: { kind: 'sql', database, statement: [statement], rows: 'many', max_rows: 10_000, max_bytes: 104_857_600 },
    evals: [],
    source: '',
  };
}
