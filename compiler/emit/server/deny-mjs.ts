/** The server of an eval: the same tools, and no call is carried out. It notes that it was started, and each call, in a file next to it; calls of a journey return what another file says. */
import type { ServerPlan } from '../../plan/model.ts';
import { modulesOf, runtimeText } from './runtime-text.ts';
import { serverHead } from './server-mjs.ts';

/** Lines of JSON: `{}` at the start, then `{"tool": name}` for each call. */
export const JOURNAL = 'journal.jsonl';

/** By tool, what its first calls return, as `EvalStep`; absent where all are denied. */
export const JOURNEY = 'journey.json';

/** What the model reads in place of a result; it gives no reason to try again. */
const DENIED = {
  error: 'This is an eval of tool choice: the call was recorded and not carried out.',
  retry_hint: 'Do not call further tools. End your answer now.',
  code: 'eval',
};

/** As one file for `node`, with the `tools/list` of the compiled server. */
export function denyServer({ skills: _skills, upstreams: _upstreams, ...server }: ServerPlan): string {
  const tools = server.tools.map(({ handlerFile: _file, ...tool }) => ({
    ...tool,
    behavior: { kind: 'handler', export: tool.name } as const,
  }));
  const denying: ServerPlan = { ...server, transports: ['stdio'], env: {}, connections: {}, tools };
  return `${serverHead(denying, [])}import { appendFileSync as HAFT_APPEND, existsSync as HAFT_HAS, readFileSync as HAFT_READ } from "node:fs";
const HAFT_JOURNEY = new URL(${JSON.stringify(JOURNEY)}, import.meta.url);
const HAFT_STEPS = new Map(HAFT_HAS(HAFT_JOURNEY) ? Object.entries(JSON.parse(HAFT_READ(HAFT_JOURNEY, 'utf8'))) : []);
const HAFT_ANSWER = (call, { result = {}, fails } = { fails: ${JSON.stringify(DENIED)} }) =>
  fails ? call.fail(fails.error, fails.retry_hint, fails.code) : result;
const HAFT_NOTE = (line) => HAFT_APPEND(new URL(${JSON.stringify(JOURNAL)}, import.meta.url), JSON.stringify(line) + '\\n');
HAFT_NOTE({});
const HAFT_HANDLERS = Object.fromEntries(
  HAFT_SERVER.printed.map(([tool]) => [tool, (args, call) => (HAFT_NOTE({ tool }), HAFT_ANSWER(call, HAFT_STEPS.get(tool)?.shift()))]),
);
${runtimeText(modulesOf(denying))}`;
}
