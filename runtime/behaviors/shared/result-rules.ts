/** Rules of result tables beyond a pointer: lists, maps, headers, lengths, windows, defaults, notes. */
import type {
  Conditions,
  ListSource,
  ResultRule,
  ResultSource,
  ResultTable,
  Slice,
} from '../../descriptor/descriptor.ts';
import { type Json, copyJson, isObject, ownMember } from '../../language/json.ts';
import { requireModule } from '../../language/require-module.ts';
import { findPointer } from '../../language/pointer.ts';
import type { Schema } from '../../language/schema.ts';
import { parseTemplate, resolveVariable, toText, wholeVariable } from '../../language/template.ts';
import type { compileReading } from '../../language/value-reading.ts';
import {
  type Read,
  type ResponseReading,
  type ResultRules,
  compilePointer,
  compileTable,
  fit,
  isText,
  tableNeedsJson,
} from './result.ts';
import type { ServiceResponse } from './response.ts';
import { replace } from '../../language/translate.ts';

/** What a rule is compiled with: the rules inside it, and `as` where the server has it. */
interface Modules {
  readonly rules: ResultRules;
  readonly compileReading: typeof compileReading | undefined;
}

/** `reading` for servers with `as`. */
export function resultRules(reading: typeof compileReading | undefined): ResultRules {
  const modules: Modules = {
    rules: { compile: (rule, schema) => compileRule(rule, schema, modules), needsJson: ruleNeedsJson },
    compileReading: reading,
  };
  return modules.rules;
}

function ruleNeedsJson(rule: ResultRule, schema: Schema | undefined): boolean {
  if (typeof rule === 'string') return rule !== '' || !isText(schema);
  if (isList(rule) || 'exists' in rule || 'keys' in rule) return true;
  if ('fields' in rule)
    return (rule.pointer ?? '') !== '' || tableNeedsJson(rule.fields, schema, resultRules(undefined));
  if ('pointer' in rule) return rule.pointer !== '' || !isText(schema);
  if ('first' in rule) return rule.first.every((one) => ruleNeedsJson(one, schema));
  return 'length' in rule && (rule.length !== '' || rule.where !== undefined);
}

function isList(rule: object): rule is ListSource {
  return 'each' in rule || 'entries' in rule;
}

function compileRule(rule: ResultRule, schema: Schema | undefined, modules: Modules): Read {
  if (typeof rule === 'string') return compilePointer(rule, schema);
  const read = compileAs(rule, schema, modules);
  const { default: fallback, slice, limit, translate: translations = {}, join } = rule;
  const most = compileLimit(limit);
  return (reading) => {
    const json = read(reading);
    const value = json ?? (fallback === undefined ? json : copyJson(fallback));
    if (value === undefined) return undefined;
    const part = withLimit(slice === undefined ? value : cut(value, slice, reading), most(reading), reading);
    const translated = replace(part, translations);
    return join !== undefined && Array.isArray(translated) ? toText(translated, join) : translated;
  };
}

function compileAs(rule: Exclude<ResultRule, string>, schema: Schema | undefined, modules: Modules): Read {
  if (rule.as === undefined) return compileSource(rule, schema, modules);
  const read = compileSource(rule, undefined, modules);
  const convert = requireModule(modules.compileReading, 'results read in other forms')(rule.as);
  return (reading) => {
    const value = read(reading);
    return value === undefined ? undefined : convert(value);
  };
}

function compileSource(rule: ResultSource, schema: Schema | undefined, modules: Modules): Read {
  if (isList(rule)) return compileList(rule, schema, modules);
  if ('fields' in rule) return compileFields(rule.fields, rule.pointer ?? '', schema, modules);
  if ('pointer' in rule) return compileMember(compilePointer(rule.pointer, schema), rule.suffix);
  if ('header' in rule) return ({ header }) => header(rule.header);
  if ('argument' in rule) return ({ args }) => ownMember(args, rule.argument);
  if ('value' in rule) return () => copyJson(rule.value);
  if ('length' in rule) return (answer) => lengthAt(answer, rule.length, rule.where);
  if ('exists' in rule) return ({ json }) => isThere(json, rule.exists);
  if ('keys' in rule) return ({ json }) => membersAt(json, rule.keys)?.map(([key]) => key);
  if ('note' in rule)
    return ({ cut: { any, count } }) => (any ? rule.note.replaceAll('{left_out}', `${count}`) : undefined);
  return compileFirst(rule.first, schema, modules);
}

function isThere(json: Json | undefined, pointer: string): boolean {
  const value = findPointer(json, pointer);
  return value !== undefined && value !== null && value !== '';
}

function membersAt(json: Json | undefined, pointer: string): [string, Json][] | undefined {
  const value = findPointer(json, pointer);
  return isObject(value) ? Object.entries(value) : undefined;
}

