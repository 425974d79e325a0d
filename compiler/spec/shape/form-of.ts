/** The form in a contract of what authors write: its types and keys, so that a key of a shape is never missing there. */
import { isObject } from '@haft/runtime/language';
import { memoizeText } from '../../base/memo.ts';
import { type SchemaNode, type Shape, nodeOf } from './build.ts';
import { adapterRuleDefinition, caseShape, failureShape, resultRuleDefinition } from './failure.ts';
import { type ValueForm, anything, either, flag, later, list, map, mapOf, none, number, oneOf, text } from './form.ts';
import { each } from './with-inner.ts';

/** `needed`: further keys that a Plan always has, because it resolves their defaults. */
export function formOf({ schema }: Shape<unknown>, ...needed: readonly string[]): ValueForm {
  return nodeForm(schema, needed);
}

export function formsOf(shapes: Readonly<Record<string, Shape<unknown>>>): Readonly<Record<string, ValueForm>> {
  return each(shapes, (shape) => formOf(shape));
}

/** A map with these forms, of which it always has those that are needed. */
export function needing(needed: readonly string[], forms: Readonly<Record<string, ValueForm>>): ValueForm {
  const where = (isNeeded: boolean): Readonly<Record<string, ValueForm>> =>
    Object.fromEntries(Object.entries(forms).filter(([key]) => needed.includes(key) === isNeeded));
  return map(where(true), where(false));
}

/** Shapes that hold themselves. */
const REFERRED = new Map([
  ['#/$defs/resultRule', resultRuleDefinition],
  ['#/$defs/adapterRule', adapterRuleDefinition],
]);

const referredForm = memoizeText((reference): ValueForm => {
  const shape = REFERRED.get(reference);
  return shape ? formOf(shape) : anything;
});

function nodeForm(node: SchemaNode, needed: readonly string[] = []): ValueForm {
  const { $ref, type, allOf, enum: words } = node;
  if (typeof $ref === 'string') return later(() => referredForm($ref));
  if (Array.isArray(type)) return either(...[allOf].flat().map((branch) => nodeForm(nodeOf(nodeOf(branch)['then']))));
  switch (type) {
    case 'string':
      return Array.isArray(words) ? oneOf(...words.map(String)) : text;
    case 'integer':
    case 'number':
      return number;
    case 'boolean':
      return flag;
    case 'null':
      return none;
    case 'array':
      return list(nodeForm(nodeOf(node['items'])));
    case 'object':
      return mapForm(node, needed);
    default:
      return anything;
  }
}

function mapForm(
  { properties, additionalProperties: others, required }: SchemaNode,
  needed: readonly string[],
): ValueForm {
  if (!isObject(properties)) return mapOf(isObject(others) ? nodeForm(others) : anything);
  // A failure of any place may have what one of a table has.
  if (properties === failureShape.schema['properties']) return formOf(caseShape);
  const always = [required ?? []].flat().map(String);
  return needing(
    [...always, ...needed],
    each(properties, (one) => nodeForm(nodeOf(one))),
  );
}
