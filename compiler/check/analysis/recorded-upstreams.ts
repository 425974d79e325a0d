/** Holds `mcp:` of tools against what an import recorded of the other server: its tools, their arguments and results. */
import { areApart } from './binding/fitting.ts';
import {
  type Json,
  type JsonObject,
  type Schema,
  isObject,
  ownMember,
  parsePointer,
  sameJson,
} from '@haft/runtime/language';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { COLLISIONS } from '../../spec/behaviors/upstreams.ts';
import { each } from '../../spec/shape/with-inner.ts';
import type { NodePath } from '../../spec/yaml/spec.ts';
import type { ServerPart, ToolPart } from '../model.ts';
import { isInFolder } from '../settings.ts';
import { textsIn } from './hidden/model-texts.ts';
import { schemaIssue } from './schemas/inner-schemas.ts';
import { unknownName } from './unknown-name.ts';
import type { ImportRecords } from './imported/import-record.ts';

/** Keywords of a root schema that declare no arguments. */
const NOTES: ReadonlySet<string> = new Set(['$schema', '$id', '$comment', 'title', 'description', 'examples']);

/** A tool as its import recorded it. */
interface RecordedTool {
  readonly name: string;
  readonly pin: string | undefined;
  readonly parameters: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  /** Whether an argument that is not among the parameters is unknown to it. */
  readonly closed: boolean;
  readonly definitions: Readonly<Record<string, Schema>>;
  readonly output: Json | undefined;
}

export interface RecordedUpstream {
  /** The folder of the specs that the import wrote. */
  readonly into: string;
  readonly upstream: string;
  readonly tools: ReadonlyMap<string, RecordedTool>;
  /** Those that the upstream had, and specs still call. */
  readonly gone: ReadonlyMap<string, RecordedTool>;
}

type Call = NonNullable<ToolPart['spec']['mcp']>;

interface Fault {
  readonly path: NodePath;
  readonly words: readonly [message: string, hint: string];
  /** Of a tool whose end is announced: a warning. */
  readonly isOver?: boolean;
}

/** Nothing about tools of which nothing is recorded. */
export function upstreamFindings(tools: readonly ToolPart[], recorded: readonly RecordedUpstream[]): Diagnostic[] {
  if (recorded.length === 0) return [];
  return tools.flatMap((tool) => {
    const call = tool.spec.mcp;
    const record = recorded.find(
      ({ into, upstream }) => upstream === call?.upstream && (into === '.' || isInFolder(tool.file, into)),
    );
    if (!call || !record) return [];
    return faultsOf(tool, call, record).map(({ path, words: [message, hint], isOver = false }): Diagnostic => {
      const place = { span: tool.at(path), about: tool.about(path) };
      return { code: 'spec/upstream-tool', severity: isOver ? 'warning' : 'error', message, hint, ...place };
    });
  });
}

function faultsOf(tool: ToolPart, call: Call, { upstream, tools, gone }: RecordedUpstream): Fault[] {
  const [upstreamTool, goneTool] = [tools.get(call.tool), gone.get(call.tool)];
  // Another pin is a review of another definition than the recorded one.
  const latest = upstreamTool ?? goneTool;
  const reviewed = latest ? [latest] : [...tools.values(), ...gone.values()];
  if (call.pin !== undefined && !reviewed.some(({ pin }) => pin === call.pin)) return [];
  if (upstreamTool) return [...argumentFaults(tool, call, upstreamTool), ...resultFaults(call, upstreamTool)];
  const [unknown, names] = unknownName(`tool of upstream "${upstream}":`, call.tool, tools.keys());
  const message = goneTool ? `The upstream "${upstream}" no longer has the tool "${call.tool}".` : unknown;
  // Callers of a released tool are told what replaces it, although its calls fail meanwhile.
  if (goneTool && tool.spec.deprecated) return [{ path: ['mcp', 'tool'], words: [message, DEPRECATED], isOver: true }];
  const hint = goneTool ? `Call another tool, or delete this one. ${names}` : names;
  const update = `If the server has it now, run \`haft import --update ${upstream}\`.`;
  return [{ path: ['mcp', 'tool'], words: [message, `${hint} ${update}`] }];
}

const DEPRECATED = 'Calls of this deprecated tool fail: let it call its successor by `via`, or remove it on its date.';

