/** Plans one tool with its behavior and schemas. */
import { type DescriptionPart, toolParts } from '../check/description.ts';
import type { Programs } from '../spec/behaviors/programs.ts';
import { referenceOf } from '../check/tool-names.ts';
import type { ToolPart } from '../check/model.ts';
import { type Results, type ToolSpec, passedOn } from '../check/documents/tool.ts';
import { memoizeByParts } from '../base/memo.ts';
import type { Behavior, JsonObject, ObjectSchema, ToolAnnotations } from '@haft/runtime';
import { planDescription } from './description.ts';
import { planEval } from './eval.ts';
import type { Deprecation, ToolPlan } from './model.ts';
import { functionName, titleOf } from './names.ts';
import { handlerFileIn } from '../spec/behaviors/handler.ts';
import { BEHAVIORS } from '../spec/behaviors/index.ts';
import { invariant } from '../base/diagnostic.ts';
import { type Schema, VALUE_KEYWORDS, WITH_LIST, WITH_NAMES, WITH_SCHEMA, isObject } from '@haft/runtime/language';

const IN_ORDER: readonly string[] = [
  'type',
  ...VALUE_KEYWORDS,
  'prefixItems',
  'items',
  'properties',
  'patternProperties',
  'propertyNames',
  'required',
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
];

/** A tool, and what its server declares for all of them. */
interface OwnedTool {
  readonly tool: ToolPart;
  readonly programs: Programs | undefined;
  readonly results: Results | undefined;
}

/** The same spec in the same file has the same plan, independent of its position. */
export const planTool = memoizeByParts(
  ({ tool: { spec, file, profile, server }, programs, results }: OwnedTool) => [
    spec,
    file,
    profile,
    programs,
    results,
    server?.spec.name,
  ],
  toPlan,
);

function toPlan({ tool, programs = {}, results = 'envelope' }: OwnedTool): ToolPlan {
  const { spec, file, profile } = tool;
  const { name, replaces, deprecated, icons, meta, execution, output_schema, from } = spec;
  const handler = handlerFileIn(spec.handler);
  const isRaw = (spec.results ?? results) === 'raw';
  const title = spec.title ?? (profile === 'mcp' ? undefined : titleOf(name));
  const hints = listedHints(spec, isRaw);
  return {
    name,
    ...(title !== undefined && { title }),
    description: planDescription([...deprecationNote(deprecated), ...toolParts(spec)]),
    authored: spec.description,
    inputSchema: profile === 'mcp' ? importedInput(spec, isRaw) : inputSchema(spec),
    returns: (profile === 'mcp' ? importedSchema : resultSchema)(spec.returns ?? { type: 'object' }),
    annotations: annotations(spec),
    ...(spec.at_least_one && { at_least_one: spec.at_least_one }),
    ...(spec.scopes && { scopes: spec.scopes }),
    ...(spec.public === true && { public: true }),
    ...(hints !== undefined && { hints }),
    ...(icons && { icons }),
    ...(meta && { meta }),
    ...(execution && { execution }),
    ...(isRaw && { results: 'raw' }),
    ...(isRaw && output_schema && { outputSchema: output_schema }),
    ...passedOn(spec),
    behavior: planBehavior(tool, programs),
    ...(handler !== undefined && { handlerFile: pathNextTo(file, handler) }),
    evals: (spec.evals ?? []).map((one) => planEval(one, name)),
    ...(replaces !== undefined && { replaces: [replaces].flat().map(referenceOf) }),
    ...(deprecated && { deprecated: planDeprecation(deprecated) }),
    ...(from !== undefined && { from }),
    source: file,
  };
}

function planDeprecation(terms: NonNullable<ToolSpec['deprecated']>): Deprecation {
  const { since, use, remove_after, reason, listed = true } = terms;
  return { since, use: referenceOf(use), remove_after, reason, ...(listed !== true && { listed }) };
}

/** First, where a model cannot miss it: MCP has no field for it (EXT §9 rule 2). */
function deprecationNote(deprecated: ToolSpec['deprecated']): DescriptionPart[] {
  if (!deprecated) return [];
  return [{ part: 'deprecated', text: `Deprecated: use ${deprecated.use} instead.` }];
}

/** MCP tool annotations; a read changes nothing, so it can neither destroy nor differ when repeated. */
function annotations({ hints, effects, idempotent, open_world = true }: ToolSpec): ToolAnnotations {
  if (hints) return effective(hints);
  return {
    readOnlyHint: effects === 'read',
    // The defaults of MCP.
    destructiveHint: effects === undefined || effects === 'destroy',
    idempotentHint: idempotent ?? effects === 'read',
    openWorldHint: open_world,
  };
}

/** What hints mean, with the defaults of MCP. */
export function effective({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint,
}: JsonObject): ToolAnnotations {
  const isRead = readOnlyHint === true;
  return {
    readOnlyHint: isRead,
    destructiveHint: !isRead && destructiveHint !== false,
    idempotentHint: idempotentHint === undefined ? isRead : idempotentHint === true,
    openWorldHint: openWorldHint !== false,
  };
}

