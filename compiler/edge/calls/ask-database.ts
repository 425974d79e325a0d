/** Asks a database with a tool of its server that runs one reading statement, in a process of it, as `haft call` does. */
import type { Behavior } from '@haft/runtime';
import { type Json, type JsonObject, isJsonObject } from '@haft/runtime/language';
import type { OneCall, OneResult } from '@haft/runtime/try';
import { type BuiltServer, callTools } from './call-handler.ts';
import { Failure } from '../command-line/failure.ts';
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';
import { membersOf, readJson, readJsonMap } from '../../plan/read-json.ts';
import { compileFunction } from 'node:vm';

interface CatalogQuestion {
  readonly server: ServerPlan;
  /** Under `databases:` of the server. */
  readonly database: string;
  /** How messages name it. */
  readonly name: string;
  /** Its value `{names}` is a list of texts. */
  readonly statement: string;
  readonly names: readonly string[];
  /** Members of the rows that are JSON, also where they are text. */
  readonly json: readonly string[];
  /** Beside the variables of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

/** The rows. @throws Failure where the database does not answer: nothing is known of it then. */
export async function askDatabase(built: BuiltServer, question: CatalogQuestion): Promise<readonly JsonObject[]> {
  const { server, database, name, statement, names, json, env } = question;
  const tool = askingTool('read_catalog', database, statement);
  const calls = [{ name: tool.name, args: { names } }];
  const [{ text, success } = NO_RESULT] = await callTools(built, withTools(server, [tool]), calls, { env });
  const envelope = readJsonMap(text) ?? {};
  if (!success)
    throw new Failure(
      `Database "${name}" cannot be read: ${String(envelope['error'])}`,
      envelope['code'] === 'unsupported'
        ? 'Run the command again with a later Node. Nothing was written.'
        : 'Check its address, the login and the network, then run the command again. Nothing was written.',
    );
  return rowsOf(envelope['data']).map((row) => ({
    ...row,
    ...Object.fromEntries(json.map((member) => [member, decodeValue(row[member])])),
  }));
}

const NO_RESULT: OneResult = { text: '', success: false };

interface TriedStatement {
  readonly text: string;
  /** Whether the database explains it only where it may write. */
  readonly writes?: boolean;
}

/** What each statement gives, or what the database says against it. Every one of them only reads. */
export async function tryStatements(
  built: BuiltServer,
  {
    server,
    database,
    statements,
  }: Pick<CatalogQuestion, 'server' | 'database'> & { readonly statements: readonly TriedStatement[] },
): Promise<readonly DatabaseAnswer[]> {
  const tools = statements.map(({ text, writes = false }, at) => {
    const tool = askingTool(`try_${at}`, database, text);
    return writes ? { ...tool, annotations: { ...tool.annotations, readOnlyHint: false } } : tool;
  });
  const { databases = {} } = server;
  const own = Object.entries(databases).map(([name, { on_unreachable: _authored, ...rest }]) => [
    name,
    { ...rest, errors: SAID },
  ]);
  const calls = tools.map(({ name }) => ({ name, args: { names: [] } }));
  const results = await callTools(built, withTools({ ...server, databases: Object.fromEntries(own) }, tools), calls);
  return results.map(({ text, success }) => {
    const envelope = readJsonMap(text) ?? {};
    const [row] = rowsOf(envelope['data']);
    return success ? { row: row ?? {} } : { problem: String(envelope['error']), code: String(envelope['code']) };
  });
}

export type DatabaseAnswer = { readonly row: JsonObject } | { readonly problem: string; readonly code: string };

/** The message of the database itself: the author reads it, no model. */
const SAID = {
  default: [
    { error: 'The database rejects it.', retry_hint: 'Change the statement or the database.', detail: '/message' },
  ],
};

/** What else the server needs to start is not needed here. */
function withTools({ upstreams: _upstreams, ...server }: ServerPlan, tools: readonly ToolPlan[]): ServerPlan {
  return { ...server, tools, connections: {} };
}

function rowsOf(data: unknown): readonly JsonObject[] {
  const rows = membersOf(data)?.['rows'];
  return (Array.isArray(rows) ? rows : []).filter(isJsonObject);
}

function decodeValue(value: Json | undefined): Json {
  const read = typeof value === 'string' ? readJson(value) : { value: value ?? null };
  return 'value' in read ? read.value : null;
}

function askingTool(name: string, database: string, statement: string): ToolPlan {
  return {
    name,
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

type Drivers = NonNullable<OneCall['drivers']>;

/** Those that the work of a tool needs. Their texts are read, and one of them compiled, only where a tool has a statement. */
export async function driversFor({ kind }: Behavior): Promise<Drivers> {
  if (kind !== 'sql') return {};
  const { DRIVERS } = await import('../../emit/server/drivers.generated.ts');
  return Object.fromEntries(Object.entries(DRIVERS).map(([name, text]) => [name, loader(text)]));
}

function loader(text: string): Drivers[string] {
  return (require): unknown => compileFunction(`return (${text})(require);`, ['require'])(require);
}
