/** `haft call <tool> '<json>'`: one call of a tool from the specs, as its server would run it. */
import { callOnce, createRedact, redactFor } from '@haft/runtime/try';
import type { OneResult } from '@haft/runtime/try';
import type { ServerDescriptor, ToolDescriptor } from '@haft/runtime';
import { serverDescriptor, toolDescriptor } from '../../emit/server/descriptor.ts';
import { readJson } from '../../plan/read-json.ts';
import { escapeUnsafe } from '../../report/text/escape.ts';
import { dryRun } from '../call/dry-run.ts';
import { findTool } from '../call/find-tool.ts';
import type { FoundTool } from '../call/find-tool.ts';
import { readCallArguments } from '../call/read-call-arguments.ts';
import { returnedText, sentText, tokensIn } from '../call/print-call.ts';
import { tracedRun, tracedUpstreams, traceFetch } from '../call/call-trace.ts';
import type { CallTracer } from '../call/call-trace.ts';
import type { Command, ExitCode } from '../command-line/command.ts';
import { SPECS, textFlag, textFlags } from '../command-line/command.ts';
import { Failure } from '../command-line/failure.ts';
import { reportFindings } from '../command-line/report.ts';
import { openProject } from '../project/project.ts';
import { TODAY, todayOf } from '../project/today.ts';
import { checkProject } from '../tasks/build.ts';

export const callCommand: Command = {
  name: 'call',
  summary: 'Call one tool of the specs and show its result.',
  positional: '<tool> [json]',
  flags: {
    specs: SPECS,
    today: TODAY,
    arg: {
      type: 'string',
      many: true,
      value: 'name=value',
      help: 'One argument, read by the schema of the parameter; repeat it for more, and for the elements of a list.',
    },
    'dry-run': { type: 'boolean', help: 'Print the request or the command line; send and start nothing.' },
    trace: { type: 'boolean', help: 'Also print what is sent and received.' },
  },
  examples: [
    ['haft call count_words \'{"text": "one two"}\'', 'The arguments as one JSON object.'],
    ['haft call text-tools/rank_words --arg text="a b a" --arg limit=1', 'The arguments one by one.'],
    ['haft call count_words --arg text=x --dry-run', 'See what would be sent.'],
  ],
  async run(invocation): Promise<ExitCode> {
    const { cwd, positionals, flags } = invocation;
    const [name, json] = positionals;
    if (name === undefined) throw new Failure('`haft call` needs a tool.', "Run `haft call <tool> '<json>'`.");
    const opened = openProject({ cwd, specs: textFlag(invocation, 'specs') });
    if (!opened.value) return refused({ ...opened, sources: opened.sources, root: cwd, cwd });
    const project = opened.value;
    // A tool is tried before its texts are finished: what blocks a call is what nothing works without.
    const onlyNew = (): [] => [];
    const { planned, diagnostics, texts, sources } = await checkProject(project, {
      today: todayOf(invocation),
      onlyNew,
    });
    if (!planned) return refused({ diagnostics, sources: texts, root: project.root, cwd });
    const found = findTool(planned.plan, name);
    const args = readCallArguments(found.tool, json, textFlags(invocation, 'arg'));
    if (flags['dry-run'] === true) return printDryRun(found, args);
    const isHandler = found.tool.behavior.kind === 'handler';
    const { callHandler } = await import('../call/call-handler.ts');
    const built = { project, compiled: planned, sources };
    return printResult(
      isHandler ? await callHandler(built, found, args) : await callHere(found, args, flags['trace'] === true),
    );
  },
};

function refused(found: Parameters<typeof reportFindings>[0]): 1 {
  reportFindings(found, 'text');
  return 1;
}

interface Descriptors {
  readonly server: ServerDescriptor;
  readonly tool: ToolDescriptor;
}

function descriptorsOf({ server, tool }: FoundTool): Descriptors {
  const described = toolDescriptor(tool);
  return { server: { ...serverDescriptor(server), tools: [described] }, tool: described };
}

function writeLog(line: string): void {
  process.stderr.write(line);
}

async function callHere(found: FoundTool, args: unknown, trace: boolean): Promise<OneResult> {
  const { server, tool } = descriptorsOf(found);
  const tokens: string[] = [];
  const { text: hide } = redactFor(server, process.env);
  const redact = (text: string): string => hide(createRedact({}, {}, tokens).text(text));
  const tracer: CallTracer = {
    sent(sent) {
      if (trace) process.stderr.write(`→ ${sentText(sent, redact)}\n`);
      return true;
    },
    returned(returned) {
      if (returned.kind === 'response') tokens.push(...tokensIn(returned));
      if (trace) process.stderr.write(`← ${returnedText(returned, redact)}\n`);
    },
  };
  const restore = trace ? traceFetch(tracer) : () => {};
  const { behavior } = tool;
  const call = {
    server,
    tool,
    args,
    variables: process.env,
    write: writeLog,
    runProgram: tracedRun(tracer),
    ...(behavior.kind === 'mcp' && { watchUpstreams: tracedUpstreams(tracer, behavior, false) }),
  };
  const { result, abort } = callOnce(call);
  process.once('SIGINT', abort).once('SIGTERM', abort);
  try {
    return await result;
  } finally {
    restore();
    process.off('SIGINT', abort).off('SIGTERM', abort);
  }
}

async function printDryRun(found: FoundTool, args: unknown): Promise<ExitCode> {
  const { server, tool } = descriptorsOf(found);
  const { text: redact } = redactFor(server, process.env);
  const dry = await dryRun(tool, { server, args, variables: process.env, write: () => {} });
  process.stdout.write(dry.sent.map((sent) => sentText(sent, redact)).join('\n'));
  if (dry.failed) return printResult(dry.failed);
  if (dry.sent.length > 0) return 0;
  const { kind } = tool.behavior;
  const what = kind === 'handler' ? 'The code of a handler decides what is sent.' : `Nothing is sent by \`${kind}:\`.`;
  process.stdout.write(`${what} Its arguments: ${escapeUnsafe(redact(JSON.stringify(dry.args)))}\n`);
  return 0;
}

/** To stdout the envelope as a model reads it, to stderr the same for a person. */
function printResult({ text, success }: OneResult): 0 | 1 {
  process.stdout.write(`${text}\n`);
  process.stderr.write(escapeUnsafe(asRead(text)));
  return success ? 0 : 1;
}

interface Envelope {
  readonly data?: unknown;
  readonly error?: string;
  readonly code?: string;
  readonly retry_hint?: string;
  /** Of a result without envelope. */
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
}

function asRead(text: string): string {
  const read = readJson(text);
  const { data, error, code, retry_hint, content } = Object('value' in read ? read.value : {}) as Envelope;
  if (content !== undefined) return `${content.map((block) => block.text ?? `[${block.type}]`).join('\n')}\n`;
  if (error === undefined) return `${JSON.stringify(data, null, 2)}\n`;
  return `failed (${code}): ${error}\n  hint: ${retry_hint}\n`;
}
