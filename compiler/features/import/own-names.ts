/** Parameters that the author renamed: the places that they fill show which ones, and the other versions of a tool follow. */
import { type Json, type JsonObject, isObject, parseTemplate } from '@haft/runtime/language';
import type { NodePath } from '../../spec/yaml/spec.ts';
import { membersOf, valueAt } from './merge.ts';
import { FILLED, usesOf } from './parameter-uses.ts';

/** By the name in `base`: the author's. A name is only followed where everything that the author left of its uses agrees. */
export function ownNames(base: JsonObject, ours: JsonObject, theirs = base): ReadonlyMap<string, string> {
  const [before, own, other] = [base, ours, theirs].map((tool) => membersOf(tool['parameters']));
  if (!before || !own || !other) return new Map();
  const names = Object.keys(before).flatMap((name): [string, string][] => {
    if (Object.hasOwn(own, name)) return [];
    const written = usesOf(base, name).flatMap((path) => nameAt(base, ours, path, name) ?? []);
    const [to] = written;
    const isNew = to !== undefined && Object.hasOwn(own, to) && !Object.hasOwn({ ...before, ...other }, to);
    return isNew && written.every((one) => one === to) ? [[name, to]] : [];
  });
  const targets = names.map(([, to]) => to);
  return new Map(names.filter(([, to]) => targets.indexOf(to) === targets.lastIndexOf(to)));
}

/** What the author wrote for the name; undefined where the place is gone or says something else. */
function nameAt(base: JsonObject, ours: JsonObject, path: NodePath, name: string): string | undefined {
  const [before, own] = [base, ours].map((value) => variablesIn(valueAt(value, path)));
  if (!before || !own || before.length !== own.length) return undefined;
  return own[before.indexOf(name)];
}

function variablesIn(value: Json | undefined): readonly string[] | undefined {
  if (typeof value !== 'string') return undefined;
  return parseTemplate(value).parts.flatMap((part) => (typeof part === 'string' ? [] : (part.path[0] ?? '')));
}

/** The tool with other names of parameters. */
export function withNames(tool: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const parameters = membersOf(tool['parameters']);
  if (names.size === 0) return tool;
  const named = (name: string): string => names.get(name) ?? name;
  const entries = Object.entries(tool).map(([key, value]): [string, Json] => {
    if (key === 'parameters')
      return [key, Object.fromEntries(Object.entries(parameters).map(([name, one]) => [named(name), one]))];
    if (key === 'required' || key === 'at_least_one') return [key, withTexts(value, named)];
    const isFilled = FILLED.some((one) => one === key);
    return [key, isFilled ? withTexts(value, (text) => renamedIn(text, named)) : value];
  });
  return Object.fromEntries(entries);
}

function withTexts(value: Json, change: (text: string) => string): Json {
  if (Array.isArray(value)) return value.map((one: Json) => withTexts(one, change));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTexts(one, change)]));
  return typeof value === 'string' ? change(value) : value;
}

function renamedIn(text: string, named: (name: string) => string): string {
  let [result, end] = ['', 0];
  for (const part of parseTemplate(text).parts) {
    const [name] = typeof part === 'string' ? [] : part.path;
    if (typeof part === 'string' || name === undefined) continue;
    result += `${text.slice(end, part.offset + 1)}${named(name)}`;
    end = part.offset + 1 + name.length;
  }
  return result + text.slice(end);
}
