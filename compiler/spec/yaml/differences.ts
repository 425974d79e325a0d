/** Where a value differs from the one it should be: the paths at which a text has to be rewritten. */
import { isEqual } from '../../base/json.ts';
import type { NodePath } from './spec.ts';
import { isMapValue } from './value.ts';

/** Only the smallest parts; a map with its keys in another order is one part. */
export function differences(current: unknown, target: unknown, path: NodePath = []): NodePath[] {
  if (isEqual(current, target)) return [];
  if (isMapValue(current) && isMapValue(target) && hasSameOrder(current, target)) {
    const keys = [...new Set([...Object.keys(target), ...Object.keys(current)])];
    return keys.flatMap((key) => differences(current[key], target[key], [...path, key]));
  }
  const lists = Array.isArray(current) && Array.isArray(target) && current.length === target.length;
  if (!lists) return [path];
  return target.flatMap((item: unknown, index) => differences(current[index], item, [...path, index]));
}

function hasSameOrder(first: object, second: object): boolean {
  const common = (one: object, other: object): string[] => Object.keys(one).filter((key) => Object.hasOwn(other, key));
  return isEqual(common(first, second), common(second, first));
}
