/** Tables of failures: as authors write them, and as the runtime reads them. */
import type { ErrorCase, ErrorTable } from '@haft/runtime';
import type { FailureCase } from '../shape/failure.ts';

/** One case or several → always a list, by code. */
export function errorTable(table: Readonly<Record<string, FailureCase | readonly FailureCase[]>>): ErrorTable {
  return Object.fromEntries(Object.entries(table).map(([code, cases]) => [code, [cases].flat() satisfies ErrorCase[]]));
}

/** A single case needs no list, as in the YAML of authors. */
export function writtenTable(table: ErrorTable): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(table).map(([code, cases]) => [code, cases.length === 1 ? cases[0] : cases]),
  );
}
