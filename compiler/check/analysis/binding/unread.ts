/** Pointers that find nothing, or nothing of the right type, in what is read of a response or an output. */
import type { FailureTest, ResultRule, ResultTable } from '@haft/runtime';
import { type Json, type Schema, mainType, nearest, ownMember } from '@haft/runtime/language';
import type { BehaviorUse, PlacedProblem, PlacedStep, BehaviorProblem } from '../../../spec/behaviors/behavior.ts';
import {
  ANY_JSON,
  type OutputShape,
  canBeSomething,
  foundPart,
  recordedOutput,
  shapeAt,
} from '../../../spec/behaviors/output-shape.ts';
import { plainPointer, plainRule, plainTests } from '../../../spec/behaviors/plain-pointers.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';

/** Tests that no output can meet, or that each does; paths are below the tool. */
export function idleTests({ path, parts: { output, tests } }: PlacedStep): PlacedProblem[] {
  const isCheck = path.includes('before');
  return plainTests(tests, output).flatMap((test, at) => {
    const target = shapeAt(output.schema, test.pointer);
    if (target && canBeSomething(target)) return [];
    const effect = test.finds === 'nothing' || (isCheck && !hasHolder(test, output)) ? EVERY : NEVER;
    return [{ path: [...path, 'fails_when', at, 'pointer'], ...nothingFound(test.pointer, output, effect) }];
  });
}

const NEVER = ', and this failure is never reported';
const EVERY = ', and every call fails';

/** A check fails where what the pointer looks into is no list or map. */
function hasHolder({ pointer }: FailureTest, { schema }: OutputShape): boolean {
  const holder = pointer === '' ? undefined : shapeAt(schema, pointer.replace(/\/[^/]*$/, ''));
  return (
    pointer === '' || (holder !== undefined && [holder, ...(holder.anyOf ?? [])].some(({ type }) => type !== 'string'))
  );
}

/** `detail` of the failures of a step that are read from its output; paths are below the tool. */
export function lostDetails({ path, parts: { output, details } }: PlacedStep): PlacedProblem[] {
  return details.flatMap(({ path: place, name }) => {
    const pointer = plainPointer(name, output);
    if ((pointer !== '' && !pointer.startsWith('/')) || shapeAt(output.schema, pointer)) return [];
    return [{ path: [...path, ...place], ...nothingFound(pointer, output, NO_DETAIL) }];
  });
}

const NO_DETAIL = ', and the message has no detail';

/** Notes of a result in which nothing can be left out; paths are below the tool. */
export function idleNotes({ key, steps, result = {} }: BehaviorUse): PlacedProblem[] {
  if (steps.some(({ parts }) => parts.mayBeCut) || Object.values(result).some(cuts)) return [];
  return notesIn(result, [key, 'result']).map((path) => ({ path, message: IDLE_NOTE, hint: CUT_HINT }));
}

const IDLE_NOTE = 'Nothing in this result is ever cut, so the note never appears.';
const CUT_HINT = 'Add `limit` or `slice` to the list or text that may be long, or remove the note.';

function notesIn(table: ResultTable, path: NodePath): NodePath[] {
  return Object.entries(table).flatMap(([name, rule]) => {
    if (typeof rule === 'string') return [];
    if ('note' in rule) return [[...path, name]];
    return 'fields' in rule && rule.fields ? notesIn(rule.fields, [...path, name, 'fields']) : [];
  });
}

/** At any depth. */
function cuts(rule: ResultRule): boolean {
  if (typeof rule === 'string') return false;
  const { limit, slice, first = [], fields = {}, item }: Sources = rule;
  return limit !== undefined || slice !== undefined || [...first, ...Object.values(fields), item ?? ''].some(cuts);
}

/** Paths are below the tool. */
export function unread(use: BehaviorUse, returns: Schema | undefined): PlacedProblem[] {
  const output = outputOf(use);
  if (!output || output.start === '') return [];
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
  const known = new Set(unread(use, returns).map(({ path }) => path.join('/')));
  const found = tableProblems(use.result, recordedOutput(samples, output), returns, [use.key, 'result']);
  return found.filter(({ path }) => !known.has(path.join('/')));
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
  const { pointer, first, each, length, fields, item, ...more } = sourcesOf(plainRule(rule, output));
  if (first) return first.flatMap((one, at) => problemsOf(one, output, schema, [...path, 'first', at]));
  const source = pointer ?? each ?? length;
  if (source === undefined) return fields ? tableProblems(fields, output, schema, [...path, 'fields']) : [];
  const target = shapeAt(output.schema, source);
  if (!target) return [{ path, ...nothingFound(source, output) }];
  if (each !== undefined) {
    if (!isList(target)) return [{ path, ...notAList(source, target, output) }];
    const element = elementOf(target, source, output);
    if (fields) return tableProblems(fields, element, schema?.items, [...path, 'fields']);
    return item === undefined ? [] : problemsOf(item, element, schema?.items, [...path, 'item']);
  }
  if (length !== undefined || fields) return [];
  const type = (!more.translate && more.join === undefined && schema && mainType(schema)) || 'string';
  if (target.type === 'string' && !isProse(output)) return [];
  const fits = target.type === 'array' ? ['array', 'string'] : [target.type === 'string' ? 'string' : type];
  return fits.includes(type) ? [] : [{ path, ...wrongType(source, output, type) }];
}

