/** Asks a database with a tool of its server that runs one reading statement, in a process of it, as `haft call` does. */
import type { Json, JsonObject } from '@haft/runtime/language';
import { isJsonObject } from '@haft/runtime/language';
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';
import { membersOf, readJson, readJsonMap } from '../../plan/read-json.ts';
import { type BuiltServer, callHandler } from './call-handler.ts';
import { Failure } from '../command-line/failure.ts';

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
  const tool = askingTool(database, statement);
  // What else the server needs to start is not needed here.
  const { upstreams: _upstreams, ...own } = server;
  const asking = { server: { ...own, tools: [tool], connections: {} }, tool };
  const { text, success } = await callHandler(built, asking, { names }, env);
  const envelope = readJsonMap(text) ?? {};
  if (!success)
    throw new Failure(
      `Database "${name}" cannot be read: ${String(envelope['error'])}`,
      'Check its address, the login and the network, then run the command again. Nothing was written.',
    );
  const rows = membersOf(envelope['data'])?.['rows'];
  return (Array.isArray(rows) ? rows : [])
    .filter(isJsonObject)
    .map((row) => ({ ...row, ...Object.fromEntries(json.map((member) => [member, decoded(row[member])])) }));
}

function decoded(value: Json | undefined): Json {
  const read = typeof value === 'string' ? readJson(value) : { value: value ?? null };
  return 'value' in read ? read.value : null;
}

function askingTool(database: string, statement: string): ToolPlan {
  return {
    name: 'read_catalog',
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
