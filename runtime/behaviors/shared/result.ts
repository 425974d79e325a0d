/** Result tables: which part of a response becomes which property of `data`, in the type that the schema requires. */
import { requireModule } from '../../language/require-module.ts';
import type { ResultRule, ResultTable } from '../../descriptor/descriptor.ts';
import { type Json, type JsonObject, ownMember } from '../../language/json.ts';
import { findPointer } from '../../language/pointer.ts';
import type { compileReading } from '../../language/value-reading.ts';
import { type AnyType, type Schema, mainType } from '../../language/schema.ts';
import type { ServiceResponse } from './response.ts';

/** Rules that are more than a pointer, which not every server has. */
export interface ResultRules {
  readonly compile: (rule: Exclude<ResultRule, string>, schema: Schema | undefined) => Read;
  readonly needsJson: (rule: Exclude<ResultRule, string>, schema: Schema | undefined) => boolean;
}

/** The modules for results that a server has. */
export interface ResultModules {
  readonly resultRules?: ((reading: typeof compileReading | undefined) => ResultRules) | undefined;
  readonly valueReading?: typeof compileReading | undefined;
}

function rulesOf({ resultRules, valueReading }: ResultModules): ResultRules | undefined {
  return resultRules?.(valueReading);
}

/** An answer that is being read. */
export interface ResponseReading extends ServiceResponse {
  /** Whether something was left out of what was read so far, and how many elements or characters. */
  readonly cut: { any: boolean; count: number };
}

/** Reads one value out of an answer; undefined if the answer does not have it. */
export type Read = (reading: ResponseReading) => Json | undefined;

/** Builds the reader of `data` from a result table and the schema of `data`; properties that find nothing are left out. */
export function compileResult(
  table: ResultTable,
  schema: Schema | undefined,
  modules: ResultModules = {},
): (answer: ServiceResponse) => JsonObject {
  const read = compileTable(table, schema, rulesOf(modules));
  return (answer) => read({ ...answer, cut: { any: answer.truncated === true, count: 0 } });
}

export function compileTable(
  table: ResultTable,
  schema: Schema | undefined,
  rules: ResultRules | undefined,
): (reading: ResponseReading) => JsonObject {
  const readers = Object.entries(table).map(([name, rule]) => {
    const property = ownMember(schema?.properties ?? {}, name);
    const isLast = typeof rule !== 'string' && 'note' in rule;
    return { name, property, read: compileRule(rule, property, rules), isLast };
  });
  // A note tells what the others have left out.
  const inOrder = readers.toSorted((left, right) => Number(left.isLast) - Number(right.isLast));
  return (reading) => {
    const entries: [string, Json][] = [];
    for (const { name, property, read } of inOrder) {
      const value = fit(read(reading), property);
      if (value !== undefined) entries.push([name, value]);
    }
    return Object.fromEntries(entries);
  };
}

const RULES = 'rules of results';

/** Whether a table can only be read from JSON; text alone is enough for headers, arguments and the whole text. */
export function needsJson(table: ResultTable, schema: Schema | undefined, modules: ResultModules): boolean {
  return tableNeedsJson(table, schema, rulesOf(modules));
}

export function tableNeedsJson(
  table: ResultTable,
  schema: Schema | undefined,
  rules: ResultRules | undefined,
): boolean {
  return Object.entries(table).some(([name, rule]) => {
    const property = ownMember(schema?.properties ?? {}, name);
    return typeof rule === 'string'
      ? rule !== '' || !isText(property)
      : requireModule(rules, RULES).needsJson(rule, property);
  });
}

function compileRule(rule: ResultRule, schema: Schema | undefined, rules: ResultRules | undefined): Read {
  return typeof rule === 'string' ? compilePointer(rule, schema) : requireModule(rules, RULES).compile(rule, schema);
}

/** Where a string is expected, the whole response is its text, even if that happens to be JSON. */
export function compilePointer(pointer: string, schema: Schema | undefined): Read {
  if (pointer === '' && isText(schema)) return ({ text }) => text;
  return ({ json }) => findPointer(json, pointer);
}

export function isText(schema: Schema | undefined): boolean {
  return schema !== undefined && mainType(schema) === 'string';
}

/**
 * Headers are always text and services are careless about numbers: `"12"` becomes 12 where a number is wanted, 12
 * becomes `"12"` where a string is. Without null among the types, null is absent; so is `false` where no boolean is
 * wanted, which services send for "none". Anything else stays as it is.
 */
export function fit(value: Json | undefined, schema: Schema | undefined): Json | undefined {
  if (schema === undefined || value === undefined) return value;
  const type = mainType(schema);
  // Of several types the value has one, or none can be chosen.
  if (type === undefined || type === 'null') return value;
  if (value === null) return type === schema.type ? undefined : value;
  if (value === false && type !== 'boolean') return type === schema.type ? undefined : null;
  return fitScalar(value, type);
}

/** A scalar converted to the type, or unchanged. */
export function fitScalar<T>(value: T, type: AnyType): T | string | number | boolean {
  if (typeof value === 'string') return fitText(value, type);
  const isScalar = typeof value === 'number' || typeof value === 'boolean';
  return type === 'string' && isScalar ? String(value) : value;
}

function fitText<T extends string>(text: T, type: AnyType): T | number | boolean {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type !== 'integer' && type !== 'number') return text;
  const trimmed = text.trim();
  const number = Number(trimmed);
  // A number of at most 15 digits is the same number after the way through a double.
  const isPlain = /^-?\d+(?:\.\d+)?$/.test(trimmed) && trimmed.replaceAll(/\D/g, '').length <= 15;
  return isPlain && (type === 'number' || Number.isSafeInteger(number)) ? number : text;
}
