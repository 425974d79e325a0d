/** Whether what a pointer finds fits in a property of a type. */
import { type AnyType, type Json, type Schema, isJsonObject } from '@haft/runtime/language';

/** A list as it is: its elements are not converted. */
export function canHold(type: AnyType, { anyOf, enum: values, type: schemaType }: Schema = {}): boolean {
  if (anyOf) return anyOf.some((one) => canHold(type, one));
  const kinds = values ? values.map(kindOf) : schemaType === undefined ? [type] : [schemaType].flat();
  return kinds.includes(type) || (type === 'integer' && kinds.includes('number'));
}

/** Any JSON can be a list of anything. */
export function listsIn(target: Schema): readonly Schema[] {
  const { anyOf, enum: values, type } = target;
  if (anyOf) return anyOf.flatMap(listsIn);
  if (values) return values.flatMap((value) => (Array.isArray(value) ? { items: { enum: value } } : []));
  return type === undefined ? [{}] : type === 'array' ? [target] : [];
}

interface Reading {
  /** A property that is a text has the whole output as its text. */
  readonly isWhole: boolean;
  readonly isProse: boolean;
}

/** Whether some value of this shape fits in a property of the type. */
export function canFill(type: AnyType, { anyOf, enum: values, ...target }: Schema, reading: Reading): boolean {
  if (anyOf) return anyOf.some((one) => canFill(type, one, reading));
  if (values) return values.some((value) => canFill(type, { type: kindOf(value) }, reading));
  if (target.type === undefined || target.type === type || (reading.isWhole && type === 'string')) return true;
  return typeof target.type === 'string' && SCALARS.has(target.type) && SCALARS.has(type) && !reading.isProse;
}

export const IN_PART: Reading = { isWhole: false, isProse: false };

/** Each becomes another of them where its text is one. */
const SCALARS: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'null']);

function kindOf(value: Json): AnyType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

/** Whether it can be one. */
export function isOf(kind: 'array' | 'object', { type, anyOf, enum: values }: Schema): boolean {
  if (anyOf) return anyOf.some((one) => isOf(kind, one));
  if (values) return values.some((value) => (kind === 'array' ? Array.isArray(value) : isJsonObject(value)));
  return type === undefined || type === kind;
}
