/** What the page of `haft try` shows of the specs: the list of tools, and one tool with its form. */
import type { JsonObject } from '@haft/runtime/language';
import type { SourceFile } from '../../base/diagnostic.ts';
import { positionAt } from '../../base/diagnostic.ts';
import type { ToolPart } from '../../check/model.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import type { CheckedProject } from '../../edge/passes/run-passes.ts';
import type { Project } from '../../edge/project/project.ts';
import { recordedCallsOf } from '../../features/recordings/run/record.ts';
import { type PlannedTool, allTools } from '../../plan/named-tools.ts';
import { namedTool } from '../../edge/command-line/named-tool.ts';
import type { Field, ListedTool, ShownTool } from './messages.ts';
import { hasView } from '../../emit/server/views.ts';
import { mappedKey } from './pick.ts';

/** Every tool, or why there are none. */
export function listedTools({ planned, diagnostics }: CheckedProject): {
  readonly tools: readonly ListedTool[];
  readonly problem?: string;
} {
  const first = diagnostics.find(({ severity }) => severity === 'error');
  if (!planned)
    return { tools: [], problem: first ? `${first.span.file}: ${first.message}` : 'The specs cannot be planned.' };
  const tools = allTools(planned.plan).map(({ server, tool }) => ({
    name: `${server.name}/${tool.name}`,
    title: tool.title ?? tool.name,
    effect: effectOf({ server, tool }),
  }));
  return { tools };
}

export function foundIn({ planned }: CheckedProject, name: string): PlannedTool {
  if (!planned) throw new Failure('The specs have errors that prevent a call.', 'Run `haft check`, and correct them.');
  return namedTool(planned.plan, name);
}

/** The end of a sentence about the tool. */
export function effectOf({ tool: { annotations } }: PlannedTool): string {
  if (annotations.readOnlyHint === true) return 'reads';
  return annotations.destructiveHint === false ? 'writes' : 'can destroy data';
}

export function partOf({ planned }: CheckedProject, { server, tool }: PlannedTool): ToolPart {
  const part = planned?.spec.servers
    .find(({ spec }) => spec.name === server.name)
    ?.tools.find(({ spec }) => spec.name === tool.name);
  if (part) return part;
  throw new Failure(`"${tool.name}" is not in the specs any more.`, 'Choose another tool.');
}

export function fileOf({ sources }: CheckedProject, { file }: ToolPart): SourceFile {
  const source = sources.texts.find(({ path }) => path === file);
  if (source) return source;
  throw new Failure(`"${file}" cannot be read any more.`, 'Restore the file.');
}

interface SpecsNow {
  readonly project: Project;
  readonly checked: CheckedProject;
}

/** Everything that the page shows of a tool before it is called. */
export function shownTool({ project, checked }: SpecsNow, name: string): ShownTool {
  const found = foundIn(checked, name);
  const part = partOf(checked, found);
  const { text } = fileOf(checked, part);
  const { tool } = found;
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
    name,
    description: tool.description.text,
    effect: effectOf(found),
    place: `${part.file}:${positionAt(text, part.at(['name']).start).line}`,
    parameters,
    result: 'result' in behavior ? ((behavior.result ?? {}) as JsonObject) : {},
    mapped: mappedKey(part) !== undefined,
    recorded: recordedCallsOf(project, found).map((call) => call.arguments),
    ...(hasView(tool) && { view: `/view/${found.server.name}/${tool.name}` }),
  };
}
