/** `poll:` of `http` tools: asks for the status of a job until it is over. */
import { callCancelled } from '../../server/call-failures.ts';
import type { ConnectionDescriptor } from '../../descriptor/descriptor.ts';
import type { PollPolicy } from '../../descriptor/http-descriptor.ts';
import type { ToolFailure } from '../../server/failure.ts';
import { failure, isFailure } from '../../server/failure.ts';
import { sameJson } from '../../language/json.ts';
import { findPointer } from '../../language/pointer.ts';
import type { TemplateScope } from '../../language/template.ts';
import { parseTemplate } from '../../language/template.ts';
import { textIn } from './exchange.ts';
import { onOrigin } from './paging.ts';
import type { MultiRequestContext, MultiRequestCall, StepReply } from './parts.ts';
import type { OutgoingRequest } from './request.ts';
import { buildUrl } from './request.ts';
import { secondsIn } from './failures.ts';
import { parseJson } from '../shared/response.ts';

/** Gives the final status of the job that the first response has started, or its result. */
export function compilePoll(policy: PollPolicy, connection: ConnectionDescriptor): MultiRequestCall {
  return async (exchange) => {
    const { request, ask, failed } = exchange;
    const first = await ask(request);
    if (isFailure(first)) return first;
    const last = isFinal(policy, first)
      ? first
      : await waitFor(policy, exchange, jobOf(policy, connection, first, exchange));
    if (isFailure(last)) return last;
    const wrong = failed(last.answer);
    if (wrong !== undefined || policy.result === undefined) return wrong ?? last;
    const place = addressAt(last, policy.result, request.url);
    return isFailure(place) ? place : ask(readOf(request, place));
  };
}

async function waitFor(
  policy: PollPolicy,
  { request, ask, call, clock, left }: MultiRequestContext,
  place: Waiting | ToolFailure,
): Promise<StepReply | ToolFailure> {
  if (isFailure(place)) return place;
  const { interval_ms = 1000, max_interval_ms = 10_000 } = policy;
  let { reply } = place;
  let wait = interval_ms;
  for (let count = 1; ; count += 1) {
    const pause = (secondsIn(reply.received.headers, 'retry-after') ?? 0) * 1000;
    if ((pause || wait) >= left())
      return failure(
        'not_finished',
        'The service has accepted the request but has not finished it in time.',
        'Do not start it again: check later whether it is finished, or tell the user.',
      );
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
  const state = answer.json === undefined ? undefined : findPointer(answer.json, until.pointer);
  return state !== undefined && until.in.some((value) => sameJson(value, state));
}

/** The address at a pointer, or of the Location header, not redacted: a redacted address would lead nowhere. */
function addressAt({ received }: StepReply, pointer: string | undefined, here: URL): URL | ToolFailure {
  const text = textIn(received);
  const json = pointer === undefined || isFailure(text) ? undefined : parseJson(text);
  const target = pointer === undefined ? received.headers.get('location') : json && findPointer(json, pointer);
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
