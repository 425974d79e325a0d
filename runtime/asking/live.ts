/** Questions that are asked while a call waits: by a request to a client, or by a program that has the user in front of it. */
import { type JsonObject, isObject } from '../language/json.ts';
import type { CompileSchema } from '../language/validate.ts';
import type { Members } from '../protocol/message.ts';
import { type AttachDialog, rethrow } from '../server/context.ts';
import { type ToolFailure, failure, isFailure } from '../server/failure.ts';
import { insteadOf } from '../server/instead.ts';
import { declinedByUser } from './before-call.ts';
import {
  type Answered,
  type AskOptions,
  type FormParams,
  type PassOn,
  type Questions,
  type UserQuestion,
  requestedSchema,
  fieldSchema,
  isConfirmation,
} from './question.ts';

/** The two ways in which a call asks; `signal` ends the wait. */
export interface Dialog {
  readonly ask: (questions: Questions, options: AskOptions, signal: AbortSignal) => Promise<Answered | ToolFailure>;
  readonly passOn: Omit<PassOn, 'ask' | 'hold'> & {
    readonly ask: (...given: Required<Parameters<PassOn['ask']>>) => ReturnType<PassOn['ask']>;
  };
}

/**
 * Shows one form; the result of `elicitation/create`, or undefined where there was no answer in time. `confirms`: the form is
 * that of `confirm:`.
 */
export type PutForm = (
  form: FormParams,
  signal: AbortSignal,
  confirms: boolean,
) => Promise<Members | ToolFailure | undefined>;

/** An answer that does not fit its form is asked for again, but not for ever. */
const MAX_ROUNDS = 3;

/** Gives a call its ways to ask; its deadline is held until there is an answer, and starts again then. */
export function attach({ ask, passOn }: Dialog): AttachDialog {
  return (open) => {
    const holding = async <T>(work: () => Promise<T>): Promise<T> => {
      const resume = open.hold();
      try {
        return await work();
      } catch (thrown) {
        // The call is over, whatever a handler makes of it.
        if (insteadOf(thrown)) open.finish?.(() => rethrow(thrown));
        throw thrown;
      } finally {
        resume();
      }
    };
    open.ask = (questions: Questions, options: AskOptions = {}) => holding(() => ask(questions, options, open.signal));
    open.passOn = {
      ...passOn,
      hold: () => open.hold(),
      ask: (questions, state, over = open.signal) => holding(() => passOn.ask(questions, state, over)),
    };
  };
}

/** For a program that has the user in front of it. */
export function askHere(put: PutForm, compile: CompileSchema): AttachDialog {
  return attach(liveDialog(put, {}, compile));
}

export function liveDialog(put: PutForm, client: object, compile: CompileSchema): Dialog {
  return {
    async ask(questions, { state }, signal) {
      const answers: Record<string, JsonObject> = {};
      for (const [key, question] of Object.entries(questions)) {
        const form = formOf(question);
        const reply = await untilItFits(put, form, compile, signal, isConfirmation(question));
        const answer = isFailure(reply) ? reply : answerIn(reply, form, compile);
        if (isFailure(answer)) return answer;
        answers[key] = answer ?? {};
      }
      return { answers, ...(state !== undefined && { state }) };
    },
    passOn: {
      client,
      purpose: '',
      earlier: () => Promise.resolve(undefined),
      read: (answer, form) => replyIn(answer, form, compile),
      async ask(questions, _state, signal) {
        const answers: Record<string, JsonObject> = {};
        for (const [key, form] of Object.entries(questions)) {
          const reply = await untilItFits(put, form, compile, signal, false);
          if (isFailure(reply)) return reply;
          answers[key] = reply;
        }
        return answers;
      },
    },
  };
}

/** `action`, and the `content` that fits. */
async function untilItFits(
  put: PutForm,
  form: FormParams,
  compile: CompileSchema,
  signal: AbortSignal,
  confirms: boolean,
): Promise<JsonObject | ToolFailure> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const response = await put(form, signal, confirms);
    if (response === undefined) break;
    if (isFailure(response)) return response;
    const reply = replyIn(response, form, compile);
    if (reply) return reply;
  }
  return failure('not_answered', 'The user did not answer.', 'Ask the user whether to go on, then call again.');
}

export function formOf(question: UserQuestion): FormParams {
  return { mode: 'form', message: question.message, requestedSchema: requestedSchema(question) };
}

/** The response as it was given, with the fields of the form alone; undefined where it cannot be read or does not fit. */
export function replyIn(response: unknown, form: FormParams, compile: CompileSchema): JsonObject | undefined {
  if (!isObject(response)) return undefined;
  const { action, content = {} } = response;
  if (action === 'decline' || action === 'cancel') return { action };
  const own = action === 'accept' ? ownFields(content, form) : undefined;
  return own && valuesIn(own, form, compile) && { action: 'accept', content: own };
}

function ownFields(content: unknown, { requestedSchema: { properties } }: FormParams): JsonObject | undefined {
  if (!isObject(content)) return undefined;
  const own = Object.entries(content).filter(([name]) => Object.hasOwn(Object(properties), name));
  return Object.fromEntries(own) as JsonObject;
}

/** With the defaults of the form; undefined where they do not fit. */
export function valuesIn(content: unknown, form: FormParams, compile: CompileSchema): JsonObject | undefined {
  const { properties, ...rest } = form.requestedSchema;
  const fields = Object.entries(Object(properties)).map(([name, field]) => [name, fieldSchema(Object(field))]);
  const schema = { ...rest, type: 'object' as const, properties: Object.fromEntries(fields) };
  const checked = compile(schema, schema)(ownFields(content, form));
  return 'issues' in checked ? undefined : checked.value;
}

/** What a tool of this server gets; undefined where there is nothing that can be read. */
export function answerIn(
  response: unknown,
  form: FormParams,
  compile: CompileSchema,
): JsonObject | ToolFailure | undefined {
  const { action, content } = replyIn(response, form, compile) ?? {};
  if (action === 'decline') return declinedByUser();
  if (action === 'cancel')
    return failure('cancelled_by_user', 'The user closed the question.', 'Ask the user before you call again.');
  return content === undefined ? undefined : valuesIn(content, form, compile);
}
