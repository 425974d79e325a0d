/** What a statement must have returned or changed, before its changes are kept. */
import type { SqlStep } from '../../descriptor/descriptor.ts';
import { type ToolFailure, authoredFailure, failure } from '../../server/failure.ts';
import type { StatementRows } from './database.ts';

export const TELL = 'Tell the user. Do not retry.';

/** What is wrong with the number of rows: then nothing is changed. */
export function judgeOf(
  { rows, expect, on_none }: SqlStep,
  maxBytes: number,
): (found: StatementRows) => ToolFailure | undefined {
  const none = (): ToolFailure =>
    on_none
      ? authoredFailure(on_none, 'not_found')
      : failure(
          'not_found',
          'No row matches the arguments.',
          'Check the arguments, or look for the row with another tool.',
        );
  return ({ rows: records, more, affected, twice }) => {
    if (twice !== undefined && rows !== 'affected') return namedTwice(twice);
    if (records.length === 0 && more) return wrongRows(`A row is larger than \`max_bytes\` (${maxBytes} bytes)`);
    if (rows === 'one') {
      if (records.length === 0) return none();
      return records.length > 1 || more ? tooMany('more than one row', 'one') : undefined;
    }
    if (expect === undefined || affected === expect) return undefined;
    if (affected === 0) return none();
    return tooMany(`${affected} ${affected === 1 ? 'row' : 'rows'}`, String(expect));
  };
}

/** Only the second of them would be in the result. */
function namedTwice(column: string): ToolFailure {
  return failure(
    'bad_statement',
    `The statement returns two columns with the name "${column}", which a row cannot have.`,
    TELL,
  );
}

function wrongRows(what: string): ToolFailure {
  return failure(
    'bad_response',
    `${what}; nothing was changed.`,
    'Tell the user. Do not retry with the same arguments.',
  );
}

function tooMany(count: string, expected: string): ToolFailure {
  return wrongRows(`The statement matches ${count}, expected ${expected}`);
}
