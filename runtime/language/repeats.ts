/** Whether a list has an item twice (`uniqueItems` of JSON Schema). */
import { isObject } from './json.ts';

/** By their texts, in one pass: comparing each with each would take hours over a long list. */
export function isWithoutRepeats(items: readonly unknown[]): boolean {
  return new Set(items.map((item) => JSON.stringify(item, inOrder))).size === items.length;
}

function inOrder(_name: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