function argumentFaults({ spec }: ToolPart, call: Call, recorded: RecordedTool): Fault[] {
  const { parameters = {}, required = [] } = spec;
  const own = call.arguments === undefined;
  const sent: JsonObject = own
    ? Object.fromEntries(Object.keys(parameters).map((name) => [name, `{${name}}`]))
    : mapOf(call.arguments);
  const place = (name: string): NodePath => (own ? ['parameters', name] : ['mcp', 'arguments', name]);
  // A name that callers have to give is sent, also where only the other keywords of the schema say what it is.
  const passed = own ? required : [];
  const missing = recorded.required.filter((name) => !Object.hasOwn(sent, name) && !passed.includes(name));
  return [
    ...missing.map((name) => missingFault(name, own, recorded)),
    ...Object.entries(sent).flatMap(([name, value]): Fault[] => {
      const path = place(name);
      const schema = ownMember(recorded.parameters, name);
      if (schema !== undefined) return valueFaults({ name, path, schema, recorded }, value, parameters);
      if (!recorded.closed) return [];
      const what = `argument of upstream tool "${recorded.name}":`;
      return [{ path, words: unknownName(what, name, Object.keys(recorded.parameters)) }];
    }),
  ];
}

function missingFault(name: string, own: boolean, recorded: RecordedTool): Fault {
  const hint = own
    ? `Add the parameter "${name}", or send the argument with \`arguments:\`.`
    : `Add "${name}" to \`arguments:\`.`;
  const message = `The upstream tool "${recorded.name}" requires the argument "${name}", which is not sent.`;
  return { path: own ? ['mcp'] : ['mcp', 'arguments'], words: [message, hint] };
}

interface Target {
  readonly name: string;
  readonly path: NodePath;
  /** Of the argument, as recorded. */
  readonly schema: Schema;
  readonly recorded: RecordedTool;
}

/** What can be known before a call: constants, and the values that a parameter declares. */
function valueFaults(target: Target, value: Json, parameters: Readonly<Record<string, Schema>>): Fault[] {
  const { name, path, schema, recorded } = target;
  const [, variable] = (typeof value === 'string' && /^\{(\w+)\}$/.exec(value)) || [];
  const parameter = variable === undefined ? undefined : ownMember(parameters, variable);
  const isConstant = !textsIn(value).some(({ text }) => text.includes('{'));
  const values = parameter ? declaredValues(parameter) : isConstant ? [value] : [];
  const fault = values
    .filter((one) => !declaredValues(schema).some((other) => sameJson(one, other)))
    .map((one) => [one, issueOf(one, target)] as const)
    .find(([, issue]) => issue !== undefined);
  const argument = `argument "${name}" of upstream tool "${recorded.name}"`;
  const hint = 'Write a value that its recorded definition in haft.imports.json allows.';
  if (fault)
    return [{ path, words: [`The ${argument} does not allow ${JSON.stringify(fault[0])}: ${fault[1]}`, hint] }];
  const [ownTypes, acceptedTypes] = [typesOf(parameter), typesOf(schema)];
  if (!areApart(acceptedTypes, ownTypes)) return [];
  const message = `The ${argument} is ${acceptedTypes.join(' or ')}, and the parameter "${variable}" is ${ownTypes?.join(' or ')}.`;
  return [{ path, words: [message, `Give the parameter the type ${acceptedTypes.join(' or ')}.`] }];
}

function declaredValues(schema: Schema): readonly Json[] {
  const { default: fallback, const: constant, enum: listed = [] } = schema;
  const single = [fallback, constant].filter((one): one is Json => one !== undefined);
  return [...single, ...(Array.isArray(listed) ? listed : [])];
}

function issueOf(value: Json, { schema, recorded }: Target): string | undefined {
  try {
    return schemaIssue(schema, value, recorded.definitions, true);
  } catch {
    // A recorded schema that cannot be read says nothing about a value.
    return undefined;
  }
}

function typesOf(schema: Schema | undefined): readonly string[] | undefined {
  const type = isObject(schema) ? schema['type'] : undefined;
  return typeof type === 'string' ? [type] : Array.isArray(type) ? type.map(String) : undefined;
}

function resultFaults({ result = {} }: Call, { name, output }: RecordedTool): Fault[] {
  return Object.entries(result).flatMap(([key, source]): Fault[] => {
    const [pointer, ...below] = typeof source === 'string' ? [source] : pointerOf(source);
    if (pointer === undefined) return [];
    const absent = absentIn(output, pointer);
    if (absent === undefined) return [];
    const [message, hint] = unknownName(
      `property of the result of upstream tool "${name}":`,
      absent.name,
      absent.names,
    );
    return [{ path: ['mcp', 'result', key, ...below], words: [message, hint] }];
  });
}

