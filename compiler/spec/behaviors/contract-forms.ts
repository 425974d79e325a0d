/** The forms in a contract that behaviors have in common: failures and results. */
import type { ErrorCase, ErrorTable } from '@haft/runtime';
import { type FailureCase, caseShape, resultShape } from '../shape/failure.ts';
import { formOf } from '../shape/form-of.ts';
import { type ValueForm, list, mapOf, text } from '../shape/form.ts';

export const texts: ValueForm = list(text);
export const failure: ValueForm = formOf(caseShape);
export const failures: ValueForm = mapOf(list(failure));
export const result: ValueForm = formOf(resultShape);

/** One case or several → always a list, by code. */
export function errorTable(table: Readonly<Record<string, FailureCase | readonly FailureCase[]>>): ErrorTable {
  return Object.fromEntries(Object.entries(table).map(([code, cases]) => [code, [cases].flat() satisfies ErrorCase[]]));
}

/** A single case needs no list, as in the YAML of authors. */
export function writtenTable(table: ErrorTable): Readonly<Record<string, ErrorCase | readonly ErrorCase[]>> {
  return Object.fromEntries(
    Object.entries(table).map(([code, cases]) => [code, cases.length === 1 && cases[0] ? cases[0] : cases]),
  );
}
