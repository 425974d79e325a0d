/** The parts of a behavior that change independently: the call, and the result mapping. */
import { checksOf } from '../../spec/behaviors/steps.ts';
import type { Behavior, ResultTable } from '@haft/runtime';
import { BEHAVIORS } from '../../spec/behaviors/index.ts';
import type { Pair, ToolPair } from '../change.ts';
import { FAILURE_KEYS } from './failures.ts';

/** Both behaviors where both are of one kind, with that kind. */
export function behaviorPairs({ before, after }: ToolPair): (readonly [kind: Behavior['kind'], Pair<Behavior>])[] {
  return BEHAVIORS.filter(({ key }) => before?.behavior.kind === key && after?.behavior.kind === key).map(({ key }) => {
    return [key, { before: before?.behavior, after: after?.behavior }];
  });
}

/** Everything but results and failures, of the checks before the call as well. */
/** Results have their own kind of change, and the name of a function follows from that of its tool. */
const APART = new Set(['result', 'export']);

export function callMembers(step: object): object {
  const own = Object.entries(step).filter(([key]) => !APART.has(key) && !FAILURE_KEYS.has(key));
  return { ...Object.fromEntries(own), ...checksOf(step, callMembers) };
}

export function resultMapping(behavior: Behavior): ResultTable | undefined {
  return 'result' in behavior && behavior.kind !== 'via' ? behavior.result : undefined;
}
