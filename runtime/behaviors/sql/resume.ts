/** Pages by key: the cursor that a result ends with, and the condition by which the next call goes on after it. */
import type { DatabaseDescriptor, SqlKey, SqlResume } from '../../descriptor/descriptor.ts';
import { type Json, type JsonObject, isObject, ownMember, tryParse } from '../../language/json.ts';
import { type ToolFailure, failure } from '../../server/failure.ts';
import { type ExactRow, type ExactValue, isExact } from './bound.ts';
import type { VariableConditions } from './statement.ts';

type Cursor = readonly ExactValue[];

/** What a cursor is valid for: the statement, its values without the cursor, and the keys. */
export function cursorHash(of: readonly Json[]): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(JSON.stringify(of)).digest('base64url').slice(0, 16);
}

export function keysFor({ by, keys }: SqlResume, args: JsonObject): readonly SqlKey[] {
  const [only = []] = Object.values(keys);
  return by === undefined ? only : (ownMember(keys, String(args[by])) ?? []);
}

/** A row that the statement returned; its keys are in it. */
export function cursorAt(row: ExactRow, keys: readonly SqlKey[], hash: string): string | ToolFailure {
  // PostgreSQL returns a name without quotes in lower case.
  const valueAt = (column: string) => ownMember(row, column) ?? ownMember(row, column.toLowerCase());
  const values = keys.map(({ column }) => [column, valueAt(column)] as const);
  const lost = values.find(([, value]) => !isOrdered(value));
  if (lost === undefined)
    return Buffer.from(JSON.stringify([hash, ...values.map(([, value]) => value)])).toString('base64url');
  const [column, value] = lost;
  const cause =
    value === undefined
      ? `the rows have no column "${column}"`
      : `the database does not compare values of the column "${column}" as it orders them`;
  return failure(
    'bad_response',
    `There are more rows, but they cannot be asked for: ${cause}.`,
    'Tell the user. Do not retry with the same arguments.',
  );
}

/** It comes from a model: nothing of it is used but plain values, and those are bound. */
export function readCursor(
  cursor: Json,
  { parameter }: SqlResume,
  keys: readonly SqlKey[],
  hash: string,
): Cursor | ToolFailure {
  const read: unknown = tryParse(Buffer.from(String(cursor), 'base64url').toString());
  const [of, ...values]: readonly unknown[] = Array.isArray(read) ? read : [];
  if (of === hash && values.length === keys.length && values.every(isOrdered)) return values;
  const isForeign = String(of).length === hash.length;
  return failure(
    'invalid_arguments',
    isForeign
      ? `The cursor in "${parameter}" belongs to a call with other arguments, or to another tool.`
      : `The text in "${parameter}" is no cursor of this tool.`,
    `Repeat the call whose result had it with the same other arguments, or start again without "${parameter}".`,
  );
}

function isOrdered(value: unknown): value is ExactValue {
  return isExact(value) && !(isObject(value) && 'unordered' in value);
}

/** The rows after the cursor, as a condition in the place of its variable. */
export function rowsAfter(
  { parameter }: SqlResume,
  keys: readonly SqlKey[],
  cursor: Cursor,
  kind: DatabaseDescriptor['kind'],
): VariableConditions {
  const places = keys.map((key, at) => {
    // PostgreSQL sorts NULL as the highest value, the others as the lowest.
    const isNullLast = (key.isDescending ?? false) !== (kind === 'postgres');
    return { ...key, value: cursor[at] ?? null, isNullLast };
  });
  return { [parameter]: (place) => `(${conditionAfter(places, place)})` };
}

interface PlacedKey extends SqlKey {
  readonly value: ExactValue;
  readonly isNullLast: boolean;
}

/** The last key is one that no two rows have, and none is without. */
function conditionAfter([key, ...others]: readonly PlacedKey[], place: (value: ExactValue) => string): string {
  if (key === undefined) return 'false';
  const { text, isDescending, isNullLast, value } = key;
  const later = isDescending === true ? '<' : '>';
  if (others.length === 0) return `${text} ${later} ${place(value)}`;
  const rest = (): string => conditionAfter(others, place);
  if (value === null) return `${isNullLast ? '' : `${text} is not null or `}${text} is null and (${rest()})`;
  if (isNullLast)
    return `${text} ${later} ${place(value)} or ${text} is null or ${text} = ${place(value)} and (${rest()})`;
  // The first part alone is what an index can be read by.
  return `${text} ${later}= ${place(value)} and (${text} ${later} ${place(value)} or ${rest()})`;
}
