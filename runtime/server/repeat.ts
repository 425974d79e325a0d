/** What a model can do after a call without a usable result: one table for all behaviors. */
import type { ToolDescriptor } from '../descriptor/descriptor.ts';

/** `unsent`: nothing of the call has left. `sent`: the service or program may have carried it out. */
export type Reach = 'unsent' | 'sent';

/** Whether a second call changes nothing that the first one did not. */
export type Repeat = 'harmless' | 'risky';

const MAY_REPEAT: Readonly<Record<Reach, Readonly<Record<Repeat, boolean>>>> = {
  unsent: { harmless: true, risky: true },
  sent: { harmless: true, risky: false },
};

const CHECK_EFFECT = 'The call may have taken effect: check whether it did before calling again.';

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
