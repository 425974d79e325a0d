/** Behavior `mcp`: a call of a tool of another MCP server, whose definition must be the one that the author reviewed. */
import type { Call } from '../../server/context.ts';
import { type ContentBlock, content, passedResult } from '../../server/content.ts';
import { callCancelled } from '../../server/call-failures.ts';
import type { McpBehavior, ServerDescriptor, UpstreamDescriptor } from '../../descriptor/descriptor.ts';
import { neededVariables } from '../../server/environment.ts';
import {
  type Reach,
  type Repeat,
  type ToolFailure,
  authoredFailure,
  failure,
  isFailure,
  repeatHint,
  repeatOf,
  retryOnce,
} from '../../server/failure.ts';
import { parseExact } from '../../language/plain.ts';
import { restoreNumbers } from '../../redaction/exact-numbers.ts';
import { compileBody } from '../../language/template.ts';
import { type Json, type JsonObject, isJsonObject, isObject, ownMember } from '../../language/json.ts';
import type { Redact } from '../../redaction/redact.ts';
import { RpcFailure, Unfinished } from '../../upstream/rpc.ts';
import type { SendAsking } from '../../upstream/questions.ts';
import type { UpstreamSession } from '../../upstream/session.ts';
import { askUpstream, forwardProgress, variablesOf } from '../../upstream/ask.ts';
import { OtherRevision, UnusableResponse, WireError, orAborted } from '../../upstream/wire.ts';
import { casesFor } from '../shared/failure-cases.ts';
import { type ServiceResponse, cleanDetail, dataOf, notExpected, readSafely } from '../shared/response.ts';
import { compileResult, needsJson } from '../shared/result.ts';
import { type BehaviorContext, type BehaviorRunner, type RunTool, dataSchema } from '../shared/run.ts';

export const mcp: BehaviorRunner<McpBehavior> = { kind: 'mcp', needs: variablesFor, run: mcpRun };

function variablesFor(behavior: McpBehavior, server: ServerDescriptor): readonly string[] {
  const upstream = ownMember(server.upstreams ?? {}, behavior.upstream);
  return [...(upstream ? variablesOf(upstream, server) : []), ...neededVariables(behavior)];
}

function mcpRun(behavior: McpBehavior, context: BehaviorContext): RunTool {
  const { server, tool, env, upstreams, redact } = context;
  const upstream = ownMember(server.upstreams ?? {}, behavior.upstream);
  if (upstream === undefined || upstreams === undefined) throw new Error(`unknown upstream "${behavior.upstream}"`);
  const build = behavior.arguments && compileBody(behavior.arguments);
  const read = readerOf(behavior, context);
  const passQuestions = context.createPassing?.(upstream);
  return async (args, call) => {
    const values = build ? build({ ...args, env }) : args;
    let reach: Reach = 'unsent';
    try {
      const sent = isJsonObject(values) ? values : {};
      const send: SendAsking = (asking) =>
        askUpstream(upstreams, behavior.upstream, asking.signal, async (session) => {
          reach = 'unsent';
          const drifted = await driftOf(behavior, upstream, session, call);
          if (drifted) return drifted;
          reach = 'sent';
          return session.call(behavior.tool, sent, {
            ...asking,
            onProgress: (step) => forwardProgress(step, call),
            meta: { ...call.trace },
          });
        });
      const result = await (passQuestions ? passQuestions(send, call) : send({ signal: call.signal }));
      return isFailure(result) ? result : read(result, args);
    } catch (thrown) {
      if (call.signal.aborted) return callCancelled();
      return notReached(thrown, behavior, upstream, { call, redact, reach, repeat: repeatOf(tool) });
    }
  };
}

async function driftOf(
  { tool, pin, upstream: name }: McpBehavior,
  { on_drift }: UpstreamDescriptor,
  session: UpstreamSession,
  call: Call,
): Promise<ToolFailure | undefined> {
  if (pin === undefined) return undefined;
  const now = (await orAborted(session.pins(), call.signal)).get(tool);
  if (now === pin) return undefined;
  const how =
    now === undefined
      ? 'no longer exists'
      : now === null
        ? 'exists twice'
        : `differs from the reviewed definition (${now})`;
  call.log(`tool ${tool} of upstream ${name} ${how}; run "haft import --update" to review it`, 'warn');
  if (on_drift === 'log') return undefined;
  return failure(
    'upstream_changed',
    `The server behind this tool has changed: its tool "${tool}" ${now === undefined ? 'no longer exists' : 'is not the one that was reviewed'}.`,
    'Do not retry. Use another tool, or tell the user that the author of this server has to review the change.',
  );
}

type Read = (result: JsonObject, args: JsonObject) => unknown;

