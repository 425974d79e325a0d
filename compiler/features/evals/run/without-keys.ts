/** Answers and failures without the keys that were sent: an engine may repeat them, and answers are kept in files. */
import { createRedact } from '@haft/runtime/try';
import type { EngineAnswer } from '../online/engine.ts';
import { readJson } from '../../../plan/read-json.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { RequestFailure, errorAnswer } from './ask-all.ts';

type Respond<T> = (trial: T, signal: AbortSignal) => Promise<EngineAnswer>;

export function withoutKeys<T>(keys: readonly string[], respond: Respond<T>): Respond<T> {
  const redact = createRedact({}, {}, keys);
  if (!redact.active) return respond;
  return async (trial, signal) => {
    try {
      const read = readJson(redact.json(await respond(trial, signal)));
      const value: unknown = 'value' in read ? read.value : UNREADABLE;
      // Redaction changes strings alone.
      return value as EngineAnswer;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const [message, hint] = [redact.text(error.message), redact.text(error.hint)];
      throw error instanceof RequestFailure
        ? new RequestFailure(message, hint, error.blame, error.step)
        : new Failure(message, hint);
    }
  };
}

const UNREADABLE = errorAnswer('The response cannot be read without the key that it repeats.');
