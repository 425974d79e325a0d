/** Pointers that find nothing, or nothing of the right type, in what is read of a response or an output. */
import type { Conditions, ResultRule, ResultTable } from '@haft/runtime';
import { type Json, type Schema, type ValueReading, mainType, ownMember } from '@haft/runtime/language';
import type { BehaviorUse, PlacedProblem, PlacedStep, BehaviorProblem } from '../../../spec/behaviors/behavior.ts';
import { ANY_JSON, type OutputShape, recordedOutput, shapeAt } from '../../../spec/behaviors/output-shape.ts';
import { canFill, isHeldAsIs, isOf, nothingFound, whatIsAt } from './fitting.ts';
import { plainRule } from '../../../spec/behaviors/plain-pointers.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';

/** Paths are below the tool. */
export function unread(use: BehaviorUse, returns: Schema | undefined): PlacedProblem[] {
  const output = outputOf(use);
  if (!output) return [];
  if (use.result) return tableProblems(use.result, output, returns, [use.key, 'result']);
  return use.key === 'command' ? wholeProblems(output, returns?.properties) : [];
}

/** What finds nothing in any of these outputs, which the tool has read, and may find something by its declared format. */
export function unreadInSamples(
  use: BehaviorUse,
  returns: Schema | undefined,
  samples: readonly Json[],
): PlacedProblem[] {
  const output = outputOf(use);
  if (!output || !use.result || samples.length === 0) return [];
  const paths = new Set(unread(use, returns).map(({ path }) => path.join('/')));
  const problems = tableProblems(use.result, recordedOutput(samples, output), returns, [use.key, 'result']);
  return problems.filter(({ path }) => !paths.has(path.join('/')));
}

/** Values for later steps that are never there; paths are below the tool. */
export function lostLets({ path, parts: { output, lets = {} } }: PlacedStep): PlacedProblem[] {
  return tableProblems(lets, output, undefined, [...path, 'let']);
}

/** Of the work itself. */
function outputOf({ steps }: BehaviorUse): OutputShape | undefined {
  return steps.find(({ path }) => path.length === 1)?.parts.output;
}

/** Without `result:` the whole output is one property. */
function wholeProblems({ whole }: OutputShape, properties: Schema['properties']): PlacedProblem[] {
  if (whole === undefined || properties === undefined || Object.hasOwn(properties, whole)) return [];
  const message = `Without \`result\`, the result has one property "${whole}", which \`returns\` does not declare.`;
  const hint = `Add \`result\`, or declare "${whole}" under \`properties\` of \`returns\`.`;
  return [{ path: ['command', 'stdout'], message, hint }];
}

function tableProblems(
  table: ResultTable,
  output: OutputShape,
  schema: Schema | undefined,
  path: NodePath,
): PlacedProblem[] {
  return Object.entries(table).flatMap(([name, rule]) =>
    problemsOf(rule, output, ownMember(schema?.properties ?? {}, name), [...path, name]),
  );
}

function problemsOf(
  rule: ResultRule,
  output: OutputShape,
  schema: Schema | undefined,
  path: NodePath,
): PlacedProblem[] {
  const plain = plainRule(rule, output);
  const sources: Sources = typeof plain === 'string' ? { pointer: plain } : plain;
  const { pointer, first, length, keys, exists, fields } = sources;
  if (first) return first.flatMap((one, at) => problemsOf(one, output, schema, [...path, 'first', at]));
  const list = sources.each ?? sources.entries;
  const source = pointer ?? list ?? length ?? keys ?? exists;
  if (source === undefined) return fields ? tableProblems(fields, output, schema, [...path, 'fields']) : [];
  const target = shapeAt(output.schema, source);
  if (!target) return [{ path, ...nothingFound(source, output) }];
  if (list !== undefined) return listProblems(sources, { target, source, output }, schema, path);
  if (length !== undefined) return lengthProblems(sources, { target, source, output }, path);
  if (keys !== undefined && !isOf('object', target)) return [{ path, ...notRead('keys', source, output) }];
  if (fields) return tableProblems(fields, partOf(target, source, output), schema, [...path, 'fields']);
  if (pointer === undefined) return [];
  if (sources.as !== undefined && !canFill('string', target)) return [{ path, ...notRead('as', source, output) }];
  if ((sources.translate ?? sources.join ?? sources.as) !== undefined) return [];
  const type = schema && mainType(schema);
  if (type === undefined) return [];
  // A property that is a text has the whole output as its text.
  if (source === '' && type === 'string') return [];
  if (!canFill(type, target, isProse(output))) return [{ path, ...wrongType(source, output, type) }];
  if (!schema || (type !== 'array' && type !== 'object') || isHeldAsIs(schema, target)) return [];
  return [{ path, ...insideProblem(source, output, schema) }];
}

/** Of a list or a map that is taken whole. */
function insideProblem(source: string, { start }: OutputShape, { type, items = {} }: Schema): BehaviorProblem {
  const [list, elements] = [type === 'array', mainType(items) ?? 'object'];
  const what = `${start}${source === '' ? '' : `; "${source}" finds ${list ? 'a list' : 'a map'}`}`;
  const pointer = JSON.stringify(source);
  if (list && elements !== 'object') {
    const hint = `Take one value of each element: { each: ${pointer}, item: /name }.`;
    return { message: `${what}, but the elements of the property have type ${elements}.`, hint };
  }
  const message = `${what}, but members of ${list ? 'its elements' : 'it'} have other types in the property.`;
  const key = list ? 'each' : 'pointer';
  return {
    message,
    hint: `Name each of them, so that it is converted: { ${key}: ${pointer}, fields: { name: /name } }.`,
  };
}

interface ListRead {
  readonly target: Schema;
  readonly source: string;
  readonly output: OutputShape;
}

