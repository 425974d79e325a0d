/** The tools of other MCP servers as `haft.imports.json` records them, for the check of `mcp:`. */
import { isObject, ownMember } from '@haft/runtime/language';
import type { Json, JsonObject, Schema } from '@haft/runtime/language';
import type { RecordedTool, RecordedUpstream } from '../recorded-upstreams.ts';
import type { ImportRecords } from './import-record.ts';

export function recordedUpstreams(imports: ImportRecords): RecordedUpstream[] {
  return Object.values(imports)
    .filter(({ kind }) => kind === 'mcp')
    .flatMap(({ into, documents }) => {
      const tools = Object.values(documents);
      const upstreams = new Set(tools.flatMap((tool) => upstreamOf(tool) ?? []));
      return [...upstreams].map((upstream): RecordedUpstream => {
        const own = tools.filter((tool) => upstreamOf(tool) === upstream).map(toolOf);
        return { into, upstream, tools: new Map(own.map((tool) => [tool.name, tool])) };
      });
    });
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
    parameters: mapOf(parameters) as Readonly<Record<string, Schema>>,
    required: Array.isArray(required) ? required.map(String) : [],
    closed: additional_parameters === false || (isListed && others.length === 0),
    definitions: mapOf(definitions) as Readonly<Record<string, Schema>>,
    output: output_schema,
  };
}

/** Keywords of a root schema that declare no arguments. */
const NOTES: ReadonlySet<string> = new Set(['$schema', '$id', '$comment', 'title', 'description', 'examples']);

function mapOf(value: Json | undefined): JsonObject {
  return isObject(value) ? (value as JsonObject) : {};
}
