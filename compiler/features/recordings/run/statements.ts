/** What of a recorded call is bytes, and its transactions: statements with their rows, and how it ended; the same, answered again. */
import type { BoundStatement, RunTransaction, StatementRows, TransactionCall, TransactionEnd } from '@haft/runtime/try';
import type { RecordedExchange, RecordedSent, RecordedStatement, RecordedBytes } from '../recording.ts';
import { readJson } from '../../../plan/read-json.ts';

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
  if (end.kind === 'unsupported') return end.reason;
  if (end.kind === 'lost') return 'The connection to the database ended during the call.';
  return end.kind === 'aborted' ? 'The call was stopped before the database answered.' : undefined;
}

function recordedStatement({ database }: TransactionCall, { text, values, fetch }: BoundStatement): RecordedStatement {
  return { database, text, values, fetch };
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

export function recordedBytes(bytes: Uint8Array): RecordedBytes {
  const text = Buffer.from(bytes).toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) return { base64: Buffer.from(bytes).toString('base64') };
  const read = /^\s*[[{]/.test(text) ? readJson(text) : { problem: '' };
  return 'value' in read && withoutBlanks(text) === JSON.stringify(read.value) ? { json: read.value } : { text };
}

export function replayedBytes(recorded: RecordedBytes): Buffer {
  if ('base64' in recorded) return Buffer.from(recorded.base64, 'base64');
  return Buffer.from('json' in recorded ? JSON.stringify(recorded.json) : recorded.text, 'utf8');
}

/** White space outside of strings says nothing; how a number or a character is written can. */
function withoutBlanks(json: string): string {
  let [text, start, isString] = ['', 0, false];
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charAt(at);
    if (character === '"') isString = !isString;
    else if (isString) at += character === '\\' ? 1 : 0;
    else if (/\s/.test(character)) {
      text += json.slice(start, at);
      start = at + 1;
    }
  }
  return text + json.slice(start);
}
