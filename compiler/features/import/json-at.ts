/** A value at a path of plain JSON, and the same JSON with another value there. */
import { type Json, type JsonObject, isObject, ownMember } from '@haft/runtime/language';
import type { NodePath } from '../../spec/yaml/spec.ts';

/** Undefined where there is none. */
export function valueAt(value: Json | undefined, path: NodePath): Json | undefined {
  return path.reduce<Json | undefined>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)];
    return isObject(inner) ? ownMember(inner, String(key)) : undefined;
  }, value);
}

/** Undefined removes a member of a map; the others keep their order, and new ones are the last. */
export function withAt(value: JsonObject, path: NodePath, now: Json | undefined): JsonObject {
  if (now === undefined && valueAt(value, path) === undefined) return value;
  return changeAt(value, path, now) as JsonObject;
}

function changeAt(value: Json | undefined, [key, ...rest]: NodePath, now: Json | undefined): Json | undefined {
  if (key === undefined) return now;
  if (Array.isArray(value))
    return value.map((item: Json, at) => (at === key ? (changeAt(item, rest, now) ?? item) : item));
  const members = Object.entries(isObject(value) ? value : {});
  const all = members.some(([name]) => name === key) ? members : [...members, [String(key), {}] as const];
  const entries = all.flatMap(([name, member]): [string, Json][] => {
    const inner = name === key ? changeAt(member, rest, now) : member;
    return inner === undefined ? [] : [[name, inner]];
  });
  return Object.fromEntries(entries);
}
