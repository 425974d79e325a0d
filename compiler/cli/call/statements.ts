/** The statements of a `sql:` tool for a person: those of a dry run, which connects to nothing, and those of a trace. */
import type { BoundStatement, RunTransaction, StatementRows, TransactionCall } from '@haft/runtime/try';
import type { Behavior, ServerDescriptor, SqlStep } from '@haft/runtime';
import type { CallTracer } from './print-call.ts';

/** Nothing is connected. */
export function unsentStatements({ sent }: CallTracer, server: ServerDescriptor, behavior: Behavior): RunTransaction {
  const steps = behavior.kind === 'sql' ? (behavior.steps ?? [behavior]) : [];
  return (call) => {
    const statements: BoundStatement[] = [];
    for (const _step of steps) {
      const bound = call.next(steps.slice(0, statements.length).map((step) => rowsUnknown(step, steps)));
      if (bound && 'values' in bound) statements.push(bound);
    }
    sent({ kind: 'statement', shown: { ...frameOf(server, call, statements), statements } });
    return Promise.resolve({ kind: 'aborted' });
  };
}

/** Each statement as it leaves, and how the transaction ended. */
export function tracedStatements({ sent, returned }: CallTracer, server: ServerDescriptor) {
  return (run: RunTransaction): RunTransaction =>
    async (call) => {
      const before = performance.now();
      const next: TransactionCall['next'] = (done) => {
        const bound = call.next(done);
        const { database, transaction } = frameOf(server, call, bound && 'values' in bound ? [bound] : []);
        const frame = { database, transaction: done.length === 0 ? transaction : [] };
        if (bound && 'values' in bound) sent({ kind: 'statement', shown: { ...frame, statements: [bound] } });
        return bound;
      };
      const end = await run({ ...call, next });
      returned({ kind: 'transaction', of: end, ms: performance.now() - before });
      return end;
    };
}

/** In which transaction statements run. */
function frameOf(
  { databases = {} }: ServerDescriptor,
  { database, reads }: TransactionCall,
  [first, ...others]: readonly BoundStatement[],
) {
  const { role, settings = {}, timeout_ms } = databases[database] ?? {};
  const transaction = [
    reads ? 'start transaction read only' : 'start transaction',
    ...(role === undefined ? [] : [`role ${role}`]),
    ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
    `timeout ${timeout_ms} ms`,
    ...(first && first.fetch > 0 && first.isLast && others.length === 0 ? [`at most ${first.fetch} rows`] : []),
  ];
  return { database, transaction };
}

/** Values that only the database knows are shown as their names in capital letters. */
function rowsUnknown({ name = '', expect = 1 }: Partial<SqlStep>, steps: readonly object[]): StatementRows {
  const used = JSON.stringify(steps).matchAll(/\{steps\.(\w+)\.(\w+)/g);
  const columns = [...used].filter(([, step]) => step === name).map(([, , column = '']) => column);
  const row = columns.map((column) => [column, `${name}.${column}`.toUpperCase()] as const);
  return { rows: [Object.fromEntries(row)], more: false, affected: expect };
}
