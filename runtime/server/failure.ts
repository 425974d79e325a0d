/** Failures of a tool as values: what went wrong and what the model can do about it (EXT §2.4, §7), also after a call without a usable result. */
import type { ErrorCase, ToolDescriptor } from '../descriptor/descriptor.ts';

const MAY_REPEAT: Readonly<Record<Reach, Readonly<Record<Repeat, boolean>>>> = {
  unsent: { harmless: true, risky: true },
  sent: { harmless: true, risky: false },
};

const CHECK_EFFECT = 'The call may have taken effect: check whether it did before calling again.';

/** Tells a failure from data that merely looks like one. */
const failureMark: unique symbol = Symbol('failure');

/** A failed call; made by `call.fail` or by the runtime, returned (or thrown) by a handler. */
export interface ToolFailure {
  /** Whether the words are the author's. */
  readonly [failureMark]: 'authored' | 'own';
  readonly error: string;
  /** Machine-readable name of the failure, snake_case. */
  readonly code: string;
  readonly retry_hint: string;
}

/** Makes a failure from a code and the two texts that a model reads. */
export function failure(code: string, error: string, retryHint: string): ToolFailure {
  return { [failureMark]: 'own', error, code, retry_hint: retryHint };
}

/** Makes a failure from the author's message; `code` is the default code. */
export function authoredFailure(authored: ErrorCase, code: string): ToolFailure {
  return { ...failure(authored.code ?? code, authored.error, authored.retry_hint), [failureMark]: 'authored' };
}

/** A failure of a read after the work, which was carried out: whatever failed, the call must not be repeated unseen. */
export function failUnverified(failed: ToolFailure): ToolFailure {
  const { error, code, retry_hint } = failed;
  const hint = repeatHint('sent', 'risky', '', isAuthored(failed) ? retry_hint : undefined);
  return failure(
    isAuthored(failed) ? code : 'not_verified',
    `The call was carried out, but the check of its effect failed: ${error}`,
    hint,
  );
}

/** Whether its words are the author's, which are used as they are. */
export function isAuthored({ [failureMark]: words }: ToolFailure): boolean {
  return words === 'authored';
}

/** Whether a value is a failure. */
export function isFailure(value: unknown): value is ToolFailure {
  return typeof value === 'object' && value !== null && failureMark in value;
}

/** A thrown failure counts as a returned one; undefined for any other thrown value, including objects that throw when read. */
export function thrownFailure(thrown: unknown): ToolFailure | undefined {
  try {
    return isFailure(thrown) ? thrown : undefined;
  } catch {
    return undefined;
  }
}

/** `unsent`: nothing of the call has left. `sent`: the service or program may have carried it out. */
export type Reach = 'unsent' | 'sent';

/** Whether a second call changes nothing that the first one did not. */
export type Repeat = 'harmless' | 'risky';

/** `otherwise`: what follows a second failure. */
export function retryOnce(otherwise: string): string {
  return `Retry once. If it fails again, ${otherwise}.`;
}

/** The hint where the call can be made again, else the advice to look first, which the author's hint follows. */
export function repeatHint(reach: Reach, repeat: Repeat, hint: string, authored?: string): string {
  if (MAY_REPEAT[reach][repeat]) return authored ?? hint;
  return authored === undefined ? CHECK_EFFECT : `${CHECK_EFFECT} ${authored}`;
}

/** By the annotations of a tool; without them, nothing is known. */
export function repeatOf({ annotations }: Pick<ToolDescriptor, 'annotations'>): Repeat {
  const isHarmless = annotations?.['readOnlyHint'] === true || annotations?.['idempotentHint'] === true;
  return isHarmless ? 'harmless' : 'risky';
}
