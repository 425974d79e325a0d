/** Behavior `sql`: one statement or several in a transaction, with the arguments as bound values. */
import type {
  DatabaseDescriptor,
  ServerDescriptor,
  SqlBehavior,
  SqlResume,
  SqlStep,
} from '../../descriptor/descriptor.ts';
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
import {
  type StatementRows,
  type TransactionCall,
  type TransactionEnd,
  ownSettings,
  runTransaction,
} from './database.ts';
import { exactRow } from './bound.ts';
import { TELL, judgeOf } from './judge.ts';
import { cursorAt, cursorHash, keysFor, readCursor, rowsAfter } from './resume.ts';
import { type VariableConditions, compileStatement } from './statement.ts';

export const sql: BehaviorRunner<SqlBehavior> = { kind: 'sql', needs: variablesFor, run: sqlRun };

function variablesFor(behavior: SqlBehavior, { databases = {} }: ServerDescriptor): readonly string[] {
  const { url, folder, path, role, settings } = ownMember(databases, behavior.database) ?? {};
  return neededVariables([url, folder, path, role, settings, stepsIn(behavior).map(({ statement }) => statement)]);
}

function stepsIn({ steps, statement = [], rows = 'many', max_rows = 0, ...rest }: SqlBehavior): readonly SqlStep[] {
  return steps ?? [{ ...rest, statement, rows, max_rows }];
}

function sqlRun(behavior: SqlBehavior, context: BehaviorContext): RunTool {
  const { env, tool, runTransaction: run = runTransaction(context) } = context;
  const used = ownMember(context.server.databases ?? {}, behavior.database);
  if (used === undefined) throw new Error(`unknown database "${behavior.database}"`);
  const steps = stepsIn(behavior).map((step, at, all): CompiledStep => ({
    name: step.name,
    judge: judgeOf(step, behavior.max_bytes),
    // A second row shows that there is more than one.
    fetch: step.rows === 'many' ? step.max_rows : step.rows === 'one' ? 2 : 0,
    bind: compileStatement(step, used.kind, tool.inputSchema),
    isLast: at === all.length - 1,
    isRead: behavior.resume !== undefined || step.name !== undefined,
  }));
  const pages = behavior.resume && compilePages(behavior.resume, steps[0], used.kind);
  const settingsFor = ownSettings(used, env);
  const reads = tool.annotations?.['readOnlyHint'] === true;
  const read = readerOf(behavior, context);
  const explain = explainerOf(behavior, context);
  return async (args, call) => {
    const page = pages?.(args);
    if (isFailure(page)) return page;
    const next = nextOf(steps, { ...args, env }, page?.conditions);
    const first = next([]);
    if (isFailure(first)) return first;
    const { database, max_bytes: maxBytes } = behavior;
    const end = await run({ database, reads, maxBytes, next, signal: call.signal, ...settingsFor?.(args) });
    if (end.kind === 'refused') return end.failure;
    if (end.kind !== 'done') return explain(end, args, call.log);
    const cursor = page?.cursorIn(end.done[0]);
    return isFailure(cursor) ? cursor : read(end.done, args, cursor);
  };
}

/** A step with what is made of it once. */
interface CompiledStep {
  readonly name?: string | undefined;
  readonly bind: ReturnType<typeof compileStatement>;
  readonly judge: (found: StatementRows) => ToolFailure | undefined;
  readonly fetch: number;
  readonly isLast: boolean;
  readonly isRead: boolean;
}

/** What a call runs: each step once those before it have the rows that they must have. */
function nextOf(
  steps: readonly CompiledStep[],
  scope: JsonObject,
  conditions?: VariableConditions,
): TransactionCall['next'] {
  return (done) => {
    const last = done.at(-1);
    const wrong = last && steps[done.length - 1]?.judge(last);
    if (wrong) return wrong;
    const step = steps[done.length];
    if (step === undefined) return undefined;
    const named = done.flatMap((rows, at) => {
      const { name } = steps[at] ?? {};
      return name === undefined ? [] : [[name, rows] as const];
    });
    const plain = Object.fromEntries(named.map(([name, { rows }]) => [name, rows[0] ?? {}]));
    const rows = Object.fromEntries(named.map(([name, one]) => [name, exactRow(one)]));
    const bound = step.bind(named.length === 0 ? scope : { ...scope, steps: plain }, { rows, conditions });
    const { fetch, isLast, isRead } = step;
    return isFailure(bound) ? bound : { ...bound, fetch, isLast, isRead };
  };
}

