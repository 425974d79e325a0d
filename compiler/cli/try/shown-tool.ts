/** What the page of `haft try` shows of a tool before it is called: its form, its `result:`, and its view. */
import type { JsonObject } from '@haft/runtime/language';
import type { SourceFile } from '../../base/diagnostic.ts';
import { positionAt } from '../../base/diagnostic.ts';
import type { ToolPart } from '../../check/model.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { recordedCallsOf } from '../../features/recordings/run/record.ts';
import { qualifiedName } from '../../check/tool-names.ts';
import { type PlannedTool, plannedId } from '../../plan/named-tools.ts';
import { namedTool } from '../../edge/command-line/named-tool.ts';
import type { Field, ShownTool } from './messages.ts';
import type { UsableSpecs } from './specs.ts';
import { hasView } from '../../emit/server/views.ts';
import { mappedKey } from './pick.ts';

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
  const { required = [], properties = {} } = tool.inputSchema;
  const parameters = Object.entries(properties).map(([key, schema]): Field => {
    const { type, description = '', enum: values, default: preset } = schema;
    return {
      name: key,
      description,
      type: typeof type === 'string' ? type : 'json',
      required: required.includes(key),
      ...(values && { values }),
      ...(preset !== undefined && { preset }),
    };
  });
  const { behavior } = tool;
  return {
    name: qualifiedName(plannedId(match)),
    effect: effectOf(match),
    place: `${part.file}:${positionAt(text, part.at(['name']).start).line}`,
    parameters,
    result: 'result' in behavior ? ((behavior.result ?? {}) as JsonObject) : {},
    mapped: mappedKey(part) !== undefined,
    recorded: recordedCallsOf(project, match).map((call) => call.arguments),
    ...(hasView(tool) && { view: `/view/${match.server.name}/${tool.name}` }),
  };
}
