/** The forms in a contract that behaviors have in common: failures, results, translations. */
import { type ValueForm, anything, either, later, list, map, mapOf, number, oneOf, text } from '../shape/form.ts';
import type { ErrorCase, ErrorTable } from '@haft/runtime';
import type { FailureCase } from '../shape/failure.ts';

export const texts: ValueForm = list(text);

const FAILURE_KEYS = { code: text, contains: either(texts, text), detail: text };
export const failure: ValueForm = map({ error: text, retry_hint: text }, FAILURE_KEYS);
export const failures: ValueForm = mapOf(list(failure));
const failureTests = list(
  map({ error: text, retry_hint: text, pointer: text }, { ...FAILURE_KEYS, finds: oneOf('something', 'nothing') }),
);

export const result: ValueForm = later(() => mapOf(either(text, resultSource)));
const resultSource: ValueForm = map(
  {},
  {
    pointer: text,
    suffix: text,
    header: text,
    argument: text,
    length: text,
    exists: text,
    keys: text,
    each: text,
    entries: text,
    where: mapOf(anything),
    as: either(text, map({}, { number: map({}, { unit: text, decimal: text }), date: text })),
    fields: result,
    slice: map({ start: text, length: text }),
    translate: mapOf(text),
    item: either(
      text,
      later(() => resultSource),
    ),
    default: anything,
    first: list(
      either(
        text,
        later(() => resultSource),
      ),
    ),
    limit: either(text, number),
    join: text,
    note: text,
  },
);

/** Keys of every step that calls a service or a program. */
export const STEP_FORMS = { translate: mapOf(mapOf(text)), fails_when: failureTests };

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