function readerOf({ result: table, on_error }: McpBehavior, context: BehaviorContext): Read {
  const { tool, redact } = context;
  const map = table && compileResult(table, dataSchema(tool), context);
  const wantsJson = table !== undefined && needsJson(table, dataSchema(tool), context);
  const cases = casesFor(context, on_error);
  return (result, args) => {
    const blocks = blocksOf(result['content']);
    if (blocks === undefined) return badResult(repeatOf(tool));
    const isFailed = result['isError'] === true;
    if (tool.results === 'raw' && map === undefined && !(isFailed && on_error)) return passedResult(result);
    const text = blocks.flatMap((block) => (block.type === 'text' ? String(block['text']) : [])).join('\n');
    const safe = readSafely(text, redact);
    const structured = result['structuredContent'] ?? undefined;
    const json =
      structured === undefined
        ? safe.json
        : (readSafely(restoreNumbers(JSON.stringify(structured)), redact).json ?? null);
    const answer: ServiceResponse = { text: safe.text, json, args, header: () => undefined };
    if (isFailed)
      return cases?.tabledFailure([{ error: on_error ?? [] }], ['error'], answer, 'tool_failed') ?? toolFailed(answer);
    if (wantsJson && json === undefined)
      return notExpected('result of the server behind this tool', 'server', repeatOf(tool));
    if (map) return map(answer);
    const data = json === undefined ? { text: safe.text } : dataOf(json);
    const others = blocks.filter(({ type }) => type !== 'text');
    return others.length > 0 ? content(blocks.map(withDigits), data) : data;
  };
}

/** Numbers that JavaScript cannot represent as the texts of their digits, as they are in data. */
function withDigits(block: ContentBlock): ContentBlock {
  const exact = parseExact(restoreNumbers(JSON.stringify(block)));
  return isObject(exact) ? { ...exact, type: block.type } : block;
}

function toolFailed({ text }: ServiceResponse): ToolFailure {
  const hint = 'Check the arguments. If they are correct, tell the user what failed.';
  return failure('tool_failed', cleanDetail(text) || 'The tool failed.', hint);
}

/** Undefined where it is not content as MCP has it. */
function blocksOf(value: Json | undefined): readonly ContentBlock[] | undefined {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return undefined;
  const blocks = value.filter((one: Json): one is ContentBlock => isObject(one) && typeof one['type'] === 'string');
  return blocks.length === value.length ? blocks : undefined;
}

function badResult(repeat: Repeat): ToolFailure {
  return failure(
    'bad_response',
    'The server behind this tool sent a result that is not valid.',
    repeatHint('sent', repeat, retryOnce('tell the user')),
  );
}

interface LostCall {
  readonly call: Call;
  readonly redact: Redact;
  readonly reach: Reach;
  readonly repeat: Repeat;
}

/** Codes of requests that were not carried out (JSON-RPC 2.0 §5.1). */
const REJECTED: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602]);

/** The message of the other server may be anything: it is cleaned, and never used as a hint. */
function notReached(
  thrown: unknown,
  { tool }: McpBehavior,
  { on_unreachable }: UpstreamDescriptor,
  { call, redact, reach, repeat }: LostCall,
): ToolFailure {
  if (isFailure(thrown)) return thrown;
  if (thrown instanceof WireError && isFailure(thrown.cause)) return thrown.cause;
  if (thrown instanceof RpcFailure) {
    // Before it is cut: half a secret would not be found.
    const message = cleanDetail(redact.text(thrown.message));
    call.log(`upstream error ${thrown.code}: ${message}`);
    const again = retryOnce('tell the user');
    if (!thrown.isOf('tools/call'))
      return failure(
        'bad_response',
        `The server behind this tool rejected "${thrown.method}": ${message || `error ${thrown.code}`}`,
        repeatHint('unsent', repeat, again),
      );
    const got = REJECTED.has(thrown.code) ? 'unsent' : reach;
    const invalid = thrown.code === -32602;
    return failure(
      invalid ? 'invalid_arguments' : 'tool_failed',
      `The server behind this tool rejected the call of "${tool}": ${message || `error ${thrown.code}`}`,
      invalid ? 'Fix the arguments and call the tool again.' : repeatHint(got, repeat, again),
    );
  }
  if (thrown instanceof Unfinished) return needsMore(thrown, tool);
  if (!(thrown instanceof WireError)) throw thrown;
  if (thrown instanceof UnusableResponse || thrown instanceof OtherRevision)
    return notUsable(thrown, call, reach, repeat);
  call.log(`upstream not reached: ${thrown.message}`, 'warn');
  const again = retryOnce('tell the user that the server behind this tool does not run');
  const hint = repeatHint(reach, repeat, again, on_unreachable?.retry_hint);
  if (on_unreachable) return authoredFailure({ ...on_unreachable, retry_hint: hint }, 'unreachable');
  return failure('unreachable', `The server behind this tool cannot be reached: ${thrown.message}.`, hint);
}

/** It runs: what the author says of a server that does not would be wrong. */
function notUsable(thrown: WireError, call: Call, reach: Reach, repeat: Repeat): ToolFailure {
  call.log(`upstream response not usable: ${thrown.message}`, 'warn');
  const hint =
    thrown instanceof OtherRevision
      ? 'Do not retry. Tell the user that the server behind this tool has to support another revision of MCP.'
      : repeatHint(reach, repeat, retryOnce('tell the user'));
  const error = `The server behind this tool sent a response that cannot be used: ${thrown.message}.`;
  return failure('bad_response', error, hint);
}

/** Nothing of what it asks for reaches the user. */
function needsMore({ type }: Unfinished, tool: string): ToolFailure {
  const hint = 'Do not retry. Use another tool, or ask the user to make this call in a client of that server itself.';
  const [code, what] =
    type === 'input_required'
      ? [type, 'needs input of the user, which is not passed on']
      : ['bad_response', `has not finished: its result is of the type "${cleanDetail(type)}"`];
  return failure(code, `"${tool}" of the server behind this tool ${what}.`, hint);
}
