/** Collects what the specs cannot express, once for each operation. */
import type { Loss } from '../imported.ts';
import type { Lose } from './scalars.ts';

/** Why an operation cannot be a tool. */
export type Skipped = Pick<Loss, 'subject' | 'message' | 'hint'>;

export interface Losses {
  readonly add: (kind: Loss['kind'], from: string, subject: string, message: string, hint: string) => void;
  /** Adds what is expressed differently or not at all. */
  readonly of: (from: string) => Lose;
  readonly all: () => readonly Loss[];
}

export function createLosses(): Losses {
  const all = new Map<string, Loss>();
  const add: Losses['add'] = (kind, from, subject, said, hint) => {
    // There is no document that a reader could look at.
    const message = kind === 'skipped' ? `${from} is not imported. ${said}` : said;
    const key = JSON.stringify([kind, subject, from, message]);
    if (!all.has(key)) all.set(key, { kind, subject, from, message, hint });
  };
  return {
    add,
    of: (from) => (subject, message, hint) =>
      add('lossy', from, subject, message, hint ?? 'Compare the tool with the document.'),
    all: () => [...all.values()],
  };
}

/** Where only the costs of tools are asked for. */
export const NO_LOSSES: Losses = { add: () => undefined, of: () => () => undefined, all: () => [] };
