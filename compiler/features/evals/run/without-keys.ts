/** Answers and failures without the keys that were sent: an engine may repeat them, and answers are kept in files. */
import { createRedact } from '@haft/runtime/try';
import type { EngineAnswer } from '../online/engine.ts';
import { Failure } from '../../../edge/command-line/failure.ts';

type Respond<T> = (trial: T, signal: AbortSignal) => Promise<EngineAnswer>;

export function withoutKeys<T>(keys: readonly string[], respond: Respond<T>): Respond<T> {
  const redact = createRedact({}, {}, keys);
  if (!redact.active) return respond;
  return async (trial, signal) => {
    try {
      return readAnswer(redact.json(await respond(trial, signal)));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Failure(redact.text(error.message), redact.text(error.hint));
    }
  };
}

/** Redaction changes strings alone. */
function readAnswer(json: string): EngineAnswer {
  try {
    return JSON.parse(json);
  } catch {
    return UNREADABLE;
  }
}

const UNREADABLE: EngineAnswer = {
  kind: 'error',
  message: 'The response cannot be read without the key that it repeats.',
  tokens: { input: 0, output: 0, cached: 0 },
};