/** The pointer of a rule, and the key that holds it; empty for a rule without a pointer. */
function pointerOf(source: unknown): readonly string[] {
  if (!isObject(source) || Object.hasOwn(source, 'suffix')) return [];
  const holder = ['pointer', 'each', 'length'].find((key) => typeof source[key] === 'string');
  return holder === undefined ? [] : [String(source[holder]), holder];
}

const OPENING = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', 'dependentSchemas'];

/** The first step that the schema rules out; a schema that is open says nothing. */
function absentIn(
  output: Json | undefined,
  pointer: string,
): { readonly name: string; readonly names: readonly string[] } | undefined {
  let schema = output;
  for (const step of parsePointer(pointer) ?? []) {
    if (!isObject(schema) || OPENING.some((key) => Object.hasOwn(mapOf(schema), key))) return undefined;
    const { properties, additionalProperties } = mapOf(schema);
    const next: Json | undefined = isObject(properties) ? ownMember(mapOf(properties), step) : undefined;
    if (next === undefined)
      return additionalProperties === false && isObject(properties)
        ? { name: step, names: Object.keys(properties) }
        : undefined;
    schema = next;
  }
  return undefined;
}

/** The tools of other MCP servers as `haft.imports.json` records them, for the check of `mcp:`. */
export function recordedUpstreams(imports: ImportRecords): RecordedUpstream[] {
  return Object.values(imports)
    .filter(({ kind }) => kind === 'mcp')
    .flatMap(({ into, documents, gone = {} }) => {
      const [tools, before] = [Object.values(documents), Object.values(gone)];
      const upstreams = new Set([...tools, ...before].flatMap((tool) => upstreamOf(tool) ?? []));
      return [...upstreams].map((upstream): RecordedUpstream => {
        return { into, upstream, tools: toolsOf(tools, upstream), gone: toolsOf(before, upstream) };
      });
    });
}

function toolsOf(documents: readonly JsonObject[], upstream: string): ReadonlyMap<string, RecordedTool> {
  const own = documents.filter((one) => upstreamOf(one) === upstream).map(toolOf);
  return new Map(own.map((tool) => [tool.name, tool]));
}

function upstreamOf(document: JsonObject): string | undefined {
  const upstream = ownMember(mapOf(document['mcp']), 'upstream');
  return typeof upstream === 'string' ? upstream : undefined;
}

function toolOf(document: JsonObject): RecordedTool {
  const { mcp, parameters, required, additional_parameters, definitions, parameters_schema, output_schema } = document;
  const { tool, pin } = mapOf(mcp);
  const others = Object.keys(mapOf(parameters_schema)).filter((key) => !NOTES.has(key));
  // A tool that lists no argument at all may read any.
  const isListed = additional_parameters === undefined && Object.keys(mapOf(parameters)).length > 0;
  return {
    name: String(tool),
    pin: typeof pin === 'string' ? pin : undefined,
    parameters: schemasOf(parameters),
    required: Array.isArray(required) ? required.map(String) : [],
    closed:
      (additional_parameters === false && !others.includes('patternProperties')) || (isListed && others.length === 0),
    definitions: schemasOf(definitions),
    output: output_schema,
  };
}

/** Of `true`, which is a schema as well, only the name is known. */
function schemasOf(value: Json | undefined): Readonly<Record<string, Schema>> {
  return each(mapOf(value), (one): Schema => (isObject(one) ? one : {}));
}

function mapOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Prompts and resources of two servers may have the same names and URIs, and pages of two lists have no common order. */
export function passFindings(servers: readonly ServerPart[]): Diagnostic[] {
  return servers.flatMap((server) => {
    const { spec } = server;
    const first = new Map<string, string>();
    return Object.entries(spec.upstreams ?? {}).flatMap(([name, { pass = [] }]) =>
      pass.flatMap((capability, index): Diagnostic[] => {
        const collision = COLLISIONS[capability];
        const other = first.get(capability);
        if (other === undefined) first.set(capability, name);
        if (other === undefined || collision === undefined) return [];
        const path = ['upstreams', name, 'pass', index];
        const place = { span: server.at(path), about: server.about(path) };
        const message = `Upstreams "${other}" and "${name}" both pass on ${capability}, ${collision}.`;
        const hint = `Remove "${capability}" from one of them, or create a separate server for "${name}".`;
        return [{ code: 'spec/pass', severity: 'error', message, hint, ...place }];
      }),
    );
  });
}
