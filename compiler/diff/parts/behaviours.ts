/** What a call does, in the pieces that change on their own: the call itself, and where the result comes from. */
import type { Behaviour, CommandStep, HttpStep, ResultTable } from '@haft/runtime';
import type { Pair, ToolPair } from '../change.ts';
import { FAILURE_KEYS } from './failures.ts';

/** Both behaviours where both are of this kind. */
export function behaviours({ before, after }: ToolPair, kind: Behaviour['kind']): Pair<Behaviour> {
  const both = before?.behaviour.kind === kind && after?.behaviour.kind === kind;
  return both ? { before: before.behaviour, after: after.behaviour } : { before: undefined, after: undefined };
}

/** Everything but results and failures, of the checks before the call as well. */
export function callMembers(step: Behaviour | CommandStep | HttpStep): object {
  const own = Object.entries(step).filter(([key]) => key !== 'result' && !FAILURE_KEYS.includes(key));
  const checks = 'before' in step ? { before: step.before?.map(callMembers) } : {};
  return { ...Object.fromEntries(own), ...checks };
}

export function resultMapping(behaviour: Behaviour): ResultTable | undefined {
  return behaviour.kind === 'handler' ? undefined : behaviour.result;
}
