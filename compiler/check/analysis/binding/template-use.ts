/** Every template of a tool or connection, with its place and the variables that are allowed in it. */
import { credentialTemplates } from '../../../spec/behaviors/credentials.ts';
import { type TemplateUse, below } from '../../../spec/behaviors/behavior.ts';
import { allSteps } from '../../../spec/behaviors/index.ts';
import type { ProgramSpec } from '../../../spec/behaviors/programs.ts';
import { entries, one } from '../../../spec/behaviors/steps.ts';
import type { ConnectionSpec } from '../../documents/server.ts';
import type { ToolSpec } from '../../documents/tool.ts';

export function connectionTemplates({ base_url, headers, auth }: ConnectionSpec): TemplateUse[] {
  return [
    { path: ['base_url'], text: base_url, inPath: true },
    ...entries(['headers'], headers).map((use) => ({ ...use, isOfCall: true, isSentOn: true })),
    ...credentialTemplates(auth),
  ];
}

export function programTemplates({ cwd }: ProgramSpec): TemplateUse[] {
  return one(['cwd'], cwd, { inPath: true });
}

/** The templates of the work and of the checks before it, with their paths below the tool. */
export function toolTemplates(tool: ToolSpec): TemplateUse[] {
  return allSteps(tool).flatMap(({ path, parts }) => below(path, parts.templates));
}
