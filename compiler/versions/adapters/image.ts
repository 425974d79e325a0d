/** What an adapter can make of all values of a schema, as a schema: never less than it makes, sometimes more. */
import {
  isMapping,
  isObject,
  ownMember,
  parsePointer,
  parseTemplate,
  passesUnchanged,
  replace,
  wholeVariable,
} from '@haft/runtime/language';
import type { Adapter, AdapterRule, AdapterTable, Json, Schema } from '@haft/runtime/language';
import { definitionOf } from '../subset/leading-to.ts';

/** The values at one place, and whether there always is one. */
interface Image {
  readonly schema: Schema;
  readonly always: boolean;
}

/** The images of variables by name; `root` is where references lead. */
interface Scope {
  readonly variables: ReadonlyMap<string, Image>;
  readonly root: Schema;
}

const UNKNOWN: Image = { schema: {}, always: false };

/** All arguments that calls of a tool with the schema `own` become for a tool with the schema `target`. */
export function argumentsImage(adapter: Adapter, own: Schema, target: Schema): Schema {
  const variables = new Map(
    Object.entries(own.properties ?? {}).map(([name, one]) => [name, parameterImage(name, one, own, adapter)]),
  );
  const scope = { variables, root: own };
  const passed = [...variables].filter(([name]) => passesUnchanged(name, adapter, own, target));
  const images = Object.entries(adapter.arguments).flatMap(([name, body]) => {
    const image = imageOf(body, scope);
    return image ? [[name, image] as const] : [];
  });
  const image = { ...(own.$defs && { $defs: own.$defs }), ...objectOf([...passed, ...images]) };
  if (acceptsOthers(own) && target.additionalProperties !== false)
    return { ...image, additionalProperties: own.patternProperties ? true : (own.additionalProperties ?? true) };
  // What the whole says of its members holds where all of them pass, and nothing else.
  const isWhole = images.length === 0 && !adapter.translate && passed.length === variables.size && !acceptsOthers(own);
  const isFilled = Object.values(own.properties ?? {}).some((one) => one.default !== undefined);
  return isWhole && !isFilled ? { ...own, ...image } : image;
}

function acceptsOthers({ additionalProperties: others, patternProperties }: Schema): boolean {
  return others !== false || patternProperties !== undefined;
}

/** Defaults are filled before the adapter runs. */
function parameterImage(name: string, parameter: Schema, own: Schema, { translate = {} }: Adapter): Image {
  const { default: filled, ...schema } = parameter;
  const table = ownMember(translate, name);
  const always = filled !== undefined || (own.required ?? []).includes(name);
  return { schema: table ? translateSchema(schema, table) : schema, always };
}

function objectOf(members: readonly (readonly [string, Image])[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, { schema }]) => [name, schema])),
    required: members.flatMap(([name, { always }]) => (always ? [name] : [])),
    additionalProperties: false,
  };
}

/** The values that replace others, and those that stay. */
function translateSchema(schema: Schema, table: Readonly<Record<string, string>>): Schema {
  const { type, items, prefixItems, minItems = 0 } = schema;
  const listed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (listed) return { enum: listed.map((value) => replace(value, table)) };
  if (type === 'array')
    return { type, minItems, ...(items && !prefixItems && { items: translateSchema(items, table) }) };
  const isScalar = type === 'string' || type === 'integer' || type === 'number' || type === 'boolean';
  return isScalar ? { anyOf: [schema, { enum: Object.values(table) }] } : {};
}

/** Undefined if the body never has a value. */
function imageOf(body: Json, scope: Scope): Image | undefined {
  if (typeof body === 'string') return textImage(body, scope);
  if (isMapping(body)) return mappingImage(body, scope);
  if (Array.isArray(body)) return listImage(body, scope);
  if (!isObject(body)) return { schema: { enum: [body] }, always: true };
  const members = Object.entries(body).flatMap(([name, inner]) => {
    const image = imageOf(inner, scope);
    return image ? [[name, image] as const] : [];
  });
  const isEmpty = Object.keys(body).length === 0;
  return isEmpty || members.length > 0
    ? { schema: objectOf(members), always: isEmpty || members.some(([, { always }]) => always) }
    : undefined;
}