function listProblems(
  sources: Sources,
  { target, source, output }: ListRead,
  schema: Schema | undefined,
  path: NodePath,
): PlacedProblem[] {
  const { each, fields, item } = sources;
  if (each !== undefined && !isOf('array', target)) return [{ path, ...notRead('each', source, output) }];
  if (each === undefined && !isOf('object', target)) return [{ path, ...notRead('entries', source, output) }];
  const element = each === undefined ? memberOf(target, source) : elementOf(target, source, output);
  const idle = whereProblems(sources, element, path);
  if (fields) return [...idle, ...tableProblems(fields, element, schema?.items, [...path, 'fields'])];
  return item === undefined ? idle : [...idle, ...problemsOf(item, element, schema?.items, [...path, 'item'])];
}

/** A list or a text has a length; elements that match are only those of a list. */
function lengthProblems(sources: Sources, { target, source, output }: ListRead, path: NodePath): PlacedProblem[] {
  const isCounted = sources.where !== undefined;
  if (!isOf('array', target) && (isCounted || (source !== '' && !canFill('string', target))))
    return [{ path, ...notRead(isCounted ? 'where' : 'length', source, output) }];
  return whereProblems(sources, elementOf(target, source, output), path);
}

/** Conditions that no element meets. */
function whereProblems({ where = {} }: Sources, element: OutputShape, path: NodePath): PlacedProblem[] {
  return Object.entries(where).flatMap(([pointer, values]) => {
    const target = shapeAt(element.schema, pointer);
    const place = [...path, 'where', pointer];
    if ([values].flat().includes(null) || (target && canFill('string', target))) return [];
    return [{ path: place, ...(target ? NOT_COMPARED : nothingFound(pointer, element, ', and no element matches')) }];
  });
}

const NOT_COMPARED: BehaviorProblem = {
  message: 'This finds a list or a map, and `where` compares texts, numbers, true and false: no element matches.',
  hint: 'Use the pointer of one value in the element.',
};

/** A member of a map, as `entries` has it. */
function memberOf({ additionalProperties: others, properties = {} }: Schema, source: string): OutputShape {
  const values = [...Object.values(properties), ...(typeof others === 'object' ? [others] : [])];
  const value: Schema =
    others === false && values.length > 0 ? { anyOf: values } : (values.length === 1 && values[0]) || {};
  return {
    start: `A member of ${source === '' ? 'the map' : `"${source}"`} is read as { key, value }`,
    schema: { type: 'object', properties: { key: { type: 'string' }, value }, additionalProperties: false },
  };
}

function elementOf({ items = {} }: Schema, source: string, { element, start }: OutputShape): OutputShape {
  if (source === '' && element) return element;
  return inner(items, `${start}; for an element of "${source}"`, start);
}

function partOf(target: Schema, source: string, output: OutputShape): OutputShape {
  return source === '' ? output : inner(target, `${output.start}; for "${source}"`, output.start);
}

function inner(schema: Schema, start: string, whole: string): OutputShape {
  return whole === '' || Object.keys(schema).length === 0 ? ANY_JSON : { start, schema };
}

function notRead(key: keyof typeof READS, source: string, output: OutputShape): BehaviorProblem {
  const [one, other] = READS[key];
  const hint = key === 'each' && shapeAt(output.schema, source)?.type === 'string' ? (BY_TYPE['array'] ?? '') : other;
  return {
    message: `${whatIsAt(source, output)}, and \`${key}\` reads only ${one}: the property is always missing.`,
    hint,
  };
}

const MAP = ['a map', 'Use the pointer of a map, or `each` for a list.'] as const;
const READS = {
  each: ['a list', 'Use the pointer of a list inside it, or map the object with `fields`.'],
  keys: MAP,
  entries: MAP,
  where: ['a list', 'Use the pointer of a list.'],
  length: ['a list or a text', 'Use the pointer of a list or a text.'],
  as: ['one text or number', 'Use the pointer of one value in it.'],
} as const;

/** A cell of a table is converted to the type of its property; a text or line may have words around a value. */
function isProse({ schema, element }: OutputShape): boolean {
  return schema.type === 'string' || element?.schema.type === 'string';
}

interface Sources {
  readonly pointer?: string;
  readonly each?: string;
  readonly entries?: string;
  readonly where?: Conditions;
  readonly length?: string;
  readonly exists?: string;
  readonly keys?: string;
  readonly as?: ValueReading;
  readonly first?: readonly ResultRule[];
  readonly fields?: ResultTable;
  readonly item?: ResultRule;
  readonly translate?: object;
  readonly join?: string;
}

/** A text stays a text: what is a number in one run has words around it in the next. */
function wrongType(source: string, output: OutputShape, type: string): BehaviorProblem {
  const actual = shapeAt(output.schema, source)?.type;
  const hint = actual === 'array' ? LIST_HINT : actual === 'object' ? ROW_HINT : BY_TYPE[type];
  return {
    message: `${whatIsAt(source, output, 'another value')}, but the property has type ${type}.`,
    hint: hint ?? 'Use the json format if that is what is returned.',
  };
}

const ROW_HINT = 'Add the name of one of its values to the pointer, or declare the property as object.';
const LIST_HINT = 'Take one element, such as /0, or count them with { length: "" }.';
const ALONE = 'Use the format json (jsonl for a line) if there is nothing but the value; otherwise';
const BY_TYPE: Readonly<Record<string, string>> = {
  integer: `${ALONE} declare the property as a string.`,
  number: `${ALONE} declare the property as a string.`,
  boolean: `${ALONE} map the texts to "true" and "false" under \`translate\`.`,
  array: 'Use the format lines, or jsonl if each line is JSON.',
};
