/** Result tables: which part of a response becomes which property of `data`. */
import type { ResultRule, ResultSource, ResultTable, Slice } from '../descriptor.ts';
import type { Json, JsonObject } from '../language/json.ts';
import { copyJson, isObject, ownMember } from '../language/json.ts';
import { findPointer } from '../language/pointer.ts';
import type { Schema } from '../language/schema.ts';
import { toText } from '../language/template.ts';
import type { Answer } from './response.ts';
import { fit } from './fit.ts';
import { replace } from './translate.ts';

/** Reads one value of a response; undefined where the response does not have it. */
export type Read = (answer: Answer) => Json | undefined;

/** Builds the reader of `data` from a result table and the schema of `data`; properties that find nothing are left out. */
export function compileResult(table: ResultTable, schema: Schema | undefined): (answer: Answer) => JsonObject {
  const readers = Object.entries(table).map(([name, rule]) => {
    const property = ownMember(schema?.properties ?? {}, name);
    return { name, property, read: compileRule(rule, property) };
  });
  return (answer) => {
    const entries: [string, Json][] = [];
    for (const { name, property, read } of readers) {
      const value = fit(read(answer), property);
      if (value !== undefined) entries.push([name, value]);
    }
    return Object.fromEntries(entries);
  };
}

/** Whether a table can only be read from JSON; text alone is enough for headers, arguments and the whole text. */
export function needsJson(table: ResultTable, schema: Schema | undefined): boolean {
  return Object.entries(table).some(([name, rule]) => {
    if (typeof rule === 'string') return rule !== '' || !isText(ownMember(schema?.properties ?? {}, name));
    if ('pointer' in rule) return rule.pointer !== '' || !isText(ownMember(schema?.properties ?? {}, name));
    return 'each' in rule || ('length' in rule && rule.length !== '');
  });
}

function compileRule(rule: ResultRule, schema: Schema | undefined): Read {
  if (typeof rule === 'string') return compilePointer(rule, schema);
  const read = compileSource(rule, schema);
  const { default: fallback, slice, translate: words = {} } = rule;
  return (answer) => {
    const found = read(answer);
    const value = found ?? (fallback === undefined ? found : copyJson(fallback));
    if (value === undefined) return undefined;
    return replace(slice === undefined ? value : cut(value, slice, answer.args), words);
  };
}

function compileSource(rule: ResultSource, schema: Schema | undefined): Read {
  if ('pointer' in rule) return compileMember(compilePointer(rule.pointer, schema), rule.suffix);
  if ('header' in rule) return ({ header }) => header(rule.header);
  if ('argument' in rule) return ({ args }) => ownMember(args, rule.argument);
  if ('value' in rule) return () => copyJson(rule.value);
  if ('length' in rule) return (answer) => lengthAt(answer, rule.length);
  return compileEach(rule.each, rule.fields, schema);
}

/** Where a string is expected, the whole response is its text, even if that happens to be JSON. */
function compilePointer(pointer: string, schema: Schema | undefined): Read {
  if (pointer === '' && isText(schema)) return ({ text }) => text;
  return ({ json }) => (json === undefined ? undefined : findPointer(json, pointer));
}

function compileMember(read: Read, suffix: string | undefined): Read {
  if (suffix === undefined) return read;
  return (answer) => {
    const found = read(answer);
    return isObject(found) ? Object.entries(found).find(([name]) => name.endsWith(suffix))?.[1] : undefined;
  };
}

function compileEach(pointer: string, fields: ResultTable, schema: Schema | undefined): Read {
  const readItem = compileResult(fields, schema?.items);
  return (answer) => {
    const items = answer.json === undefined ? undefined : findPointer(answer.json, pointer);
    if (!Array.isArray(items)) return undefined;
    return items.map((item: Json) => readItem({ ...answer, json: item, text: toText(item) }));
  };
}

function lengthAt({ json, text }: Answer, pointer: string): number | undefined {
  const found = json === undefined ? undefined : findPointer(json, pointer);
  if (Array.isArray(found)) return found.length;
  if (pointer === '') return text.length;
  return typeof found === 'string' ? found.length : undefined;
}

/** A window counted in UTF-16 units, as `length` counts; a boundary inside a character moves before it. */
function cut(value: Json, slice: Slice, args: JsonObject): Json {
  const start = Math.max(0, Number(ownMember(args, slice.start) ?? 0));
  const end = start + Number(ownMember(args, slice.length) ?? Infinity);
  if (Array.isArray(value)) return value.slice(start, end);
  return typeof value === 'string' ? value.slice(boundary(value, start), boundary(value, end)) : value;
}

function boundary(text: string, at: number): number {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(Math.max(0, at - 1), at + 1)) ? at - 1 : at;
}

function isText(schema: Schema | undefined): boolean {
  return schema?.type === 'string';
}