/** Whether it can be one. */
function isList({ type, anyOf, enum: values }: Schema): boolean {
  if (anyOf) return anyOf.some(isList);
  return values ? values.some(Array.isArray) : type === undefined || type === 'array';
}

function elementOf({ items = {} }: Schema, source: string, { element, start }: OutputShape): OutputShape {
  if (source === '' && element) return element;
  return start === '' || Object.keys(items).length === 0
    ? ANY_JSON
    : { start: `${start}; for an element of "${source}"`, schema: items };
}

function notAList(source: string, { type }: Schema, { start }: OutputShape): BehaviorProblem {
  const what = source === '' ? start : `${start}; "${source}" finds ${NAMES[String(type)] ?? 'one value'}`;
  const message = `${what}, and \`each\` reads only a list: the property is always missing.`;
  const hint =
    type === 'string'
      ? (BY_TYPE['array'] ?? '')
      : 'Use the pointer of a list inside it, or map the object with `fields`.';
  return { message, hint };
}

/** A cell of a table is converted to the type of its property; a text or line may have words around a value. */
function isProse({ schema, element }: OutputShape): boolean {
  return schema.type === 'string' || element?.schema.type === 'string';
}

interface Sources {
  readonly pointer?: string;
  readonly each?: string;
  readonly length?: string;
  readonly first?: readonly ResultRule[];
  readonly fields?: ResultTable;
  readonly item?: ResultRule;
  readonly limit?: number;
  readonly slice?: object;
  readonly translate?: object;
  readonly join?: string;
}

function sourcesOf(rule: ResultRule): Sources {
  return typeof rule === 'string' ? { pointer: rule } : rule;
}

function nothingFound(pointer: string, { start, schema }: OutputShape, effect = ''): BehaviorProblem {
  const part = foundPart(schema, pointer);
  const target = shapeAt(schema, part) ?? {};
  const inside = part === '' ? start : `${start}; "${part}" finds ${NAMES[String(target.type)] ?? 'one value'}`;
  const message = `${inside}, so ${JSON.stringify(pointer)} finds nothing${effect}.`;
  return { message, hint: hintFor(part, target, pointer) };
}

const NAMES: Readonly<Record<string, string>> = { string: 'a text', array: 'a list', object: 'a row' };

function hintFor(part: string, target: Schema, pointer: string): string {
  const { type, properties = {}, anyOf } = target;
  if (anyOf?.[0]) return hintFor(part, anyOf[0], pointer);
  const whole = `the pointer ${JSON.stringify(part)}`;
  if (type === 'string') return `Use ${whole}, or the format that is returned, such as json.`;
  if (type === 'array') return `Write the number of the element first, such as ${part}/0, or use ${whole} for all.`;
  const keys = Object.keys(properties);
  if (keys.length === 0) return 'Remove it, or read a body: `response: json`.';
  const guess = nearest(pointer.slice(part.length + 1), keys);
  return guess === undefined ? `Known: ${keys.slice(0, 12).join(', ')}.` : `Did you mean "${part}/${guess}"?`;
}

/** A text stays a text: what is a number in one run has words around it in the next. */
function wrongType(source: string, { start, schema }: OutputShape, type: string): BehaviorProblem {
  const isList = shapeAt(schema, source)?.type === 'array';
  const what = source === '' ? start : `${start}; "${source}" finds a text`;
  const hint = isList ? LIST_HINT : (BY_TYPE[type] ?? 'Use the json format if that is what is returned.');
  return { message: `${what}, but the property has type ${type}.`, hint };
}

const LIST_HINT = 'Take one element, such as /0, or count them with { length: "" }.';
const ALONE = 'Use the format json (jsonl for a line) if there is nothing but the value; otherwise';
const BY_TYPE: Readonly<Record<string, string>> = {
  integer: `${ALONE} declare the property as a string.`,
  number: `${ALONE} declare the property as a string.`,
  boolean: `${ALONE} map the texts to "true" and "false" under \`translate\`.`,
  array: 'Use the format lines, or jsonl if each line is JSON.',
};
