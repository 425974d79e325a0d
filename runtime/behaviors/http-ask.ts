/** Sends a request of a step and reads the response as the step says. */
import type { Call } from '../context.ts';
import type { ConnectionDescriptor, ErrorTable, HttpBehavior, HttpStep } from '../descriptor.ts';
import type { ToolFailure } from '../failure.ts';
import { isFailure } from '../failure.ts';
import type { JsonObject } from '../language/json.ts';
import type { Redact } from '../redact.ts';
import { answerOf, locationAnswer } from './http-answer.ts';
import type { Received } from './http-exchange.ts';
import { sendWithin, textIn } from './http-exchange.ts';
import type { Ask, PartContext } from './http-parts.ts';
import { senderFor } from './http-parts.ts';
import { secondsIn, statusFailure } from './http-status.ts';
import { readSafely, tabledFailure } from './response.ts';

type AskedStep = HttpStep & Pick<HttpBehavior, 'max_bytes' | 'redirect' | 'paging' | 'poll'>;

/** Makes the requests of one call; `left` says how many milliseconds it still has. */
export function compileAsk(
  step: AskedStep,
  connection: ConnectionDescriptor,
  context: PartContext,
): (args: JsonObject, call: Call, left: () => number) => Ask {
  const { send, redact } = senderFor(connection, context);
  const { response = 'json', max_bytes: maxBytes, redirect } = step;
  const isOne = step.paging === undefined && step.poll === undefined;
  const tables = [step.errors, connection.errors];
  return (args, call, left) => async (request) => {
    const passage = { connection, call, clock: context.clock, deadline: left() };
    const outgoing = { ...request, maxBytes, follow: redirect === undefined };
    // The deadline of the call is that of a single request; several have a limit each.
    const received = await (isOne ? send(outgoing, passage) : sendWithin(send, outgoing, passage));
    if (isFailure(received)) return received;
    const location = redirect && locationAnswer(received, request.url, args, redact);
    if (location !== undefined) return { answer: location, received };
    const text = textIn(received);
    // What is no text need not have a charset that is known.
    if (isFailure(text) && (response === 'json' || response === 'text' || response === 'lines')) return text;
    const readable = isFailure(text) ? '' : text;
    const failed = statusOf(received, readable, { tables, redact, args });
    return failed ?? { answer: answerOf(received, readable, { response, args, redact }), received };
  };
}

interface StatusWords {
  readonly tables: readonly (ErrorTable | undefined)[];
  readonly redact: Redact;
  readonly args?: JsonObject;
}

/** The failure for a status: with the author's message if there is one, else with the runtime's. */
export function statusOf(
  { status, headers }: Received,
  text: string,
  { tables, redact, args = {} }: StatusWords,
): ToolFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  const answer = { ...readSafely(text, redact), args };
  const keys = [String(status), `${Math.floor(status / 100)}xx`, 'default'];
  const authored = tabledFailure(tables, keys, answer, 'http_error');
  if (authored === undefined) return statusFailure(status, answer.text, headers);
  const wait = secondsIn(headers, 'retry-after');
  if (wait === undefined) return authored;
  return { ...authored, retry_hint: `${authored.retry_hint} The service requires a pause of ${wait} s.` };
}
