/** Answers a call from its recording: nothing is sent or started, and what was not recorded has no answer. */
import { type OneResult, type ProgramEnd, redactFor } from '@haft/runtime/try';
import { type Json, isJsonObject } from '@haft/runtime/language';
import { readJsonMap } from '../../../plan/read-json.ts';
import { replayedBytes, recordedRequest } from './recorder.ts';
import { replayedTransaction } from './statements.ts';
import type { RecordedCall, RecordedEnd, RecordedExchange, RecordedSent } from '../recording.ts';
import { isSameSent } from '../recording.ts';
import {
  CONFIRMED,
  callOver,
  type CallToMake,
  type CallWire,
  sessionAsReviewed,
} from '../../../edge/calls/call-over.ts';

/** The result, or what the call sends that was not recorded. */
export type ReplayResult = { readonly outcome: OneResult } | { readonly unrecorded: RecordedSent };

type Callee = Pick<CallToMake, 'server' | 'tool'>;
type Redact = ReturnType<typeof redactFor>;

export async function replay(call: Callee, recorded: RecordedCall): Promise<ReplayResult> {
  const variables = replayVariables(recorded.variables);
  const player = createPlayer(recorded, call, redactFor(call.server, variables));
  const outcome = await callOver(player.wire, { ...call, args: recorded.arguments, variables });
  const unrecorded = player.unrecorded();
  return unrecorded ? { unrecorded } : { outcome };
}

/** What the result of the recorded call was read from, as JSON: replayed with a result that takes all of it. */
export async function recordedSource({ server, tool }: Callee, call: RecordedCall): Promise<Json | undefined> {
  const { behavior, outputSchema: _, ...rest } = tool;
  const whole = { ...rest, behavior: { ...behavior, result: { answer: '' } } };
  const replayed = await replay({ server, tool: whole as typeof tool }, call);
  if (!('outcome' in replayed) || !replayed.outcome.success) return undefined;
  const data = readJsonMap(replayed.outcome.text)?.['data'];
  return isJsonObject(data) ? data['answer'] : undefined;
}

/** A secret was replaced when it was recorded; here a text of its own takes its place, which is redacted like the secret. */
function replayVariables(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value.replaceAll('[redacted]', `secret of ${name}`)]),
  );
}

/** Each recorded exchange answers once, in the order of those in which the same was sent. */
function createPlayer({ exchanges }: RecordedCall, { server, tool }: Callee, redact: Redact) {
  // The last one does the work of those before it.
  const work = server.tools.at(-1) ?? tool;
  const remaining = [...exchanges];
  let unrecorded: RecordedSent | undefined;
  const answerTo = (sent: RecordedSent): RecordedExchange | undefined => {
    const redactedSent: RecordedSent = JSON.parse(redact.jsonText(JSON.stringify(sent)));
    const at = remaining.findIndex((one) => isSameSent(one, redactedSent));
    if (at === -1) unrecorded ??= redactedSent;
    return at === -1 ? undefined : remaining.splice(at, 1)[0];
  };
  const wire: CallWire = {
    waits: false,
    // What was sent was confirmed.
    ask: exchanges.length > 0 ? CONFIRMED : undefined,
    async fetch(input, init) {
      const answer = answerTo({ request: await recordedRequest(input, init) });
      if (!answer || !('request' in answer)) throw unreachable('ECONNREFUSED');
      if ('unreachable' in answer) throw unreachable(answer.unreachable);
      const { status, headers, body } = answer.response;
      const bytes = replayedBytes(body);
      return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), { status, headers });
    },
    async runProgram({ argv, stdin }) {
      const answer = answerTo({ program: { argv, ...(stdin !== undefined && { stdin }) } });
      return answer && 'program' in answer ? replayedEnd(answer.end) : { kind: 'aborted' };
    },
    databases: () => (transaction) => replayedTransaction(transaction, answerTo),
    upstreams: (upstreams) => ({
      ...upstreams,
      open: async (upstream) => ({
        ...sessionAsReviewed(work.behavior),
        async call(name, args) {
          const answer = answerTo({ call: { upstream, tool: name, arguments: args } });
          return answer && 'call' in answer ? answer.returned : { content: [] };
        },
      }),
    }),
  };
  return { wire, unrecorded: () => unrecorded };
}

/** As `fetch` reports a connection that failed. */
function unreachable(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

function replayedEnd(end: RecordedEnd): ProgramEnd {
  if (end.kind !== 'ended') return end;
  return { ...end, stdout: replayedBytes(end.stdout), stderr: replayedBytes(end.stderr) };
}
