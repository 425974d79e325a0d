/** Behavior `sql`: one statement in a transaction, with the arguments as bound values. */
import type { ServerDescriptor, SqlBehavior } from '../../descriptor/descriptor.ts';
import { type JsonObject, ownMember } from '../../language/json.ts';
import { callCancelled } from '../../server/call-failures.ts';
import { neededVariables } from '../../server/environment.ts';
import {
  type ToolFailure,
  authoredFailure,
  failure,
  isFailure,
  repeatHint,
  repeatOf,
  retryOnce,
} from '../../server/failure.ts';
import { casesFor } from '../shared/failure-cases.ts';
import { type ServiceResponse, cleanDetail, readSafely } from '../shared/response.ts';
import { compileResult } from '../shared/result.ts';
import { type BehaviorContext, type BehaviorRunner, type RunTool, dataSchema } from '../shared/run.ts';
import { type StatementEnd, type StatementRows, runStatement } from './database.ts';
import { compileStatement } from './statement.ts';

export const sql: BehaviorRunner<SqlBehavior> = { kind: 'sql', needs: variablesFor, run: sqlRun };

function variablesFor({ database, statement }: SqlBehavior, { databases = {} }: ServerDescriptor): readonly string[] {
  const { url, folder, path, role, settings } = ownMember(databases, database) ?? {};
  return neededVariables([url, folder, path, role, settings, statement]);
}

function sqlRun(behavior: SqlBehavior, context: BehaviorContext): RunTool {
  const { env, tool, runStatement: run = runStatement(context) } = context;
  const used = ownMember(context.server.databases ?? {}, behavior.database);
  if (used === undefined) throw new Error(`unknown database "${behavior.database}"`);
  const build = compileStatement(behavior, used.kind);
  const reads = tool.annotations?.['readOnlyHint'] === true;
  const judge = judgeOf(behavior);
  const read = readerOf(behavior, context);
  const explain = explainerOf(behavior, context);
  const { database, rows, max_rows, max_bytes } = behavior;
  return async (args, call) => {
    const bound = build({ ...args, env });
    if (isFailure(bound)) return bound;
    const end = await run({
      ...bound,
      database,
      reads,
      // A second row shows that there is more than one.
      fetch: rows === 'many' ? max_rows : rows === 'one' ? 2 : 0,
      maxBytes: max_bytes,
      accept: (found) => judge(found) === undefined,
      signal: call.signal,
    });
    if (end.kind !== 'done') return explain(end, args, call.log);
    return judge(end) ?? read(end, args);
  };
}

/** What is wrong with the number of rows: then nothing is changed. */
function judgeOf({ rows, expect, on_none }: SqlBehavior): (found: StatementRows) => ToolFailure | undefined {
  const none = (): ToolFailure =>
    on_none
      ? authoredFailure(on_none, 'not_found')
      : failure(
          'not_found',
          'No row matches the arguments.',
          'Check the arguments, or look for the row with another tool.',
        );
  return ({ rows: found, affected }) => {
    if (rows === 'one') {
      if (found.length === 0) return none();
      return found.length > 1 ? tooMany('more than one row', 'one') : undefined;
    }
    if (expect === undefined || affected === expect) return undefined;
    if (affected === 0) return none();
    return tooMany(`${affected} ${affected === 1 ? 'row' : 'rows'}`, String(expect));
  };
}

function tooMany(found: string, expected: string): ToolFailure {
  return failure(
    'bad_response',
    `The statement matches ${found}, expected ${expected}; nothing was changed.`,
    'Tell the user. Do not retry with the same arguments.',
  );
}

function readerOf(
  { rows, result }: SqlBehavior,
  context: BehaviorContext,
): (end: StatementRows, args: JsonObject) => JsonObject {
  const map = result && compileResult(result, dataSchema(context.tool), context);
  return ({ rows: found, more, affected }, args) => {
    const whole: JsonObject =
      rows === 'many' ? { rows: found, more } : rows === 'one' ? (found[0] ?? {}) : { affected };
    if (!map) return whole;
    // Before a window can cut it: half a secret would not be found.
    const answer: ServiceResponse = {
      ...readSafely(JSON.stringify(whole), context.redact),
      args,
      header: () => undefined,
      truncated: more,
    };
    return map(answer);
  };
}

