/** `poll:` of `http` tools: asks for the status of a job until it is over. */
import { callCancelled } from '../../server/call-failures.ts';
import type { ConnectionDescriptor, ErrorCase } from '../../descriptor/descriptor.ts';
import type { PollPolicy } from '../../descriptor/http-descriptor.ts';
import type { ToolFailure } from '../../server/failure.ts';
import { type Repeat, authoredFailure, failure, isAuthored, isFailure } from '../../server/failure.ts';
import { sameJson } from '../../language/json.ts';
import { findPointer } from '../../language/pointer.ts';
import { type TemplateScope, parseTemplate } from '../../language/template.ts';
import { textIn } from './exchange.ts';
import { onOrigin } from './paging.ts';
import type { MultiRequestContext, MultiRequestCall, SendFollowUp, StepReply } from './parts.ts';
import { type OutgoingRequest, buildUrl } from './request.ts';
import { secondsIn } from './failures.ts';
import { parseJson } from '../shared/response.ts';

/** Gives the final status of the job that the first response has started, or its result; `late` are the author's words for a timeout. */
export function compilePoll(policy: PollPolicy, connection: ConnectionDescriptor, late?: ErrorCase): MultiRequestCall {
  return async (exchange) => {
    const { request, call, repeat } = exchange;
    const first = await exchange.ask(request);
    if (isFailure(first)) return first;
    const failed = (cause: ToolFailure): ToolFailure => afterStart(cause, repeat, late);
    call.atDeadline(failed);
    const ask: SendFollowUp = async (next) => {
      const reply = await exchange.ask(next);
      return isFailure(reply) ? failed(reply) : reply;
    };
    const end = await endOf(
      policy,
      { ...exchange, ask },
      { first, late, place: () => jobOf(policy, connection, first, exchange) },
    );
    // What follows the job has a failure of its own.
    call.atDeadline((cause) => cause);
    return end;
  };
}

interface Started {
  readonly first: StepReply;
  readonly place: () => Waiting | ToolFailure;
  readonly late: ErrorCase | undefined;
}

/** The final status, or the result that it names. */
async function endOf(
  policy: PollPolicy,
  exchange: MultiRequestContext,
  { first, late, place }: Started,
): Promise<StepReply | ToolFailure> {
  const { request, ask, failed } = exchange;
  const last = isFinal(policy, first) ? first : await waitFor(policy, exchange, place(), late);
  if (isFailure(last)) return last;
  const wrong = failed(last.answer);
  if (wrong !== undefined || policy.result === undefined) return wrong ?? last;
  const result = addressAt(last, policy.result, request.url);
  return isFailure(result) ? result : ask(readOf(request, result));
}

const LATER = 'Do not start it again: check later whether it is finished, or tell the user.';

function notFinished(late: ErrorCase | undefined): ToolFailure {
  const error = 'The service has accepted the request but has not finished it in time.';
  return late ? authoredFailure(late, 'timeout') : failure('not_finished', error, LATER);
}

/** A failure once the job has been accepted: only words of the author, or a harmless request, may lead to another start. */
function afterStart(failed: ToolFailure, repeat: Repeat, late: ErrorCase | undefined): ToolFailure {
  if (isAuthored(failed)) return failed;
  const { code, error } = failed;
  if (code === 'timeout') return notFinished(late);
  if (repeat === 'harmless') return failed;
  return failure(code, `The service has accepted the request, but its status could not be read: ${error}`, LATER);
}

async function waitFor(
  policy: PollPolicy,
  { request, ask, call, clock, left }: MultiRequestContext,
  place: Waiting | ToolFailure,
  late: ErrorCase | undefined,
): Promise<StepReply | ToolFailure> {
  if (isFailure(place)) return place;
  const { interval_ms = 1000, max_interval_ms = 10_000 } = policy;
  let { reply } = place;
  let wait = interval_ms;
  for (let count = 1; ; count += 1) {
    const pause = (secondsIn(reply.received.headers, 'retry-after') ?? 0) * 1000;
    if ((pause || wait) >= left()) return notFinished(late);
    await clock.sleep(pause || wait, call.signal);
    if (call.signal.aborted) return callCancelled();
    const next = await ask(readOf(request, place.url));
    if (isFailure(next)) return next;
    call.progress(count);
    if (isFinal(policy, next)) return next;
    reply = next;
    wait = Math.min(max_interval_ms, wait * 1.5);
  }
}

interface Waiting {
  readonly url: URL;
  readonly reply: StepReply;
}

function jobOf(
  { path, pointer }: PollPolicy,
  connection: ConnectionDescriptor,
  reply: StepReply,
  { request, scope }: MultiRequestContext,
): Waiting | ToolFailure {
  const response = reply.answer.json ?? null;
  const inResponse: TemplateScope = { ...scope, response };
  const url =
    path === undefined
      ? addressAt(reply, pointer, request.url)
      : buildUrl(parseTemplate(connection.base_url), parseTemplate(path), inResponse);
  return isFailure(url) ? url : { url, reply };
}

function isFinal({ until }: PollPolicy, { answer, received }: StepReply): boolean {
  if (until === undefined) return received.status !== 202;
  const state = findPointer(answer.json, until.pointer);
  return state !== undefined && until.in.some((value) => sameJson(value, state));
}

/** The address at a pointer, or of the Location header, not redacted: a redacted address would lead nowhere. */
function addressAt({ received }: StepReply, pointer: string | undefined, here: URL): URL | ToolFailure {
  const text = textIn(received);
  const json = pointer === undefined || isFailure(text) ? undefined : parseJson(text);
  const target = pointer === undefined ? received.headers.get('location') : findPointer(json, pointer);
  const url = typeof target === 'string' && target !== '' ? onOrigin(target, here) : undefined;
  const problem = typeof target === 'string' ? 'is on another origin, to which nothing is sent' : 'is missing';
  return url ?? failure('bad_response', `The address of the job ${problem}.`, 'Tell the user. Do not retry.');
}

/** The headers of the first request without those of its body. */
function readOf({ headers, retry, maxBytes }: OutgoingRequest, url: URL): OutgoingRequest {
  const fields = new Headers(headers);
  fields.delete('content-type');
  return { url, method: 'GET', headers: fields, body: undefined, retry, maxBytes };
}
