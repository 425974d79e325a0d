/** A value of an answer → the edits of the spec that make it a field of the result: its pointer, and its type in `returns:`. */
import type { Json, JsonObject, Schema } from '@haft/runtime/language';
import { isObject } from '@haft/runtime/language';
import type { TextEdit } from '../../base/diagnostic.ts';
import type { ToolPart } from '../../check/model.ts';
import { BEHAVIORS } from '../../spec/behaviors/index.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import type { SpecEdit } from '../../spec/yaml/spec.ts';

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
export function mappedKey(tool: ToolPart): string | undefined {
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
