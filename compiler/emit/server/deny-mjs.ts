/** The server of an eval: the same tools, and no call is carried out. It notes that it was started, and each call, in a file next to it. */
import type { ServerPlan } from '../../plan/model.ts';
import { modulesOf, runtimeText } from './runtime-text.ts';
import { serverHead } from './server-mjs.ts';

/** Lines of JSON: `{}` at the start, then `{"tool": name}` for each call. */
export const JOURNAL = 'journal.jsonl';

/** What the model reads in place of a result; it gives no reason to try again. */
const DENIED = [
  'This is an eval of tool choice: the call was recorded and not carried out.',
  'Do not call further tools. End your answer now.',
  'eval',
];

/** As one file for `node`, with the `tools/list` of the compiled server. */
export function denyServer({ skills: _skills, upstreams: _upstreams, ...server }: ServerPlan): string {
  const tools = server.tools.map(({ handlerFile: _file, ...tool }) => ({
    ...tool,
    behavior: { kind: 'handler', export: tool.name } as const,
  }));
  const denying: ServerPlan = { ...server, transports: ['stdio'], env: {}, connections: {}, tools };
  return `${serverHead(denying, [])}import { appendFileSync as HAFT_APPEND } from "node:fs";
const HAFT_NOTE = (line) => HAFT_APPEND(new URL(${JSON.stringify(JOURNAL)}, import.meta.url), JSON.stringify(line) + '\\n');
HAFT_NOTE({});
const HAFT_HANDLERS = Object.fromEntries(
  HAFT_SERVER.printed.map(([tool]) => [tool, (args, call) => (HAFT_NOTE({ tool }), call.fail(...${JSON.stringify(DENIED)}))]),
);
${runtimeText(modulesOf(denying))}`;
}
