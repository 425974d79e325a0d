/** GraphQL types as schemas: the variables of an operation as parameters, and what its selection gives as the schema of a result. */
import {
  type ASTVisitFn,
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  TypeInfo,
  type VariableNode,
  astFromValue,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  print,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Json, Schema } from '@haft/runtime/language';
import type { Loss } from '../imported.ts';
import { loss } from '../builders.ts';
import { freeName, isHarmless, isTakenBy, plainName } from '../literal.ts';
import { inlineDefinitions } from '../openapi/inline.ts';
import { orNull } from '../openapi/own-schema.ts';
import { shortenText, valueText } from '../openapi/text.ts';
import { type GraphqlOperation, commentAbove } from './operations.ts';

/** As requests and responses have them. */
const SCALARS: Readonly<Record<string, Schema>> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  String: { type: 'string' },
  ID: { type: 'string' },
  Boolean: { type: 'boolean' },
};

/** `variables`: the templates of the request. */
export function inputsOf({ definition, document, from }: GraphqlOperation, schema: GraphQLSchema) {
  const reader = inputReader(schema, definition.operation !== 'query');
  const texts = variableTexts(document, schema);
  const parameters: Record<string, Schema> = {};
  const variables: Record<string, Json> = {};
  const required: string[] = [];
  for (const variable of definition.variableDefinitions ?? []) {
    const { value } = variable.variable.name;
    const type = typeFromAST(schema, variable.type);
    if (!isInputType(type)) continue;
    const name = freeName(plainName(value), isTakenBy(parameters));
    const preset = variable.defaultValue && print(variable.defaultValue);
    const own = variable.description?.value ?? commentAbove(variable);
    parameters[name] = withText(reader.read(type), [own || texts.get(value), defaultText(preset)]);
    variables[value] = `{${name}}`;
    if (isNonNullType(type) && preset === undefined) required.push(name);
  }
  const inlined = inlineDefinitions(parameters, reader.definition);
  const scalars = [...reader.custom].map((one) => scalarLoss(from, one));
  const tooLong = inlined.tooLong.map((reason) => loss('lossy', from, ...reason));
  return { ...inlined, required, variables, losses: [...scalars, ...tooLong] };
}

function scalarLoss(from: string, name: string): Loss {
  const message = `A value of the scalar "${name}" is sent as a string.`;
  const hint =
    'Where the service expects another type or a format, change `type` of the parameter, or add `format` or `pattern`.';
  return loss('todo', from, 'scalars of the service', message, hint);
}

/**
 * `takesNull`: where null says something else than a value that is left out, as in mutations. `definition` is that with a
 * name in `#/$defs/…`, `custom` has the names of the scalars that are read as texts.
 */
function inputReader(schema: GraphQLSchema, takesNull: boolean) {
  const custom = new Set<string>();
  const read = (type: GraphQLInputType): Schema => {
    if (isNonNullType(type)) return bare(type.ofType);
    return takesNull ? orNull(bare(type)) : bare(type);
  };
  const bare = (type: GraphQLInputType): Schema => {
    if (isNonNullType(type)) return bare(type.ofType);
    if (isListType(type)) return { type: 'array', items: read(type.ofType) };
    if (isInputObjectType(type)) return { $ref: `#/$defs/${type.name}` };
    if (isEnumType(type)) return enumOf(type);
    const scalar = SCALARS[type.name];
    if (scalar) return scalar;
    custom.add(type.name);
    return withText({ type: 'string' }, [type.description]);
  };
  const definition = (name: string): Schema | undefined => {
    const type = schema.getType(name);
    if (!isInputObjectType(type)) return undefined;
    const fields = Object.values(type.getFields());
    const properties = fields.map(
      (field) => [field.name, describeField(type.isOneOf ? bare(field.type) : read(field.type), field)] as const,
    );
    const required = fields.filter(isNeeded).map((field) => field.name);
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
      ...(type.isOneOf && { minProperties: 1, maxProperties: 1 }),
      ...withText({}, [type.description]),
    };
  };
  return { read, definition, custom };
}

function enumOf(type: GraphQLEnumType): Schema {
  const values = type.getValues();
  const meanings = values.flatMap(({ name, description }) => (description ? `${name}: ${valueText(description)}` : []));
  return withText({ type: 'string', enum: values.map(({ name }) => name) }, [type.description, ...meanings]);
}

function isNeeded({ type, defaultValue }: GraphQLInputField): boolean {
  return isNonNullType(type) && defaultValue === undefined;
}

function describeField(schema: Schema, { type, description, defaultValue }: GraphQLInputField): Schema {
  const node = defaultValue === undefined ? undefined : astFromValue(defaultValue, type);
  return withText(schema, [description, defaultText(node ? print(node) : undefined)]);
}

/** Told and not sent: the service fills it in itself. */
function defaultText(value: string | undefined): string {
  const sentence = `Default: ${value}.`;
  return value !== undefined && value !== 'null' && isHarmless(sentence) ? sentence : '';
}

/** With the first of the texts that says something in place of what the type says, and the others behind it. */
function withText(schema: Schema, [own, ...more]: readonly (string | null | undefined)[]): Schema {
  const first = valueText(own ?? '') || (schema.description ?? '');
  const parts = [first, ...more].filter((part): part is string => part !== undefined && part !== null && part !== '');
  const text = parts.map((part, at) => (at < parts.length - 1 && !/[.!?:…]$/.test(part) ? `${part}.` : part)).join(' ');
  return text === '' ? schema : { ...schema, description: shortenText(text, MAX_TEXT) };
}

const MAX_TEXT = 400;

/** By variable: what the schema says of the argument or the field that it is the value of. */
function variableTexts(document: DocumentNode, schema: GraphQLSchema): ReadonlyMap<string, string> {
  const info = new TypeInfo(schema);
  const texts = new Map<string, string>();
  const enter: ASTVisitFn<VariableNode> = (node, _key, parent): void => {
    const around = info.getParentInputType();
    const isNode = parent !== undefined && 'kind' in parent;
    const field =
      isNode && parent.kind === Kind.OBJECT_FIELD && isInputObjectType(around)
        ? around.getFields()[parent.name.value]
        : undefined;
    // What a directive says of its argument says nothing of the value.
    const argument = isNode && parent.kind === Kind.ARGUMENT && !info.getDirective() ? info.getArgument() : undefined;
    const text = (field ?? argument)?.description ?? '';
    if (text !== '' && !texts.has(node.name.value)) texts.set(node.name.value, text);
  };
  visit(document, visitWithTypeInfo(info, { Variable: { enter } }));
  return texts;
}

type Selecting = Pick<GraphqlOperation, 'fragments'> & { readonly schema: GraphQLSchema };

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
