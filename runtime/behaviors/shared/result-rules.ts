/** Rules of result tables beyond a pointer: lists, maps, headers, lengths, windows, defaults, notes. */
import type { ResultRule, ResultSource, ResultTable, Slice } from '../../descriptor/descriptor.ts';
import type { Json } from '../../language/json.ts';
import { copyJson, isObject, ownMember } from '../../language/json.ts';
import { findPointer } from '../../language/pointer.ts';
import type { Schema } from '../../language/schema.ts';
import { toText } from '../../language/template.ts';
import {
  type Read,
  type ResponseReading,
  type ResultRules,
  compilePointer,
  compileTable,
  fit,
  isText,
  needsJson,
} from './result.ts';
import type { ServiceResponse } from './response.ts';
import { replace } from './translate.ts';

export const resultRules: ResultRules = { compile: compileRule, needsJson: ruleNeedsJson };

function ruleNeedsJson(rule: ResultRule, schema: Schema | undefined): boolean {
  if (typeof rule === 'string') return rule !== '' || !isText(schema);
  if ('each' in rule) return true;
  if ('fields' in rule) return (rule.pointer ?? '') !== '' || needsJson(rule.fields, schema, resultRules);
  if ('pointer' in rule) return rule.pointer !== '' || !isText(schema);
  if ('first' in rule) return rule.first.every((one) => ruleNeedsJson(one, schema));
  return 'length' in rule && rule.length !== '';
}

function compileRule(rule: ResultRule, schema: Schema | undefined): Read {
  if (typeof rule === 'string') return compilePointer(rule, schema);
  const read = compileSource(rule, schema);
  const { default: fallback, slice, limit, translate: translations = {}, join } = rule;
  return (reading) => {
    const found = read(reading);
    const value = found ?? (fallback === undefined ? found : copyJson(fallback));
    if (value === undefined) return undefined;
    const part = withLimit(slice === undefined ? value : cut(value, slice, reading), limit, reading);
    const translated = replace(part, translations);
    return join !== undefined && Array.isArray(translated) ? toText(translated, join) : translated;
  };
}

function compileSource(rule: ResultSource, schema: Schema | undefined): Read {
  if ('each' in rule) return compileEach(rule, schema);
  if ('fields' in rule) return compileFields(rule.fields, rule.pointer ?? '', schema);
  if ('pointer' in rule) return compileMember(compilePointer(rule.pointer, schema), rule.suffix);
  if ('header' in rule) return ({ header }) => header(rule.header);
  if ('argument' in rule) return ({ args }) => ownMember(args, rule.argument);
  if ('value' in rule) return () => copyJson(rule.value);
  if ('length' in rule) return (answer) => lengthAt(answer, rule.length);
  if ('note' in rule) return (reading) => (reading.cut.any ? rule.note : undefined);
  return compileFirst(rule.first, schema);
}

function compileFirst(rules: readonly ResultRule[], schema: Schema | undefined): Read {
  const readers = rules.map((rule) => compileRule(rule, schema));
  return (reading) => {
    for (const read of readers) {
      const value = read(reading);
      if (value !== undefined && value !== null && value !== '') return value;
    }
    return undefined;
  };
}

function compileFields(fields: ResultTable, pointer: string, schema: Schema | undefined): Read {
  const read = compileTable(fields, schema, resultRules);
  return (reading) => {
    const inner = reading.json === undefined ? undefined : findPointer(reading.json, pointer);
    return read(pointer === '' ? reading : innerReading(reading, inner));
  };
}

function withLimit(value: Json, limit: number | undefined, { cut: left }: ResponseReading): Json {
  const isLong = typeof value === 'string' || Array.isArray(value);
  if (limit === undefined || !isLong || value.length <= limit) return value;
  left.any = true;
  return typeof value === 'string' ? value.slice(0, boundary(value, limit)) : value.slice(0, limit);
}

function compileMember(read: Read, suffix: string | undefined): Read {
  if (suffix === undefined) return read;
  return (answer) => {
    const found = read(answer);
    return isObject(found) ? Object.entries(found).find(([name]) => name.endsWith(suffix))?.[1] : undefined;
  };
}

function compileEach(rule: Extract<ResultSource, { each: string }>, schema: Schema | undefined): Read {
  const { items: inner } = schema ?? {};
  const readItem: Read = 'item' in rule ? compileItem(rule.item, inner) : compileTable(rule.fields, inner, resultRules);
  return (reading) => {
    const items = reading.json === undefined ? undefined : findPointer(reading.json, rule.each);
    if (!Array.isArray(items)) return undefined;
    return items.flatMap((item: Json) => {
      const value = readItem(innerReading(reading, item));
      return value === undefined ? [] : [value];
    });
  };
}

function compileItem(rule: ResultRule, schema: Schema | undefined): Read {
  const read = compileRule(rule, schema);
  return (reading) => fit(read(reading), schema);
}

function innerReading(reading: ResponseReading, json: Json | undefined): ResponseReading {
  return { ...reading, json, text: json === undefined ? '' : toText(json) };
}

function lengthAt({ json, text }: ServiceResponse, pointer: string): number | undefined {
  const found = json === undefined ? undefined : findPointer(json, pointer);
  if (Array.isArray(found)) return found.length;
  if (pointer === '') return text.length;
  return typeof found === 'string' ? found.length : undefined;
}

/** A window counted in UTF-16 units, as `length` counts; a boundary inside a character moves before it. */
function cut(value: Json, slice: Slice, { args, cut: left }: ResponseReading): Json {
  const start = Math.max(0, Number(ownMember(args, slice.start) ?? 0));
  const end = start + Number(ownMember(args, slice.length) ?? Infinity);
  if ((Array.isArray(value) || typeof value === 'string') && value.length > end) left.any = true;
  if (Array.isArray(value)) return value.slice(start, end);
  return typeof value === 'string' ? value.slice(boundary(value, start), boundary(value, end)) : value;
}

function boundary(text: string, at: number): number {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(Math.max(0, at - 1), at + 1)) ? at - 1 : at;
}