type NotDone = Exclude<StatementEnd, { kind: 'done' }>;

function explainerOf(
  { database: name, errors }: SqlBehavior,
  context: BehaviorContext,
): (end: NotDone, args: JsonObject, log: (line: string) => void) => ToolFailure {
  const { server, tool, redact } = context;
  const shared = ownMember(server.databases ?? {}, name);
  const cases = casesFor(context, errors, shared?.errors);
  return (end, args, log) => {
    if (end.kind === 'aborted') return callCancelled();
    if (end.kind === 'unreachable') {
      log(`database ${name} not reached: ${end.reason}`);
      if (shared?.on_unreachable) return authoredFailure(shared.on_unreachable, 'unreachable');
      return failure('unreachable', `The database cannot be reached: ${end.reason}.`, AGAIN);
    }
    if (end.kind === 'unsupported')
      return failure('unsupported', end.reason, 'Ask the user to start the server with a later Node. Do not retry.');
    if (end.kind === 'lost')
      return lost(end.unclear, repeatHint(end.unclear ? 'sent' : 'unsent', repeatOf(tool), AGAIN));
    const { state, json, sqlstate = state } = end;
    log(`database ${name}: ${state} ${cleanDetail(redact.text(end.text))}`);
    const source = { ...readSafely(JSON.stringify(json), redact), text: redact.text(end.text), args };
    const keys = [state, `${sqlstate.slice(0, 2)}xxx`, 'default'];
    return cases?.tabledFailure([errors, shared?.errors], keys, source, codeOf(sqlstate)) ?? ownFailure(sqlstate);
  };
}

const AGAIN = retryOnce('tell the user that the database does not answer');

function lost(unclear: boolean, hint: string): ToolFailure {
  return unclear
    ? failure('outcome_unknown', 'The connection to the database ended while the changes were being kept.', hint)
    : failure('unreachable', 'The connection to the database ended during the call; nothing was changed.', hint);
}

const FIX = 'Fix the arguments and call the tool again.';
const TELL = 'Tell the user. Do not retry.';

/** By SQLSTATE, longer prefixes first (PostgreSQL, Appendix A). The message of the server is in the log alone: it may quote rows. */
const STATES: readonly (readonly [prefix: string, code: string, error: string, hint: string])[] = [
  [
    '57014',
    'timeout',
    'The database did not finish in time; nothing was changed.',
    'Request less data, or retry later.',
  ],
  ['25006', 'wrote_in_read', 'The tool is declared as reading, but its statement writes.', TELL],
  [
    '40',
    'conflict',
    'Other changes were made to the same rows at the same time; nothing was changed.',
    retryOnce('tell the user'),
  ],
  [
    '23505',
    'exists',
    'A row with these values exists already.',
    'Look for it with another tool, or change the values.',
  ],
  ['23503', 'reference', 'A row that the arguments name does not exist, or is still in use.', FIX],
  ['23', 'invalid_arguments', 'The database does not allow these values.', FIX],
  ['22', 'invalid_arguments', 'A value cannot be used in this place.', FIX],
  ['53300', 'busy', 'The database has too many connections.', 'Wait 5 s, then retry.'],
  ['28', 'not_allowed_in', 'The database rejected the login.', TELL],
  ['3D', 'not_allowed_in', 'The database does not exist.', TELL],
  ['42501', 'forbidden', 'The login has no right to do this.', TELL],
  ['42', 'bad_statement', 'The statement of the tool does not fit the database.', TELL],
  ['', 'database_failed', 'The database reported an error.', `${TELL} The server log has the reason.`],
];

function rowOf(state: string): (typeof STATES)[number] {
  return STATES.find(([prefix]) => state.startsWith(prefix)) ?? ['', 'database_failed', '', TELL];
}

function codeOf(state: string): string {
  return rowOf(state)[1];
}

function ownFailure(state: string): ToolFailure {
  const [, code, error, hint] = rowOf(state);
  return failure(code, error, hint);
}
