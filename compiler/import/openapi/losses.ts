/** Collects what the specs cannot express, once for each operation. */
import type { Loss } from '../imported.ts';
import type { Lose } from './scalars.ts';

export interface Losses {
  readonly add: (loss: Loss) => void;
  /** Adds what is expressed differently or not at all. */
  readonly of: (from: string) => Lose;
  readonly all: () => readonly Loss[];
}

export function createLosses(): Losses {
  const all = new Map<string, Loss>();
  const add = (given: Loss): void => {
    // There is no document that a reader could look at.
    const message = given.kind === 'skipped' ? `${given.from} is not imported. ${given.message}` : given.message;
    const loss = { ...given, message };
    const key = JSON.stringify([loss.kind, loss.subject, loss.from, loss.message]);
    if (!all.has(key)) all.set(key, loss);
  };
  return {
    add,
    of: (from) => (subject, message, hint) => {
      add({ kind: 'lossy', subject, from, message, hint: hint ?? 'Compare the tool with the document.' });
    },
    all: () => [...all.values()],
  };
}

/** Where only the costs of tools are asked for. */
export const NO_LOSSES: Losses = { add: () => undefined, of: () => () => undefined, all: () => [] };
