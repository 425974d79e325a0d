/** The errors of a document, by ajv: which part has which error. */
import { type ErrorObject, type ValidateFunction, Ajv2020 } from 'ajv/dist/2020.js';
import { isObject } from '@haft/runtime/language';
import { isDate } from '../../base/calendar.ts';
import type { NodePath } from '../yaml/spec.ts';
import { type SchemaNode, nodeOf } from './build.ts';
import type { Fits } from './fits.ts';
import { each } from './with-inner.ts';

/** A keyword that a part does not satisfy. */
export type ShapeError = ErrorObject;

export interface Fault {
  readonly path: NodePath;
  readonly error: ShapeError;
}

/**
 * Every fault of a value below a definition of `root`. ajv is given one part at a time, without what lies deeper: compiling
 * the whole language for one mistake takes longer than everything else.
 */
export function faultsOf(root: SchemaNode, fits: Fits, definition: string, value: unknown): Fault[] {
  const faults: Fault[] = [];
  const visit = (schema: SchemaNode, part: unknown, path: NodePath): void => {
    if (fits.part(schema)(part)) return;
    const own = resolveReference(root, schema);
    const validate = validatorOf(root, own);
    if (!validate(part)) faults.push(...(validate.errors ?? []).map((error) => ({ path, error })));
    for (const { schema: inner, value: member, step } of membersOf(root, fits, own, part))
      visit(inner, member, [...path, step]);
  };
  visit({ $ref: `#/$defs/${definition}` }, value, []);
  return faults;
}

interface Member {
  readonly schema: SchemaNode;
  readonly value: unknown;
  readonly step: string | number;
}

/** The members, each with its schema; branches of `allOf` only where they apply. */
function membersOf(root: SchemaNode, fits: Fits, schema: SchemaNode, value: unknown): Member[] {
  const { items } = schema;
  const own = isObject(value)
    ? propertiesOf(schema, value)
    : items !== undefined && Array.isArray(value)
      ? value.map((item: unknown, step) => ({ schema: nodeOf(items), value: item, step }))
      : [];
  const branches = [schema['allOf'] ?? []].flat().flatMap((branch) => {
    const { if: when, then, ...rest } = nodeOf(branch);
    if (when === undefined) return [resolveReference(root, rest)];
    return fits.part(nodeOf(when))(value) ? [resolveReference(root, nodeOf(then))] : [];
  });
  return [...own, ...branches.flatMap((branch) => membersOf(root, fits, branch, value))];
}

function propertiesOf({ properties = {}, additionalProperties: others }: SchemaNode, value: object): Member[] {
  const listed = nodeOf(properties);
  return Object.entries(value).flatMap(([step, member]) => {
    const schema = Object.hasOwn(listed, step) ? listed[step] : typeof others === 'object' ? others : undefined;
    return schema ? [{ schema: nodeOf(schema), value: member, step }] : [];
  });
}

function resolveReference(root: SchemaNode, schema: SchemaNode): SchemaNode {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  return resolveReference(root, nodeOf(nodeOf(root['$defs'])[$ref.slice('#/$defs/'.length)]));
}

let ajv: Ajv2020 | undefined;
const validators = new WeakMap<SchemaNode, ValidateFunction>();

function validatorOf(root: SchemaNode, schema: SchemaNode): ValidateFunction {
  ajv ??= new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    meta: false,
    validateSchema: false,
    formats: { date: isDate },
  });
  const validate = validators.get(schema) ?? ajv.compile(shallow(root, schema));
  validators.set(schema, validate);
  return validate;
}

/** Without the schemas of members, which are checked separately; their names and descriptions are needed for messages. */
function shallow(root: SchemaNode, { items: _items, ...schema }: SchemaNode): SchemaNode {
  const { properties, additionalProperties: others, allOf } = schema;
  return {
    ...schema,
    ...(properties !== undefined && {
      properties: each(nodeOf(properties), (one) => ({ description: nodeOf(one)['description'] })),
    }),
    ...(others !== undefined && { additionalProperties: others !== false }),
    ...(allOf !== undefined && { allOf: [allOf].flat().map((branch) => shallowBranch(root, nodeOf(branch))) }),
  };
}

function shallowBranch(root: SchemaNode, branch: SchemaNode): SchemaNode {
  const { then, ...rest } = branch;
  if (then === undefined) return shallow(root, resolveReference(root, branch));
  return { ...rest, then: shallow(root, resolveReference(root, nodeOf(then))) };
}
