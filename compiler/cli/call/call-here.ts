/** One call of a tool in this process, as its server would run it; with --trace, what is sent and received is printed. */
import { type OneResult, type PutForm, callOnce, createRedact, redactFor } from '@haft/runtime/try';
import type { ServerDescriptor } from '@haft/runtime';
import { descriptorsOf } from '../../edge/calls/call-over.ts';
import { onEndingSignal } from '../../edge/command-line/streams.ts';
import { driversFor } from '../../edge/calls/ask-database.ts';
import type { PlannedTool } from '../../plan/named-tools.ts';
import {
  type CallTracer,
  returnedText,
  sentText,
  tokensIn,
  traceFetch,
  tracedRun,
  tracedUpstreams,
} from './print-call.ts';
import { tracedStatements } from './dry-run.ts';

/** `ask` shows what the tool asks the user. */
interface CallHere {
  readonly trace?: boolean;
  readonly ask?: PutForm | undefined;
}

export async function callHere(
  target: PlannedTool,
  args: unknown,
  { trace = false, ask }: CallHere = {},
): Promise<OneResult> {
  const { server, tool, work } = descriptorsOf(target);
  const tracer = tracerOf(server, trace);
  const restore = trace ? traceFetch(tracer) : () => {};
  const { behavior } = work;
  const call = {
    server,
    tool,
    args,
    ask,
    isLogged: true,
    variables: process.env,
    write: (line: string) => void process.stderr.write(line),
    runProgram: tracedRun(tracer),
    drivers: await driversFor(behavior),
    watchDatabases: tracedStatements(tracer, server),
    ...(behavior.kind === 'mcp' && { watchUpstreams: tracedUpstreams(tracer, behavior, false) }),
  };
  const { result, abort } = callOnce(call);
  const leave = onEndingSignal(abort);
  try {
    return await result;
  } finally {
    restore();
    leave();
  }
}

/** Prints what is sent and received where `trace` says so; tokens that a response brings are hidden from then on. */
function tracerOf(server: ServerDescriptor, trace: boolean): CallTracer {
  const tokens: string[] = [];
  const { text: hide } = redactFor(server, process.env);
  const redact = (text: string): string => hide(createRedact({}, {}, tokens).text(text));
  return {
    sent(sent) {
      if (trace) process.stderr.write(`→ ${sentText(sent, redact)}\n`);
      return true;
    },
    returned(returned) {
      if (returned.kind === 'response') tokens.push(...tokensIn(returned));
      if (trace) process.stderr.write(`← ${returnedText(returned, redact)}\n`);
    },
  };
}