/** Of one call: from where it goes on, and the cursor that the next one takes. */
interface Page {
  readonly conditions: VariableConditions | undefined;
  readonly cursorIn: (found: StatementRows | undefined) => ToolFailure | string | undefined;
}

function compilePages(
  resume: SqlResume,
  step: CompiledStep | undefined,
  kind: DatabaseDescriptor['kind'],
): (args: JsonObject) => ToolFailure | Page {
  return (args) => {
    const { [resume.parameter]: resumeValue = null, ...others } = args;
    const keys = keysFor(resume, args);
    // Without the environment: a hash of what may be a secret would be shown.
    const bound = step?.bind({ ...others, env: {} });
    if (isFailure(bound)) return bound;
    const hash = cursorHash([bound?.text ?? '', (bound?.values ?? []).map(({ json }) => json), JSON.stringify(keys)]);
    const cursor = resumeValue === null ? undefined : readCursor(resumeValue, resume, keys, hash);
    if (isFailure(cursor)) return cursor;
    return {
      conditions: cursor && rowsAfter(resume, keys, cursor, kind),
      cursorIn: (page) => (page?.more === true ? cursorAt(exactRow(page), keys, hash) : undefined),
    };
  };
}

function readerOf(
  behavior: SqlBehavior,
  context: BehaviorContext,
): (done: readonly StatementRows[], args: JsonObject, next: string | undefined) => JsonObject {
  const { result } = behavior;
  const map = result && compileResult(result, dataSchema(context.tool), context);
  const steps = stepsIn(behavior);
  return (done, args, next) => {
    const parts = steps.map((step, at) => [step.name, resultOf(step, done[at])] as const);
    const named = parts.filter(([name]) => name !== undefined);
    const whole = behavior.steps ? (Object.fromEntries(named) as JsonObject) : (parts[0]?.[1] ?? {});
    if (next !== undefined) Object.assign(whole, { next });
    if (!map) return whole;
    // Before a window can cut it: half a secret would not be found.
    const answer: ServiceResponse = {
      ...readSafely(JSON.stringify(whole), context.redact),
      args,
      header: () => undefined,
      truncated: done.some(({ more }) => more),
    };
    return map(answer);
  };
}

function resultOf({ rows }: SqlStep, { rows: records, more, affected }: StatementRows = NO_ROWS): JsonObject {
  if (rows === 'many') return { rows: records, more };
  return rows === 'one' ? (records[0] ?? {}) : { affected };
}

const NO_ROWS: StatementRows = { rows: [], more: false, affected: 0 };

type NotDone = Exclude<TransactionEnd, { kind: 'done' | 'refused' }>;

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
    if (end.kind === 'unsupported') return end.failure;
    if (end.kind === 'lost') {
      const hint = repeatHint(end.unclear ? 'sent' : 'unsent', repeatOf(tool), AGAIN);
      return end.unclear
        ? failure('outcome_unknown', 'The connection to the database ended while the changes were being kept.', hint)
        : failure('unreachable', 'The connection to the database ended during the call; nothing was changed.', hint);
    }
    const { state, json, sqlstate = state } = end;
    log(`database ${name}: ${state} ${cleanDetail(redact.text(end.text))}`);
    const source = { ...readSafely(JSON.stringify(json), redact), text: redact.text(end.text), args };
    const keys = [state, `${sqlstate.slice(0, 2)}xxx`, 'default'];
    const [, code, error, hint] = STATES.find(([prefix]) => sqlstate.startsWith(prefix)) ?? OTHER;
    return cases?.tabledFailure([errors, shared?.errors], keys, source, code) ?? failure(code, error, hint);
  };
}

const AGAIN = retryOnce('tell the user that the database does not answer');

const FIX = 'Fix the arguments and call the tool again.';

/** By SQLSTATE, longer prefixes first (PostgreSQL, Appendix A). The message of the server is in the log alone: it may quote rows. */
const STATES: readonly StateRow[] = [
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
];

const OTHER: StateRow = [
  '',
  'database_failed',
  'The database reported an error.',
  `${TELL} The server log has the reason.`,
];

type StateRow = readonly [prefix: string, code: string, error: string, hint: string];
