/** What a call does, in the pieces that change on their own: the call itself, and where the result comes from. */
import type { Behavior, CommandStep, HttpStep, ResultTable } from '@haft/runtime';
import type { Pair, ToolPair } from '../change.ts';
import { FAILURE_KEYS } from './failures.ts';

/** Both behaviors where both are of this kind. */
export function behaviors({ before, after }: ToolPair, kind: Behavior['kind']): Pair<Behavior> {
  const both = before?.behavior.kind === kind && after?.behavior.kind === kind;
  return both ? { before: before.behavior, after: after.behavior } : { before: undefined, after: undefined };
}

/** Everything but results and failures, of the checks before the call as well. */
export function callMembers(step: Behavior | CommandStep | HttpStep): object {
  const own = Object.entries(step).filter(([key]) => key !== 'result' && !FAILURE_KEYS.includes(key));
  const checks = 'before' in step ? { before: step.before?.map(callMembers) } : {};
  return { ...Object.fromEntries(own), ...checks };
}

export function resultMapping(behavior: Behavior): ResultTable | undefined {
  return behavior.kind === 'handler' ? undefined : behavior.result;
}
