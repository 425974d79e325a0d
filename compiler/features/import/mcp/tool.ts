/** One item of `tools/list` → the keys of a `kind: tool` document of profile `mcp`, and what they cannot say. */
import { isObject } from '@haft/runtime/language';
import type { Json, JsonObject } from '@haft/runtime/language';
import type { Loss } from '../imported.ts';

/** A tool as its server lists it. Compiled with `results: raw`, it is listed unchanged except for the losses. */
interface ImportedTool {
  /** In the order in which they are written; without `kind`, `from` and behavior. */
  readonly keys: JsonObject;
  readonly losses: readonly Loss[];
}

/** `from` names the tool in the losses, such as `mcp:list_issues`. The server document has `results: raw`. */
export function toolKeys(listed: JsonObject, from: string): ImportedTool {
  const losses: Loss[] = [];
  const lossy = (subject: string, message: string, hint: string): void => {
    losses.push({ kind: 'lossy', subject, from, message, hint });
  };
  const { name, title, description, inputSchema, outputSchema, annotations, icons, _meta, execution, ...others } =
    listed;
  for (const key of Object.keys(others))
    lossy(
      `"${key}" of a tool`,
      `The tool has "${key}", which is not a field of an MCP tool.`,
      'Nothing to do: hosts ignore it.',
    );
  // In a spec a map is a description in parts.
  if (isObject(description))
    lossy('description', 'The description of the tool is not a string.', 'Write one: models choose tools by it.');
  const keys = {
    name: name ?? '',
    title,
    description: isObject(description) ? undefined : description,
    ...inputKeys(isObject(inputSchema) ? (inputSchema as JsonObject) : {}, lossy),
    hints: annotations,
    icons,
    meta: _meta,
    execution,
    output_schema: outputKey(outputSchema, lossy),
  };
  const given = Object.entries(keys).filter((member): member is [string, Json] => member[1] !== undefined);
  return { keys: Object.fromEntries(given), losses };
}

/** MCP 2026-07-28 allows any schema; hosts of earlier revisions reject the whole list for one that is not of an object. */
function outputKey(schema: Json | undefined, lossy: Lossy): Json | undefined {
  if (schema === undefined || (isObject(schema) && schema['type'] === 'object')) return schema;
  lossy(
    'output schemas',
    'The output schema is not of the type "object", so it is not listed.',
    'Nothing to do: results are passed on unchanged, and hosts with an older revision of MCP can read the list.',
  );
  return undefined;
}

type Lossy = (subject: string, message: string, hint: string) => void;

/** The root of the input schema has keys of its own; what else it has is `parameters_schema`. */
function inputKeys(schema: JsonObject, lossy: Lossy): Readonly<Record<string, Json | undefined>> {
  const { type, properties, required, additionalProperties, $defs, ...more } = schema;
  if (type !== 'object')
    lossy('type of the input', `The input schema has the type ${JSON.stringify(type)}.`, 'MCP requires "object".');
  return {
    parameters: properties,
    required,
    additional_parameters: additionalProperties,
    definitions: $defs,
    parameters_schema: Object.keys(more).length > 0 ? more : undefined,
  };
}
