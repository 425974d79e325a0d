/** Every text inside a value, however deep, with its place. */
import type { NodePath, PairSide } from '../../../spec/yaml/spec.ts';

export interface PlacedText {
  readonly path: NodePath;
  readonly text: string;
}

export interface KeyOrText extends PlacedText {
  readonly part: PairSide;
}

export function textsIn(value: unknown): PlacedText[] {
  return keysAndTextsIn(value).filter(({ part }) => part === 'value');
}

export function keysAndTextsIn(value: unknown, path: NodePath = []): KeyOrText[] {
  if (typeof value === 'string') return [{ path, part: 'value', text: value }];
  if (Array.isArray(value)) return value.flatMap((one, index) => keysAndTextsIn(one, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const inner = [...path, key];
    return one === undefined ? [] : [{ path: inner, part: 'key' as const, text: key }, ...keysAndTextsIn(one, inner)];
  });
}
