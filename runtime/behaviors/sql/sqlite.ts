/** SQLite by `node:sqlite` in a child process: nothing but the end of its process stops a statement that runs. */
import type { ChildProcess } from 'node:child_process';
import type { Json, JsonObject } from '../../language/json.ts';
import { type BoundValue, type ExactValue, exactText, safeInteger } from './bound.ts';
import { errorCode } from '../../language/describe.ts';
import { notPermitted } from '../../server/call-failures.ts';
import { failure, isFailure } from '../../server/failure.ts';
import {
  type OpenDatabase,
  type StatementRows,
  type TransactionCall,
  type TransactionEnd,
  type SqlStates,
  nameTwice,
  stateOf,
} from './database.ts';
import { type Pooled, createPool } from './pool.ts';
import { type ChildAnswer, type ChildRequest, type SqliteValue, sqliteChildText } from './sqlite-child.ts';

/** A process with the file open, twice where something was written: a connection for reads cannot write. */
interface Child extends Pooled {
  readonly process: ChildProcess;
}

const FIRST_NODE = '22.13';

export const openSqlite: OpenDatabase = ({ folder = '', path = '', timeout_ms: timeout }) => {
  const { versions } = process;
  if (process.getBuiltinModule('node:sqlite' as 'node:fs') === undefined) {
    const error = `This tool needs Node ${FIRST_NODE} or later for SQLite; the server runs on Node ${versions.node}.`;
    const hint = 'Ask the user to start the server with a later Node. Do not retry.';
    return () => Promise.resolve({ kind: 'unsupported', failure: failure('unsupported', error, hint) });
  }
  const pool = createPool(startChild);
  return async (call) => {
    try {
      const file = fileOf(folder, path);
      if (file === undefined) return { kind: 'unreachable', reason: `there is no file ${path} in its folder` };
      return await pool.use((child) => runIn(child, call, file, timeout), call.signal);
    } catch (error) {
      if (call.signal.aborted) return { kind: 'aborted' };
      const denied = notPermitted(errorCode(error));
      if (denied) return { kind: 'unsupported', failure: denied };
      throw error;
    }
  };
};

/** Where the file is below the folder, links followed. */
function fileOf(folder: string, path: string): string | undefined {
  const { realpathSync, statSync } = process.getBuiltinModule('node:fs');
  const { isAbsolute, relative, join } = process.getBuiltinModule('node:path');
  try {
    const file = realpathSync(join(folder, path));
    const inside = relative(realpathSync(folder), file);
    return isAbsolute(folder) && !inside.startsWith('..') && !isAbsolute(inside) && statSync(file).isFile()
      ? file
      : undefined;
  } catch (error) {
    // Nothing can be said of a file that must not be read.
    if (notPermitted(errorCode(error))) throw error;
    return undefined;
  }
}

