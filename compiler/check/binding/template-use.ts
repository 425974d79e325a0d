/** Every template of a tool or connection, with its place and the variables that are allowed in it. */
import type { TemplateUse } from '../../behaviors/behavior.ts';
import { allSteps } from '../../behaviors/index.ts';
import { entries } from '../../behaviors/steps.ts';
import type { ConnectionSpec } from '../documents/server.ts';
import type { ToolSpec } from '../documents/tool.ts';

export function connectionTemplates({ base_url, headers }: ConnectionSpec): TemplateUse[] {
  return [{ path: ['base_url'], text: base_url, inPath: true }, ...entries(['headers'], headers)];
}

/** Those of the work and of the checks before it, with their paths below the tool. */
export function toolTemplates(tool: ToolSpec): TemplateUse[] {
  return allSteps(tool).flatMap(({ path, parts }) =>
    parts.templates.map((use) => ({ ...use, path: [...path, ...use.path] })),
  );
}
