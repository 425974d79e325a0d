/** Whether what a pointer finds fits in a property of a type. */
import { meantOr } from '../unknown-name.ts';
import { type AnyType, type Json, type Schema, isJsonObject } from '@haft/runtime/language';
import type { BehaviorProblem } from '../../../spec/behaviors/behavior.ts';
import { type OutputShape, foundPart, shapeAt } from '../../../spec/behaviors/output-shape.ts';

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

export function nothingFound(pointer: string, { start, schema }: OutputShape, effect = ''): BehaviorProblem {
  const part = foundPart(schema, pointer);
  const target = shapeAt(schema, part) ?? {};
  const inside = part === '' ? start : `${start}; "${part}" finds ${NAMES[String(target.type)] ?? 'one value'}`;
  const message = `${inside}, so ${JSON.stringify(pointer)} finds nothing${effect}.`;
  return { message, hint: hintFor(part, target, pointer) };
}

export const NAMES: Readonly<Record<string, string>> = { string: 'a text', array: 'a list', object: 'a row' };

function hintFor(part: string, target: Schema, pointer: string): string {
  const { type, properties = {}, anyOf } = target;
  if (anyOf?.[0]) return hintFor(part, anyOf[0], pointer);
  const whole = `the pointer ${JSON.stringify(part)}`;
  if (type === 'string') return `Use ${whole}, or the format that is returned, such as json.`;
  if (type === 'array') return `Write the number of the element first, such as ${part}/0, or use ${whole} for all.`;
  const keys = Object.keys(properties);
  if (keys.length === 0) return 'Remove it, or choose a format that is read, such as json.';
  const list = `Known: ${keys.slice(0, 12).join(', ')}.`;
  return meantOr(pointer.slice(part.length + 1), keys, list, (guess) => `${part}/${guess}`);
}