function textImage(text: string, scope: Scope): Image | undefined {
  const template = parseTemplate(text);
  if (template.problem) return undefined;
  const whole = wholeVariable(template);
  if (whole) return variableImage(whole.path, scope);
  const variables = template.parts.flatMap((part) =>
    typeof part === 'string' ? [] : [variableImage(part.path, scope)],
  );
  if (variables.length === 0) return { schema: { enum: [template.parts.join('')] }, always: true };
  if (variables.some((image) => image === undefined)) return undefined;
  return { schema: { type: 'string' }, always: variables.every((image) => image?.always && !mayBeNull(image.schema)) };
}

function variableImage([name = '', ...path]: readonly string[], { variables, root }: Scope): Image | undefined {
  const image = variables.get(name);
  return image && path.reduce((at, key) => memberImage(at, key, root), image);
}

/** The list of a template; of a list that may be no list there is none. */
function listImage(items: readonly Json[], scope: Scope): Image | undefined {
  const images = items.flatMap((item) => imageOf(item, scope) ?? []);
  if (items.length > 0 && images.length === 0) return undefined;
  const certain = images.filter(({ always }) => always);
  const isExact = certain.length === images.length;
  const schemas = images.map(({ schema }) => schema);
  return {
    schema: {
      type: 'array',
      ...(isExact ? { prefixItems: schemas } : { items: { anyOf: schemas } }),
      minItems: certain.length,
      maxItems: images.length,
    },
    always: items.length === 0 || certain.length > 0,
  };
}

function mappingImage(body: { readonly each: string; readonly as: Json }, scope: Scope): Image | undefined {
  const list = textImage(body.each, scope);
  const item =
    list &&
    imageOf(body.as, { ...scope, variables: new Map([...scope.variables, ['item', itemImage(list, scope.root)]]) });
  return item && listOf(list, item, scope.root);
}

function itemImage(list: Image, root: Schema): Image {
  const { type, items = {}, prefixItems } = resolveReference(list.schema, root);
  return { schema: type === 'array' && !prefixItems ? items : {}, always: true };
}

/** One item for each element of a list, where it has a value. */
function listOf(list: Image, item: Image, root: Schema): Image {
  const { type, minItems = 0, maxItems } = resolveReference(list.schema, root);
  const sizes = { ...(item.always && { minItems }), ...(maxItems !== undefined && { maxItems }) };
  return { schema: { type: 'array', items: item.schema, ...sizes }, always: list.always && type === 'array' };
}

/** All results that a table can read from results of a schema. */
export function resultImage(table: AdapterTable, schema: Schema, root: Schema): Schema {
  return tableImage(table, { schema, always: true }, root);
}

function tableImage(table: AdapterTable, from: Image, root: Schema): Schema {
  return objectOf(Object.entries(table).map(([name, rule]) => [name, ruleImage(rule, from, root)]));
}

function ruleImage(rule: AdapterRule, from: Image, root: Schema): Image {
  if (typeof rule === 'string') return placeImage(rule, from, root);
  const { each, fields, pointer = each ?? '', translate: table } = rule;
  const place = placeImage(pointer, from, root);
  if (!fields)
    return table ? { ...place, schema: translateSchema(resolveReference(place.schema, root), table) } : place;
  if (each === undefined) return { schema: tableImage(fields, place, root), always: place.always };
  const item = { schema: tableImage(fields, itemImage(place, root), root), always: true };
  return listOf(place, item, root);
}

function placeImage(pointer: string, from: Image, root: Schema): Image {
  const tokens = parsePointer(pointer);
  return tokens ? tokens.reduce((at, token) => memberImage(at, token, root), from) : UNKNOWN;
}

function memberImage({ schema, always }: Image, name: string, root: Schema): Image {
  const { type, properties = {}, required = [] } = resolveReference(schema, root);
  const member = ownMember(properties, name);
  if (member === undefined || type !== 'object') return UNKNOWN;
  return { schema: member, always: always && required.includes(name) };
}

/** A schema that is a reference alone, as what it leads to. */
function resolveReference(schema: Schema, root: Schema): Schema {
  const visited = new Set<string>();
  let at = schema;
  while (at.$ref !== undefined && !visited.has(at.$ref)) {
    visited.add(at.$ref);
    at = definitionOf(at.$ref, root) ?? {};
  }
  return at;
}

function mayBeNull({ type, enum: listed }: Schema): boolean {
  return listed ? listed.includes(null) : typeof type !== 'string' || type === 'null';
}
