/** A model or a host with what all rounds of a run share: the limits, and the answers that are known. */
import type { Invocation } from '../../../edge/command-line/command.ts';
import { withProgress } from '../../../edge/command-line/progress.ts';
import type { Project } from '../../../edge/project/project.ts';
import { openAnswerCache, openFreshCache } from './answer-cache.ts';
import type { AnswerCache } from './answer-cache.ts';
import { createBudget } from './ask-all.ts';
import type { RunBudget, Limits } from './ask-all.ts';
import type { OnlineTier } from './online-tier.ts';
import { limitsOf } from './tier.ts';

export interface Interview {
  readonly asked: OnlineTier;
  readonly limits: Limits;
  readonly budget: RunBudget;
  readonly cache: AnswerCache;
}

interface AskingContext {
  readonly project: Project;
  readonly invocation: Invocation;
}

/** The limits count from here. */
export function askingOf(asked: OnlineTier, { project, invocation }: AskingContext): Interview {
  const limits = { ...limitsOf(project.settings, asked.recorded.tier), prices: asked.prices };
  const open = invocation.flags['no-cache'] === true ? openFreshCache : openAnswerCache;
  const cache = open(project.root);
  return { asked, limits, budget: createBudget(limits), cache };
}

type Count = (done: number, total: number) => void;

/** With progress such as `asking 3 of 40 questions`; Ctrl+C aborts the signal. */
export async function interruptible<T>(
  [doing, things]: readonly [doing: string, things: string],
  body: (signal: AbortSignal, count: Count) => Promise<T>,
): Promise<T> {
  const interrupt = new AbortController();
  const stop = (): void => interrupt.abort();
  process.once('SIGINT', stop);
  try {
    return await withProgress(({ count }) =>
      body(interrupt.signal, (done, total) => count(doing, done, total, things)),
    );
  } finally {
    process.off('SIGINT', stop);
  }
}
