/** What the selection of a GraphQL operation gives, as the schema of a result. */
import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { Schema } from '@haft/runtime/language';
import { orNull } from '../openapi/own-schema.ts';
import type { GraphqlOperation } from './operations.ts';
import { SCALARS } from './inputs.ts';

interface Selecting extends Pick<GraphqlOperation, 'fragments'> {
  readonly schema: GraphQLSchema;
}

/** What services may extend (values of enums) or write as they like (scalars of their own) is left open. */
export function dataSchema({ definition, fragments }: GraphqlOperation, schema: GraphQLSchema): Schema {
  const root = schema.getRootType(definition.operation);
  const sets = root ? [{ parent: root, set: definition.selectionSet, isSure: true }] : [];
  return objectOf(sets, { fragments, schema });
}

interface SelectionPart {
  readonly parent: GraphQLCompositeType;
  readonly set: SelectionSetNode;
  /** Whether it is there wherever the others are. */
  readonly isSure: boolean;
}

interface SelectedField extends Pick<SelectionPart, 'parent' | 'isSure'> {
  readonly field: FieldNode;
}

/** By their names in the response. */
type SelectedFields = Map<string, SelectedField[]>;

function objectOf(parts: readonly SelectionPart[], selecting: Selecting): Schema {
  const fields: SelectedFields = new Map();
  for (const { parent, set, isSure } of parts)
    for (const node of set.selections)
      collect(node, { parent, isSure: isSure || parts.length === 1 }, fields, selecting);
  const properties = [...fields].map(([key, all]) => [key, valueOf(all, selecting)] as const);
  const required = [...fields].flatMap(([key, all]) => (all.some(({ isSure }) => isSure) ? [key] : []));
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}

function collect(
  node: SelectionNode,
  { parent, isSure }: Pick<SelectionPart, 'parent' | 'isSure'>,
  fields: SelectedFields,
  selecting: Selecting,
): void {
  const isHere = isSure && !(node.directives ?? []).some(({ name }) => CONDITIONS.has(name.value));
  if (node.kind === Kind.FIELD) {
    const key = node.alias?.value ?? node.name.value;
    fields.set(key, [...(fields.get(key) ?? []), { parent, field: node, isSure: isHere }]);
    return;
  }
  const { schema, fragments } = selecting;
  const inner = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
  const named = inner?.typeCondition && schema.getType(inner.typeCondition.name.value);
  const type = isCompositeType(named) ? named : parent;
  const within = { parent: type, isSure: isHere && isPartOf(parent, type, schema) };
  for (const one of inner?.selectionSet.selections ?? []) collect(one, within, fields, selecting);
}

const CONDITIONS: ReadonlySet<string> = new Set(['include', 'skip', 'defer']);

/** Whether every object of the one type is one of the other. */
function isPartOf(parent: GraphQLCompositeType, type: GraphQLCompositeType, schema: GraphQLSchema): boolean {
  if (parent === type) return true;
  const isNarrow = isObjectType(parent) || isInterfaceType(parent);
  return isNarrow && isAbstractType(type) && schema.isSubType(type, parent);
}

/** The fields of one name have the same type, but for the objects in it. */
function valueOf(all: readonly SelectedField[], selecting: Selecting): Schema {
  const [first] = all;
  const type = first && typeOf(first);
  // `__typename` is in no schema.
  if (!type) return { type: 'string' };
  const parts = all.flatMap((one) => {
    const parent = getNamedType(typeOf(one));
    const set = one.field.selectionSet;
    return set && isCompositeType(parent) ? [{ parent, set, isSure: one.isSure }] : [];
  });
  return outputOf(type, () => objectOf(parts, selecting));
}

function typeOf({ parent, field }: SelectedField): GraphQLOutputType | undefined {
  const hasFields = isObjectType(parent) || isInterfaceType(parent);
  return hasFields ? parent.getFields()[field.name.value]?.type : undefined;
}

function outputOf(type: GraphQLOutputType, object: () => Schema): Schema {
  const isNeeded = isNonNullType(type);
  const schema = bareOutput(isNeeded ? type.ofType : type, object);
  // Any value is null too.
  return isNeeded || Object.keys(schema).length === 0 ? schema : orNull(schema);
}

function bareOutput(type: GraphQLOutputType, object: () => Schema): Schema {
  if (isListType(type)) return { type: 'array', items: outputOf(type.ofType, object) };
  if (isCompositeType(type)) return object();
  return isEnumType(type) ? { type: 'string' } : (SCALARS[getNamedType(type).name] ?? {});
}