/** What is listed instead of the four; raw tools list only what was given. */
function listedHints(spec: ToolSpec, isRaw: boolean): JsonObject | null | undefined {
  const { hints, effects, idempotent, open_world } = spec;
  if (hints || !isRaw) return hints;
  return effects === undefined && idempotent === undefined && open_world === undefined ? null : undefined;
}

function pathNextTo(file: string, name: string): string {
  return `${file.slice(0, file.lastIndexOf('/') + 1)}${name.replace(/^\.\//, '')}`;
}

/** Plans the behavior of a tool for the runtime, with defaults resolved. */
function planBehavior({ spec: tool, server }: ToolPart, programs: Programs): Behavior {
  const { via, use = '', through, translate, result } = tool.deprecated ?? {};
  if (via) {
    const [own, target] = [`${server?.spec.name ?? ''}.`, through ?? use];
    const name = target.startsWith(own) ? target.slice(own.length) : target;
    return { kind: 'via', tool: name, arguments: via, ...(translate && { translate }), ...(result && { result }) };
  }
  const context = { exportName: functionName(tool.name), programs };
  const [planned] = BEHAVIORS.flatMap((one) => one.plan(tool, context) ?? []);
  invariant(planned, 'rule tool/behaviour lets no tool pass without a behavior');
  return planned;
}

/** The tool's `inputSchema`: an object that accepts nothing undeclared (EXT §2.2). */
function inputSchema({ parameters = {}, required = [] }: ToolSpec): ObjectSchema {
  return {
    type: 'object',
    properties: each(parameters, argumentSchema),
    required: [...required],
    additionalProperties: false,
  };
}

/** The input schema in profile `mcp`: unchanged, but closed unless the author opens it where results have an envelope. */
function importedInput(spec: ToolSpec, isRaw: boolean): ObjectSchema {
  const { parameters = isRaw ? undefined : {}, required, definitions, parameters_schema: more } = spec;
  const { additional_parameters: others = isRaw ? undefined : false } = spec;
  const { type: _object, ...further } = importedSchema(more ?? {});
  return {
    type: 'object',
    ...(parameters && { properties: each(parameters, importedSchema) }),
    ...(required && { required }),
    ...(others !== undefined && { additionalProperties: isObject(others) ? importedSchema(others) : others }),
    ...(definitions && { $defs: each(definitions, importedSchema) }),
    ...further,
  };
}

/** A closed form for arguments: an object with declared properties takes no others. */
function argumentSchema(schema: Schema): Schema {
  return canonical(schema, argumentSchema, schema.properties !== undefined ? false : undefined);
}

/** Results stay open unless the author closes them: a response with additional properties is still valid. */
function resultSchema(schema: Schema): Schema {
  return canonical(schema, resultSchema, undefined);
}

type Inner = (schema: Schema) => Schema;

function canonical(schema: Schema, inner: Inner, closed: boolean | undefined): Schema {
  const { type, items, properties, required, additionalProperties: others = closed } = schema;
  return {
    ...(type !== undefined && { type }),
    ...inFixedOrder(schema),
    ...(schema.prefixItems && { prefixItems: schema.prefixItems.map(inner) }),
    ...(items && { items: inner(items) }),
    ...(properties && { properties: each(properties, inner) }),
    ...(schema.patternProperties && { patternProperties: each(schema.patternProperties, inner) }),
    ...(schema.propertyNames && { propertyNames: inner(schema.propertyNames) }),
    ...(required && { required }),
    ...(others !== undefined && { additionalProperties: typeof others === 'object' ? inner(others) : others }),
    ...branches(schema, inner),
  };
}

function inFixedOrder(schema: Schema): Schema {
  const plain: Record<string, unknown> = {};
  for (const key of VALUE_KEYWORDS) if (schema[key] !== undefined) plain[key] = schema[key];
  return plain;
}

/** Imported schemas only get the order of keys: closing one branch could reject what another one allows. */
function importedSchema(schema: Schema): Schema {
  // `true` and `false` are schemas too.
  if (!isObject(schema)) return schema;
  const own = new Map<string, unknown>(Object.entries(schema));
  const keys = [...IN_ORDER.filter((key) => own.has(key)), ...[...own.keys()].filter((key) => !IN_ORDER.includes(key))];
  return Object.fromEntries(keys.map((key) => [key, importedKeyword(key, own.get(key))]));
}

function importedKeyword(key: string, value: unknown): unknown {
  const inner = (one: unknown): unknown => (isObject(one) ? importedSchema(one) : one);
  if (WITH_SCHEMA.has(key) || key === 'additionalProperties') return inner(value);
  if (WITH_LIST.has(key) && Array.isArray(value)) return value.map(inner);
  if (!WITH_NAMES.has(key) || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]));
}

function branches({ allOf, anyOf, oneOf, not }: Schema, inner: Inner): Schema {
  return {
    ...(allOf && { allOf: allOf.map(inner) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
    ...(not && { not: inner(not) }),
  };
}

function each(schemas: Readonly<Record<string, Schema>>, inner: Inner): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, inner(schema)]));
}
