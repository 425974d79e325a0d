/** Sends a request of a step and reads the response as the step says. */
import type { Call } from '../../server/context.ts';
import type { ConnectionDescriptor, ErrorTable, HttpBehavior, HttpStep } from '../../descriptor/descriptor.ts';
import { type Reach, type Repeat, type ToolFailure, isFailure } from '../../server/failure.ts';
import type { JsonObject } from '../../language/json.ts';
import type { Redact } from '../../redaction/redact.ts';
import { joinSentences } from '../../server/message-text.ts';
import type { FailureCases } from '../shared/failure-cases.ts';
import { casesFor } from '../shared/failure-cases.ts';
import { answerOf } from './answer.ts';
import type { RawResponse } from './exchange.ts';
import { textIn } from './exchange.ts';
import type { SendFollowUp, PartContext } from './parts.ts';
import { partOf, transportFor } from './parts.ts';
import { secondsIn, statusFailure } from './failures.ts';
import { readSafely } from '../shared/response.ts';

type AskedStep = HttpStep & Pick<HttpBehavior, 'max_bytes' | 'redirect' | 'paging' | 'poll'>;

/** Makes the requests of one call; `left` says how many milliseconds it still has. */
export function compileAsk(
  step: AskedStep,
  connection: ConnectionDescriptor,
  context: PartContext,
  repeat: Repeat,
): (args: JsonObject, call: Call, left: () => number) => SendFollowUp {
  const { send, redact } = transportFor(connection, context);
  const { response, max_bytes: maxBytes, redirect } = step;
  const readMode = (response ?? redirect) === undefined ? undefined : partOf(context, 'modes');
  const within = (step.paging ?? step.poll) === undefined ? undefined : partOf(context, 'sendWithin');
  const tables = [step.errors, connection.errors];
  const cases = casesFor(context, ...tables);
  return (args, call, left) => {
    let reach: Reach = 'unsent';
    return async (request) => {
      const limits = { connection, call, clock: context.clock, deadline: left(), repeat, reach };
      const outgoing = { ...request, maxBytes, follow: redirect === undefined };
      // The deadline of the call is that of a single request; several have a limit each.
      const received = await (within?.(send, outgoing, limits) ?? send(outgoing, limits));
      if (isFailure(received)) return received;
      reach = 'sent';
      const read = readMode?.(received, step, { url: request.url, args, redact });
      if (read !== undefined) return isFailure(read) ? read : { answer: read, received };
      const text = textIn(received);
      if (isFailure(text)) return text;
      const failed = statusOf(received, text, { tables, cases, redact, args, repeat });
      return failed ?? { answer: answerOf(received, text, args, redact), received };
    };
  };
}

interface StatusContext {
  readonly tables: readonly (ErrorTable | undefined)[];
  readonly cases: FailureCases | undefined;
  readonly redact: Redact;
  readonly args?: JsonObject;
  readonly repeat: Repeat;
}

/** The failure for a status: with the author's message if there is one, else with the runtime's. */
export function statusOf(
  { status, headers }: RawResponse,
  text: string,
  { tables, cases, redact, repeat, args = {} }: StatusContext,
): ToolFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  const answer = { ...readSafely(text, redact), args, isService: true as const };
  const keys = [String(status), `${Math.floor(status / 100)}xx`, 'default'];
  const authored = cases?.tabledFailure(tables, keys, answer, 'http_error');
  if (authored === undefined) return statusFailure(status, answer.text, headers, repeat);
  const wait = secondsIn(headers, 'retry-after');
  if (wait === undefined) return authored;
  return { ...authored, retry_hint: joinSentences(authored.retry_hint, `The service requires a pause of ${wait} s.`) };
}
