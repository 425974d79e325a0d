/** Calls that wait for the person in front of the page: each question goes to the page, and its answer into the call. */
import type { PutForm } from '@haft/runtime/try';
import type { JsonObject, Schema } from '@haft/runtime/language';
import { Failure } from '../../edge/command-line/failure.ts';
import type { ShownQuestion, TriedCall, TryRequests } from './messages.ts';
import { fieldsOf } from './shown-tool.ts';

/** What a call comes to next. */
type Step = TriedCall | ShownQuestion;

/** The open questions by their numbers, in the order in which they were asked. */
type Waiting = Map<number, (reply: JsonObject) => Promise<Step>>;

/** Questions that are open at once. */
const MAX_WAITING = 20;

export function createQuestions() {
  const waiting: Waiting = new Map();
  const close = (question: number): void => void waiting.get(question)?.({ action: 'cancel' });
  let last = 0;
  const nextNumber = (): number => {
    last += 1;
    close(last - MAX_WAITING);
    return last;
  };
  return {
    /** Makes a call, which asks with what it is given. */
    call: (make: (put: PutForm) => Promise<TriedCall>): Promise<Step> => firstStep(make, waiting, nextNumber),
    /** @throws Failure where the question is not open. */
    answer({ question, accepted, values }: TryRequests['/api/answer']): Promise<Step> {
      const reply = waiting.get(question);
      if (!reply) throw new Failure('This question is no longer open.', 'Send the call again.');
      return reply(accepted ? { action: 'accept', content: values } : { action: 'decline' });
    },
    /** Closes all questions, so that no call waits any longer. */
    close: (): void => [...waiting.keys()].forEach(close),
  };
}

function firstStep(
  make: (put: PutForm) => Promise<TriedCall>,
  waiting: Waiting,
  nextNumber: () => number,
): Promise<Step> {
  let show = (_question: ShownQuestion): void => {};
  const nextQuestion = (): Promise<Step> => new Promise((resolve) => (show = resolve));
  const nextStep = (): Promise<Step> => Promise.race([nextQuestion(), end]);
  const askNow = (...[form, signal, confirms]: Parameters<PutForm>): Promise<JsonObject | undefined> =>
    new Promise((resolve) => {
      const question = nextNumber();
      const settle = (reply?: JsonObject): void => {
        waiting.delete(question);
        resolve(reply);
      };
      waiting.set(question, (reply) => {
        const next = nextStep();
        settle(reply);
        return next;
      });
      signal.addEventListener('abort', () => settle());
      show({ question, message: form.message, confirms, fields: fieldsOf(form.requestedSchema as Schema) });
    });
  // The page shows one question of a call at a time.
  let turn: Promise<JsonObject | undefined> = Promise.resolve(undefined);
  const first = nextQuestion();
  const end = make((...form) => (turn = turn.then(() => askNow(...form))));
  return Promise.race([first, end]);
}