/** It gets no variables of this process, and ends with it, also while a statement runs: its input, which nothing writes, ends then. */
async function startChild(): Promise<Child> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const { once } = process.getBuiltinModule('node:events');
  const child = spawn(process.execPath, ['--no-warnings', '-e', sqliteChildText()], {
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  if (child.pid === undefined) throw (await once(child, 'error'))[0];
  // A pipe is a socket; it keeps no server running.
  count(child.stdin, 'unref');
  const started: Child = {
    process: child,
    ref() {
      count(child, 'ref');
      count(child.channel, 'ref');
    },
    unref() {
      count(child, 'unref');
      count(child.channel, 'unref');
    },
    end: () => child.kill('SIGKILL'),
    reset: () => Promise.resolve(),
  };
  const die = (): void => void (started.isDead = true);
  child.on('exit', die);
  child.on('error', die);
  return started;
}

/** Whether it keeps the process running; Bun does not count pipes and channels. */
function count(part: object | null | undefined, how: 'ref' | 'unref'): void {
  (part as { readonly [how in 'ref' | 'unref']?: () => void } | null | undefined)?.[how]?.();
}

/** What the child is asked next, until the call has an end. */
function stepsIn(call: TransactionCall, file: string) {
  const { reads, maxBytes, next } = call;
  const done: StatementRows[] = [];
  let isRead = false;
  let outcome: TransactionEnd | undefined;
  let isOver = false;
  return {
    isKept: (): boolean => outcome?.kind === 'done',
    ask(): ChildRequest | TransactionEnd {
      const step = next(done);
      if (step && !isFailure(step)) {
        isOver = reads && step.isLast;
        isRead = step.isRead === true;
        return { ...step, values: step.values.map(toSqlite), file, reads, maxBytes };
      }
      outcome = step ? { kind: 'refused', failure: step } : { kind: 'done', done };
      return isOver ? outcome : { keep: step === undefined };
    },
    take(answer: ChildAnswer): TransactionEnd | undefined {
      if ('errcode' in answer) return failureOf(answer.errcode, answer.message);
      if ('isOver' in answer) return outcome;
      done.push(rowsOf(answer, isRead));
      return undefined;
    },
  };
}

function runIn(child: Child, call: TransactionCall, file: string, timeout: number): Promise<TransactionEnd> {
  const { process: run } = child;
  const steps = stepsIn(call, file);
  return new Promise((resolve) => {
    const end = (how: TransactionEnd): void => {
      clearTimeout(timer);
      call.signal.removeEventListener('abort', cancel);
      run.off('message', take).off('exit', lose).off('error', lose);
      resolve(how);
    };
    const kill = (how: TransactionEnd): void => {
      child.isDead = true;
      run.kill('SIGKILL');
      end(how);
    };
    const cancel = (): void => kill({ kind: 'aborted' });
    const lose = (): void => end({ kind: 'lost', unclear: steps.isKept() });
    const timer = setTimeout(() => kill(failureOf(INTERRUPTED, 'the statement took too long')), timeout);
    const go = (): void => {
      const question = steps.ask();
      if ('kind' in question) end(question);
      else run.send(question);
    };
    const take = (answer: ChildAnswer): void => {
      const how = steps.take(answer);
      if (how) end(how);
      else go();
    };
    call.signal.addEventListener('abort', cancel, { once: true });
    run.on('message', take).on('exit', lose).on('error', lose);
    go();
  });
}

/** A number would be bound as REAL, which is right only where the parameter may have fractions. */
function toSqlite({ json: value, form, exact }: BoundValue): SqliteValue {
  if (exact !== undefined) return ofExact(exact);
  if (typeof value === 'number' && form === 'number') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  return value === null || typeof value === 'string' ? value : JSON.stringify(value);
}

function ofExact(exact: ExactValue): SqliteValue {
  if (typeof exact !== 'object' || exact === null) return typeof exact === 'boolean' ? BigInt(exact) : exact;
  if ('base64' in exact) return Buffer.from(exact.base64, 'base64');
  if ('integer' in exact && /^-?\d+$/.test(exact.integer)) return BigInt.asIntN(64, BigInt(exact.integer));
  return 'real' in exact ? Number(exact.real) : exactText(exact);
}

type RowsAnswer = Extract<ChildAnswer, { rows: unknown }>;

function rowsOf({ rows, names = [], more, affected }: RowsAnswer, isRead: boolean): StatementRows {
  const read = (row: RowsAnswer['rows'][number]): JsonObject =>
    Object.fromEntries(row.map(([name, value]) => [name, fromSqlite(value)]));
  const last = rows.at(-1);
  const twice = nameTwice(names);
  return {
    rows: rows.map(read),
    more,
    affected,
    ...(isRead && last && { exact: Object.fromEntries(last.map(([name, value]) => [name, exactSqlite(value)])) }),
    ...(twice !== undefined && { twice }),
  };
}

/** A number is always a REAL, as integers arrive as `bigint`. */
function exactSqlite(value: SqliteValue): ExactValue {
  if (typeof value === 'bigint') return { integer: String(value) };
  if (typeof value === 'number') return Number.isFinite(value) ? value : { real: String(value) };
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;
}

function fromSqlite(value: SqliteValue): Json {
  if (typeof value === 'bigint') return safeInteger(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return value instanceof Uint8Array ? { bytes: value.length } : value;
}

const INTERRUPTED = 9;

/** SQLSTATEs with the codes of SQLite of the same meaning, some of them extended. */
const STATES: readonly SqlStates[] = [
  ['23505', 2067, 1555],
  ['23503', 787],
  ['23502', 1299],
  ['23514', 275],
  ['57014', INTERRUPTED],
  ['53300', 5, 6],
  ['25006', 8, 23],
  ['23000', 19],
  ['22000', 20, 25],
  ['42000', 1],
];

function failureOf(errcode: number, message: string): TransactionEnd {
  const sqlstate = stateOf(errcode, STATES) ?? stateOf(errcode & 255, STATES) ?? '';
  return { kind: 'failed', state: String(errcode), sqlstate, text: message, json: { message } };
}
