/** An older tool on top of its successor: its arguments become those of the successor, and the successor's result becomes its own. */
import type { Json, JsonObject } from './json.ts';
import { findPointer } from './pointer.ts';
import type { Schema } from './schema.ts';
import { compileBody } from './template.ts';
import { type TranslateTable, replace, translate } from './translate.ts';

export interface Adapter {
  /** By parameter of the successor: a template over the older tool's parameters. What both tools declare and is not here passes unchanged. */
  readonly arguments: JsonObject;
  /** Values of the older tool's parameters, replaced before the templates are filled. */
  readonly translate?: TranslateTable;
  /** By property of the older result; the successor's result unchanged where absent. */
  readonly result?: AdapterTable;
}

export type AdapterTable = Readonly<Record<string, AdapterRule>>;

/** RFC 6901 pointer into the successor's result, or into what surrounds the rule. */
export type AdapterRule = string | AdapterSource;

/** One of pointer, `fields` of what `pointer` finds, and `fields` of each element of a list. */
interface AdapterSource {
  readonly pointer?: string;
  readonly translate?: Readonly<Record<string, string>>;
  readonly each?: string;
  readonly fields?: AdapterTable;
}

/** Reads an adapter once, to be used for every call; both schemas are those of arguments. */
export function compileAdapter(adapter: Adapter, own: Schema, target: Schema): (args: JsonObject) => JsonObject {
  const members = Object.entries(adapter.arguments).map(([name, body]) => compileBody({ [name]: body }));
  const passes = (name: string): boolean => passesUnchanged(name, adapter, own, target);
  return (args) => {
    const values = adapter.translate ? translate(args, adapter.translate) : args;
    const passed = Object.entries(values).filter(([name]) => passes(name));
    return Object.assign(Object.fromEntries(passed), ...members.map((member) => member(values)));
  };
}

/** Both tools declare the parameter, or neither does and the successor accepts any. */
export function passesUnchanged(name: string, adapter: Adapter, own: Schema, target: Schema): boolean {
  const isDeclared = ({ properties = {} }: Schema): boolean => Object.hasOwn(properties, name);
  if (Object.hasOwn(adapter.arguments, name)) return false;
  return isDeclared(own) === isDeclared(target) && (isDeclared(own) || target.additionalProperties !== false);
}

/** Properties that find nothing are left out. */
export function adaptResult(table: AdapterTable, data: Json): JsonObject {
  const entries = Object.entries(table).flatMap(([name, rule]) => {
    const value = valueOf(rule, data);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function valueOf(rule: AdapterRule, data: Json): Json | undefined {
  if (typeof rule === 'string') return findPointer(data, rule);
  const { each, fields, pointer = each ?? '', translate: table } = rule;
  const value = findPointer(data, pointer);
  if (value === undefined) return undefined;
  if (!fields) return table ? replace(value, table) : value;
  if (each === undefined) return adaptResult(fields, value);
  return Array.isArray(value) ? value.map((item: Json) => adaptResult(fields, item)) : undefined;
}