function compileFirst(rules: readonly ResultRule[], schema: Schema | undefined, modules: Modules): Read {
  const readers = rules.map((rule) => compileRule(rule, schema, modules));
  return (reading) => {
    for (const read of readers) {
      const value = read(reading);
      if (value !== undefined && value !== null && value !== '') return value;
    }
    return undefined;
  };
}

function compileFields(fields: ResultTable, pointer: string, schema: Schema | undefined, { rules }: Modules): Read {
  const read = compileTable(fields, schema, rules);
  return (reading) => {
    const inner = findPointer(reading.json, pointer);
    return read(pointer === '' ? reading : innerReading(reading, inner));
  };
}

function compileLimit(limit: number | string | undefined): (reading: ResponseReading) => number | undefined {
  if (typeof limit !== 'string') return () => limit;
  const parameter = wholeVariable(parseTemplate(limit));
  return ({ args }) => {
    const value = parameter && resolveVariable(parameter, args);
    return typeof value === 'number' ? Math.max(0, value) : undefined;
  };
}

function withLimit(value: Json, limit: number | undefined, { cut: cuts }: ResponseReading): Json {
  const isLong = typeof value === 'string' || Array.isArray(value);
  if (limit === undefined || !isLong || value.length <= limit) return value;
  leaveOut(cuts, value.length - limit);
  return typeof value === 'string' ? value.slice(0, boundary(value, limit)) : value.slice(0, limit);
}

function leaveOut(cuts: ResponseReading['cut'], count: number): void {
  cuts.any = true;
  cuts.count += count;
}

function compileMember(read: Read, suffix: string | undefined): Read {
  if (suffix === undefined) return read;
  return (answer) => {
    const value = read(answer);
    return isObject(value) ? Object.entries(value).find(([name]) => name.endsWith(suffix))?.[1] : undefined;
  };
}

function compileList(
  rule: ListSource & ({ readonly fields: ResultTable } | { readonly item: ResultRule }),
  schema: Schema | undefined,
  modules: Modules,
): Read {
  const { items: inner } = schema ?? {};
  const { where } = rule;
  const readItem: Read =
    'item' in rule ? compileItem(rule.item, inner, modules) : compileTable(rule.fields, inner, modules.rules);
  return (reading) =>
    elementsOf(rule, reading.json)?.flatMap((item) => {
      if (!matches(item, where)) return [];
      const value = readItem(innerReading(reading, item));
      return value === undefined ? [] : [value];
    });
}

function elementsOf(source: ListSource, json: Json | undefined): readonly Json[] | undefined {
  if ('entries' in source) return membersAt(json, source.entries)?.map(([key, value]) => ({ key, value }));
  const list = findPointer(json, source.each);
  return Array.isArray(list) ? list : undefined;
}

/** A number in a text is that number: columns are texts. */
function matches(item: Json, where: Conditions = {}): boolean {
  return Object.entries(where).every(([pointer, values]) => {
    const member = findPointer(item, pointer) ?? null;
    return [values].flat().some((value) => {
      if (member === null || value === null) return member === value;
      return typeof member !== 'object' && String(member) === String(value);
    });
  });
}

function compileItem(rule: ResultRule, schema: Schema | undefined, modules: Modules): Read {
  const read = compileRule(rule, schema, modules);
  return (reading) => fit(read(reading), schema);
}

function innerReading(reading: ResponseReading, json: Json | undefined): ResponseReading {
  return { ...reading, json, text: json === undefined ? '' : toText(json) };
}

function lengthAt({ json, text }: ServiceResponse, pointer: string, where: Conditions | undefined): number | undefined {
  const value = findPointer(json, pointer);
  if (Array.isArray(value)) return value.filter((item: Json) => matches(item, where)).length;
  if (where !== undefined) return undefined;
  if (pointer === '') return text.length;
  return typeof value === 'string' ? value.length : undefined;
}

/** A window counted in UTF-16 units, as `length` counts; a boundary inside a character moves before it. */
function cut(value: Json, slice: Slice, { args, cut: cuts }: ResponseReading): Json {
  const start = Math.max(0, Number(ownMember(args, slice.start) ?? 0));
  const end = start + Number(ownMember(args, slice.length) ?? Infinity);
  if ((Array.isArray(value) || typeof value === 'string') && value.length > end) leaveOut(cuts, value.length - end);
  if (Array.isArray(value)) return value.slice(start, end);
  return typeof value === 'string' ? value.slice(boundary(value, start), boundary(value, end)) : value;
}

function boundary(text: string, at: number): number {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(Math.max(0, at - 1), at + 1)) ? at - 1 : at;
}
