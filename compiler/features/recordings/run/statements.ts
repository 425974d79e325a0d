/** Transactions of a recorded call: its statements with their rows, and how it ended; the same, answered again. */
import type { BoundStatement, RunTransaction, StatementRows, TransactionCall, TransactionEnd } from '@haft/runtime/try';
import type { RecordedExchange, RecordedSent, RecordedStatement } from '../recording.ts';

/** `keep` gets what a transaction sent and received, or why that cannot be recorded. */
export function recordingDatabases(keep: (exchanges: readonly RecordedExchange[], problem?: string) => void) {
  return (run: RunTransaction): RunTransaction =>
    async (call) => {
      const sent: BoundStatement[] = [];
      let answered: readonly StatementRows[] = [];
      // Of a transaction that is run again, the last run counts.
      const next: TransactionCall['next'] = (done) => {
        const step = call.next(done);
        answered = done;
        sent.length = done.length;
        if (step && 'values' in step) sent.push(step);
        return step;
      };
      // Where there is no connection, the statement is not asked for.
      next([]);
      const end = await run({ ...call, next });
      if (end.kind === 'done') answered = end.done;
      const statements = sent.map((one) => recordedStatement(call, one));
      keep(exchangesOf(statements, answered, end), problemOf(end));
      return end;
    };
}

/** A commit that failed counts as its last statement. */
function exchangesOf(sent: readonly RecordedStatement[], answered: readonly StatementRows[], end: TransactionEnd) {
  return sent.flatMap((statement, at): readonly RecordedExchange[] => {
    const rows = answered[at];
    const isLast = at === sent.length - 1;
    if (isLast && (end.kind === 'failed' || end.kind === 'unreachable')) return [{ statement, failed: end }];
    return rows ? [{ statement, rows }] : [];
  });
}

function problemOf(end: TransactionEnd): string | undefined {
  if (end.kind === 'unsupported') return end.failure.error;
  if (end.kind === 'lost') return 'The connection to the database ended during the call.';
  return end.kind === 'aborted' ? 'The call was stopped before the database answered.' : undefined;
}

function recordedStatement({ database }: TransactionCall, { text, values, fetch }: BoundStatement): RecordedStatement {
  return { database, text, values: values.map(({ json }) => json), fetch };
}

export async function replayedTransaction(
  call: TransactionCall,
  answerTo: (sent: RecordedSent) => RecordedExchange | undefined,
): Promise<TransactionEnd> {
  const done: StatementRows[] = [];
  for (let step = call.next(done); step; step = call.next(done)) {
    if (!('values' in step)) return { kind: 'refused', failure: step };
    const answer = answerTo({ statement: recordedStatement(call, step) });
    if (answer && 'failed' in answer) return answer.failed;
    if (!answer || !('rows' in answer)) return { kind: 'aborted' };
    done.push(answer.rows);
  }
  return { kind: 'done', done };
}
