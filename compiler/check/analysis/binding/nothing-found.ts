/** The message about a pointer that finds nothing in what is read. */
import { type Schema, nearest } from '@haft/runtime/language';
import type { BehaviorProblem } from '../../../spec/behaviors/behavior.ts';
import { type OutputShape, foundPart, shapeAt } from '../../../spec/behaviors/output-shape.ts';

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
  const guess = nearest(pointer.slice(part.length + 1), keys);
  return guess === undefined ? `Known: ${keys.slice(0, 12).join(', ')}.` : `Did you mean "${part}/${guess}"?`;
}
