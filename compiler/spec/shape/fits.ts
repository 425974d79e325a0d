/** Whether a value matches the spec language: the fast check of nearly every document and every part of one. */
import { isObject } from '@haft/runtime/language';
import { isDate } from '../../base/calendar.ts';
import { memoizeBy } from '../../base/memo.ts';
import { wordSet } from '../../base/word-lists.ts';
import { type SchemaNode, nodeOf } from './build.ts';

/** Whether a value has the shape. */
type Test = (value: unknown) => boolean;

/**
 * For the keywords that the shapes of `compiler/check/shape/` use, as JSON Schema 2020-12 means them; ajv is the oracle in
 * tests. Building ajv's own validators takes longer than all checks of a project of a thousand tools.
 *
 * @throws when a schema has a keyword that is not listed here.
 */
export function compileFits(root: SchemaNode): Fits {
  const tests = new Map<string, Test>();
  const parts = new WeakMap<SchemaNode, Test>();
  const compile = (schema: SchemaNode): Test => all(Object.keys(schema).flatMap((key) => keyword(key, schema, at)));
  const at: SchemaCompiler = {
    compile,
    resolve: (reference) => later(() => named(reference.slice('#/$defs/'.length))),
  };
  const named = (name: string): Test => {
    const test = tests.get(name) ?? compile(Object(root['$defs'])[name]);
    tests.set(name, test);
    return test;
  };
  return {
    definition: named,
    part: (schema) => {
      const test = parts.get(schema) ?? compile(schema);
      parts.set(schema, test);
      return test;
    },
  };
}

export interface Fits {
  /** By the name of a definition. */
  readonly definition: (name: string) => Test;
  /** Any schema inside. */
  readonly part: (schema: SchemaNode) => Test;
}

interface SchemaCompiler {
  readonly compile: (schema: SchemaNode) => Test;
  readonly resolve: (reference: string) => Test;
}

function later(make: () => Test): Test {
  let test: Test | undefined;
  return (value) => (test ??= make())(value);
}

function all(tests: readonly Test[]): Test {
  const [first, ...rest] = tests;
  if (first === undefined) return () => true;
  return rest.length === 0 ? first : (value) => tests.every((test) => test(value));
}

/** Keywords without an effect on validity. */
const WORDS = wordSet('$schema $defs title description default examples patternErrorMessage then');

function keyword(key: string, schema: SchemaNode, { compile, resolve }: SchemaCompiler): Test[] {
  if (WORDS.has(key)) return [];
  const limit = schema[key];
  switch (key) {
    case 'type': {
      const types = [limit].flat();
      return [types.length === 1 ? typeTest(types[0]) : (value) => types.some((type) => typeTest(type)(value))];
    }
    case 'enum': {
      const allowed: ReadonlySet<unknown> = new Set([limit].flat());
      return [(value) => allowed.has(value)];
    }
    case 'const':
      return [(value) => value === limit];
    case '$ref':
      return [resolve(String(limit))];
    case 'allOf':
      return [limit].flat().map((one) => compile(nodeOf(one)));
    case 'not': {
      const refused = compile(nodeOf(limit));
      return [(value) => !refused(value)];
    }
    case 'if': {
      const [when, then] = [compile(nodeOf(limit)), compile(nodeOf(schema['then']))];
      return [(value) => !when(value) || then(value)];
    }
    default:
      return [
        ofText(key, limit) ?? ofNumber(key, limit) ?? ofList(key, limit, compile) ?? ofObject(key, schema, compile),
      ];
  }
}

/** Whether a value is of a JSON type. */
export function typeTest(type: unknown): Test {
  switch (type) {
    case 'null':
      return (value) => value === null;
    case 'integer':
      return Number.isInteger;
    case 'array':
      return Array.isArray;
    case 'object':
      return isObject;
    default:
      return (value) => typeof value === type;
  }
}

function ofText(key: string, limit: unknown): Test | undefined {
  const test = ((): ((text: string) => boolean) | undefined => {
    if (key === 'minLength') return (text) => lengthOf(text) >= Number(limit);
    if (key === 'maxLength') return (text) => lengthOf(text) <= Number(limit);
    if (key === 'format' && limit === 'date') return isDate;
    if (key !== 'pattern') return undefined;
    const pattern = new RegExp(String(limit), 'u');
    return (text) => pattern.test(text);
  })();
  return test && ((value) => typeof value !== 'string' || test(value));
}

/** In characters, as JSON Schema counts; most texts have as many as code units. */
function lengthOf(text: string): number {
  return /[\ud800-\udbff]/.test(text) ? Array.from(text).length : text.length;
}

function ofNumber(key: string, limit: unknown): Test | undefined {
  const bound = Number(limit);
  const test = {
    minimum: (value: number) => value >= bound,
    maximum: (value: number) => value <= bound,
    exclusiveMinimum: (value: number) => value > bound,
  }[key];
  return test && ((value) => typeof value !== 'number' || test(value));
}

function ofList(key: string, limit: unknown, compile: SchemaCompiler['compile']): Test | undefined {
  const test = ((): ((list: readonly unknown[]) => boolean) | undefined => {
    if (key === 'minItems') return (list) => list.length >= Number(limit);
    if (key === 'maxItems') return (list) => list.length <= Number(limit);
    // The lists that have to be free of repetition hold words only; anything else is left to ajv.
    if (key === 'uniqueItems')
      return (list) => new Set(list).size === list.length && list.every((item) => !(item instanceof Object));
    if (key !== 'items') return undefined;
    const item = memoizeTest(compile(nodeOf(limit)));
    return (list) => list.every(item);
  })();
  return test && ((value) => !Array.isArray(value) || test(value));
}

/** An item that is the same object as in the text before is the same item. */
function memoizeTest(test: Test): Test {
  const fits = memoizeBy((value: object): boolean => test(value));
  return (value) => (isObject(value) ? fits(value) : test(value));
}

function ofObject(key: string, schema: SchemaNode, compile: SchemaCompiler['compile']): Test {
  const test = memberTest(key, schema, compile);
  return (value) => !isObject(value) || test(value);
}

type Members = Readonly<Record<string, unknown>>;

function memberTest(key: string, schema: SchemaNode, compile: SchemaCompiler['compile']): (value: Members) => boolean {
  const limit = schema[key];
  if (key === 'required') {
    const names = [limit].flat().map(String);
    return (value) => names.every((name) => Object.hasOwn(value, name));
  }
  if (key === 'propertyNames') {
    const name = compile(nodeOf(limit));
    return (value) => Object.keys(value).every(name);
  }
  if (key === 'properties') {
    const members = new Map(Object.entries(nodeOf(limit)).map(([name, one]) => [name, compile(nodeOf(one))]));
    return (value) => Object.keys(value).every((name) => members.get(name)?.(value[name]) ?? true);
  }
  if (key === 'additionalProperties' && limit !== true) {
    const listed = new Set(Object.keys(Object(schema['properties'])));
    const other = limit === false ? () => false : compile(nodeOf(limit));
    return (value) => Object.keys(value).every((name) => listed.has(name) || other(value[name]));
  }
  if (key === 'additionalProperties') return () => true;
  throw new Error(`the shape uses "${key}", which fits.ts does not support`);
}
