/** Result tables: which part of a response becomes which property of `data`. */
import { requireModule } from '../../language/require-module.ts';
import type { ResultRule, ResultTable } from '../../descriptor/descriptor.ts';
import type { Json, JsonObject } from '../../language/json.ts';
import { ownMember } from '../../language/json.ts';
import { findPointer } from '../../language/pointer.ts';
import type { Schema } from '../../language/schema.ts';
import { mainType } from '../../language/schema.ts';
import type { ServiceResponse } from './response.ts';
import { fit } from './fit.ts';

/** Rules that are more than a pointer, which not every server has. */
export interface ResultRules {
  readonly compile: (rule: Exclude<ResultRule, string>, schema: Schema | undefined) => Read;
  readonly needsJson: (rule: Exclude<ResultRule, string>, schema: Schema | undefined) => boolean;
}

/** An answer that is being read. */
export interface ResponseReading extends ServiceResponse {
  /** Whether something was left out of what was read so far. */
  readonly cut: { any: boolean };
}

/** Reads one value out of an answer; nothing where the answer does not have it. */
export type Read = (reading: ResponseReading) => Json | undefined;

/** Builds the reader of `data` from a result table and the schema of `data`; properties that find nothing are left out. */
export function compileResult(
  table: ResultTable,
  schema: Schema | undefined,
  rules?: ResultRules,
): (answer: ServiceResponse) => JsonObject {
  const read = compileTable(table, schema, rules);
  return (answer) => read({ ...answer, cut: { any: answer.truncated === true } });
}

export function compileTable(
  table: ResultTable,
  schema: Schema | undefined,
  rules: ResultRules | undefined,
): (reading: ResponseReading) => JsonObject {
  const readers = Object.entries(table).map(([name, rule]) => {
    const property = ownMember(schema?.properties ?? {}, name);
    return { name, property, read: compileRule(rule, property, rules), isLast: isNote(rule) };
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

function isNote(rule: ResultRule): boolean {
  return typeof rule !== 'string' && 'note' in rule;
}

const RULES = 'rules of results';

/** Whether a table can only be read from JSON; text alone is enough for headers, arguments and the whole text. */
export function needsJson(table: ResultTable, schema: Schema | undefined, rules: ResultRules | undefined): boolean {
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
  return ({ json }) => (json === undefined ? undefined : findPointer(json, pointer));
}

export function isText(schema: Schema | undefined): boolean {
  return schema !== undefined && mainType(schema) === 'string';
}
