/** Plans one tool with its behavior and schemas. */
import { type DescriptionPart, toolParts } from '../check/description.ts';
import type { Programs } from '../spec/behaviors/programs.ts';
import { referenceOf } from '../check/tool-names.ts';
import type { ToolPart } from '../check/model.ts';
import { type Results, type ToolSpec, passedOn } from '../check/documents/tool.ts';
import { withoutUndefined } from '../base/json.ts';
import { memoizeByParts } from '../base/memo.ts';
import { wordList } from '../base/word-lists.ts';
import type { Behavior, JsonObject, ObjectSchema, ToolAnnotations } from '@haft/runtime';
import { planDescription } from './description.ts';
import { planEval } from './eval.ts';
import type { Deprecation, ToolPlan } from './model.ts';
import { functionName, titleOf } from './names.ts';
import { handlerPath } from '../check/handlers.ts';
import { BEHAVIORS } from '../spec/behaviors/index.ts';
import { each, keywordWithInner } from '../spec/shape/with-inner.ts';
import { invariant } from '../base/diagnostic.ts';
import { type Schema, VALUE_KEYWORDS, isObject } from '@haft/runtime/language';

const IN_ORDER: readonly string[] = [
  'type',
  ...VALUE_KEYWORDS,
  ...wordList('prefixItems items properties patternProperties propertyNames required additionalProperties'),
  ...wordList('allOf anyOf oneOf not'),
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
  const handlerFile = handlerPath(tool);
  const isRaw = (spec.results ?? results) === 'raw';
  const title = spec.title ?? (profile === 'mcp' ? undefined : titleOf(name));
  const hints = listedHints(spec, isRaw);
  return {
    name,
    ...(title !== undefined && { title }),
    description: planDescription([...deprecationNote(deprecated), ...toolParts(spec)]),
    authored: spec.description,
    inputSchema: profile === 'mcp' ? importedInput(spec, isRaw) : inputSchema(spec),
    returns: orderedSchema(spec.returns ?? { type: 'object' }),
    annotations: annotations(spec),
    ...withoutUndefined({ at_least_one: spec.at_least_one, scopes: spec.scopes }),
    ...(spec.public === true && { public: true }),
    ...withoutUndefined({ hints, icons, meta, execution }),
    ...(isRaw && { results: 'raw' }),
    ...(isRaw && output_schema && { outputSchema: output_schema }),
    ...passedOn(spec),
    behavior: planBehavior(tool, programs),
    ...(handlerFile !== undefined && { handlerFile }),
    evals: (spec.evals ?? []).map((one) => planEval(one, name)),
    ...(replaces !== undefined && { replaces: [replaces].flat().map(referenceOf) }),
    ...(deprecated && { deprecated: planDeprecation(deprecated) }),
    ...(from !== undefined && { from }),
    source: file,
  };
}

export function planDeprecation(terms: NonNullable<ToolSpec['deprecated']>): Deprecation {
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
export function effective(hints: JsonObject): ToolAnnotations {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = hints;
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
    // Of imported schemas closing a branch could reject what another allows.
    properties: each(parameters, (schema) => orderedSchema(schema, true)),
    required: [...required],
    additionalProperties: false,
  };
}

/** The input schema in profile `mcp`: unchanged, but closed unless the author opens it where results have an envelope. */
function importedInput(spec: ToolSpec, isRaw: boolean): ObjectSchema {
  const { parameters = isRaw ? undefined : {}, required, definitions, parameters_schema: more } = spec;
  const { additional_parameters: others = isRaw ? undefined : false } = spec;
  const { type: _object, ...further } = orderedSchema(more ?? {});
  return {
    type: 'object',
    ...(parameters && { properties: each(parameters, orderedSchema) }),
    ...(required && { required }),
    ...(others !== undefined && { additionalProperties: isObject(others) ? orderedSchema(others) : others }),
    ...(definitions && { $defs: each(definitions, orderedSchema) }),
    ...further,
  };
}

/** The keys in a fixed order, those that Haft does not know behind them. `closes`: an object with declared properties takes no others. Results stay open: a response with more is still valid. */
function orderedSchema(schema: Schema, closes = false): Schema {
  // `true` and `false` are schemas too.
  if (!isObject(schema)) return schema;
  const closed = closes && schema.properties !== undefined ? { additionalProperties: false } : {};
  const own = new Map<string, unknown>(Object.entries({ ...closed, ...schema }));
  const keys = [...IN_ORDER.filter((key) => own.has(key)), ...[...own.keys()].filter((key) => !IN_ORDER.includes(key))];
  const inner = (one: unknown): unknown => (isObject(one) ? orderedSchema(one, closes) : one);
  return Object.fromEntries(keys.map((key) => [key, keywordWithInner(key, own.get(key), inner)]));
}
