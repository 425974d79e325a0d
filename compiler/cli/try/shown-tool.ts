/** What the page of `haft try` shows of a tool before it is called: its form, its `result:`, and its view. */
import { type JsonObject, type Json, type Schema, isObject } from '@haft/runtime/language';
import { type SourceFile, positionAt, type TextEdit } from '../../base/diagnostic.ts';
import type { ToolPart } from '../../check/model.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { recordedCallsOf } from '../../features/recordings/run/record.ts';
import { qualifiedName } from '../../check/tool-names.ts';
import { type PlannedTool, plannedId } from '../../plan/named-tools.ts';
import { namedTool } from '../../edge/command-line/named-tool.ts';
import type { Field, ShownTool } from './messages.ts';
import type { UsableSpecs } from './specs.ts';
import { hasView } from '../../emit/server/views.ts';
import { BEHAVIORS } from '../../spec/behaviors/index.ts';
import type { SpecEdit } from '../../spec/yaml/spec.ts';

type Planned = UsableSpecs['checked'];

export function foundIn({ planned }: Planned, name: string): PlannedTool {
  return namedTool(planned.plan, name);
}

/** The end of a sentence about the tool. */
export function effectOf({ tool: { annotations } }: PlannedTool): string {
  if (annotations.readOnlyHint === true) return 'reads';
  return annotations.destructiveHint === false ? 'writes' : 'can destroy data';
}

export function partOf({ planned }: Planned, { server, tool }: PlannedTool): ToolPart {
  const part = planned.spec.servers
    .find(({ spec }) => spec.name === server.name)
    ?.tools.find(({ spec }) => spec.name === tool.name);
  if (part) return part;
  throw new Failure(`"${tool.name}" is not in the specs any more.`, 'Choose another tool.');
}

export function fileOf({ sources }: Planned, { file }: ToolPart): SourceFile {
  const source = sources.texts.find(({ path }) => path === file);
  if (source) return source;
  throw new Failure(`"${file}" cannot be read any more.`, 'Restore the file.');
}

/** Everything that the page shows of a tool before it is called. */
export function shownTool({ project, checked }: UsableSpecs, name: string): ShownTool {
  const match = foundIn(checked, name);
  const part = partOf(checked, match);
  const { text } = fileOf(checked, part);
  const { tool } = match;
  const { behavior } = tool;
  return {
    name: qualifiedName(plannedId(match)),
    effect: effectOf(match),
    place: `${part.file}:${positionAt(text, part.at(['name']).start).line}`,
    parameters: fieldsOf(tool.inputSchema),
    result: 'result' in behavior ? ((behavior.result ?? {}) as JsonObject) : {},
    mapped: mappedKey(part) !== undefined,
    recorded: recordedCallsOf(project, match).map((call) => call.arguments),
    ...(hasView(tool) && { view: `/view/${match.server.name}/${tool.name}` }),
  };
}

export function fieldsOf({ required = [], properties = {} }: Schema): readonly Field[] {
  return Object.entries(properties).map(([key, { type, description = '', enum: values, default: preset }]) => ({
    name: key,
    description,
    type: typeof type === 'string' ? type : 'json',
    required: required.includes(key),
    ...(values && { values }),
    ...(preset !== undefined && { preset }),
  }));
}

/** What becomes a field, and the data that the tool returned before. */
interface Pick {
  readonly value: Json;
  readonly pointer: string;
  readonly field: string;
  readonly data: JsonObject;
}

const FIELD = /^[a-z][a-z0-9_]{0,63}$/;

/** @throws Failure where the spec cannot be edited safely. */
export function pickEdits(tool: ToolPart, { value, pointer, field, data }: Pick): readonly TextEdit[] {
  if (!FIELD.test(field))
    throw new Failure(`"${field}" cannot be the name of a field.`, 'Use lower case letters, digits and underscores.');
  const key = mappedKey(tool);
  if (key === undefined)
    throw new Failure(
      `"${tool.spec.name}" has no \`result:\`.`,
      'Only what requests, programs and servers answer can be picked from.',
    );
  return [resultEdit(tool, key, pointer, field), ...returnsEdits(tool, { value, field, data })].map((edit) => {
    const change = tool.edit(edit);
    if (change) return change;
    throw new Failure(
      `\`${edit.path.join('.')}\` of "${tool.spec.name}" cannot be edited without losing its layout.`,
      `Write it yourself: ${field}: ${pointer}`,
    );
  });
}

/** The key of its behavior, where that can have a `result:`. */
function mappedKey(tool: ToolPart): string | undefined {
  const mapped = BEHAVIORS.filter(({ shape }) => Object.hasOwn(shape.schema['properties'] ?? {}, 'result'));
  return mapped.flatMap((one) => one.use(tool.spec))[0]?.key;
}

function resultEdit(tool: ToolPart, key: string, pointer: string, field: string): SpecEdit {
  const [used] = BEHAVIORS.flatMap((one) => one.use(tool.spec));
  const before = used?.result;
  if (before === undefined) return { kind: 'insert', path: [key], key: 'result', value: { [field]: pointer } };
  const path = [key, 'result'];
  return Object.hasOwn(before, field)
    ? { kind: 'replace', path: [...path, field], value: pointer }
    : { kind: 'insert', path, key: field, value: pointer };
}

function returnsEdits(
  { spec: { returns } }: ToolPart,
  { value, field, data }: Omit<Pick, 'pointer'>,
): readonly SpecEdit[] {
  const schema = schemaOf(value);
  if (returns === undefined)
    return [{ kind: 'insert', path: [], key: 'returns', value: schemaOf({ ...data, [field]: value }) }];
  const { properties } = returns;
  if (properties === undefined)
    return [{ kind: 'insert', path: ['returns'], key: 'properties', value: { [field]: schema } }];
  // Its author knows the type better than one answer does.
  return Object.hasOwn(properties, field)
    ? []
    : [{ kind: 'insert', path: ['returns', 'properties'], key: field, value: schema }];
}

/** What one value shows: of a list the type of its first element, of an object its members. */
function schemaOf(value: Json): Schema {
  if (Array.isArray(value)) {
    const [first]: readonly Json[] = value;
    return { type: 'array', items: first === undefined ? {} : schemaOf(first) };
  }
  if (isObject(value)) {
    const properties = Object.entries(value).map(([name, one]) => [name, schemaOf(one)] as const);
    return { type: 'object', properties: Object.fromEntries(properties) };
  }
  if (value === null) return {};
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  return { type: typeof value === 'boolean' ? 'boolean' : 'string' };
}
