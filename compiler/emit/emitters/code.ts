/** Emitter `code`: the tools of a server as typed lines, for hosts in which a model writes code that calls them. */
import { firstSentence, typedLine } from '@haft/runtime/language';
import { memoizeBy } from '../../base/memo.ts';
import { oneLine } from '../../base/text/escape.ts';
import { declaresData } from '../../spec/behaviors/index.ts';
import { isListed } from '../../check/tool-names.ts';
import type { ServerPlan, ToolPlan } from '../../plan/model.ts';
import { type Emitter, textFile } from '../emitter.ts';
import type { OutputFile } from '../output-file.ts';

export const code: Emitter = {
  id: 'code',
  title: 'Tools for code',
  of: 'server',
  standard: false,
  paths: [['servers/<name>/api.md', 'a typed line for each tool, for hosts in which a model writes code']],
  files: memoizeBy((server: ServerPlan): OutputFile[] => [
    textFile(`servers/${server.name}/api.md`, server.source, () => apiMd(server)),
  ]),
};

function apiMd({ name, title, summary, tools }: ServerPlan): string {
  return `# ${oneLine(title)}

${oneLine(summary)}

Functions of the server \`${name}\`: each takes one object of these arguments and returns the data behind the colon;
without a colon, the data or content blocks of the result, which the server does not declare.

\`\`\`
${tools.filter(isListed).map(lineOf).join('\n')}
\`\`\`

Over MCP a result is JSON text: \`{ success: true, data }\`, or \`{ success: false, error, code, retry_hint }\`.
With [in-process.mjs](in-process.mjs), where it is printed, \`toFunctions(tools)\` makes the functions: they return
\`data\`, and throw a \`HaftError\` with \`code\` and \`retry_hint\`.
`;
}

/** A tool that declares no data has no type of it. */
function lineOf({ name, description, inputSchema, returns, results }: ToolPlan): string {
  const line = typedLine(name, inputSchema, results === 'raw' || !declaresData(returns) ? undefined : returns);
  return oneLine(`${line} // ${firstSentence(description.text)}`);
}
