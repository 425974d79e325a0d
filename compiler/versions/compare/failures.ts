/** The author's error cases in a behavior, a connection or a variable, by place: messages apart from conditions. */
import type { Behavior, ResultTable } from '@haft/runtime';
import { isObject } from '@haft/runtime/language';
import { wordList } from '../../base/word-lists.ts';
import { BEHAVIORS } from '../../spec/behaviors/index.ts';
import { STEP_KEYS, checksOf } from '../../spec/behaviors/steps.ts';
import type { Pair, ToolPair } from '../change.ts';
import { type ReportChange, differing } from './changed.ts';

type Failures = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

type ReportFailures = (holder: Pair<object>, report: ReportChange, path: readonly string[]) => void;

/** Reports error cases that were added or removed, or have another condition. */
export const failuresChanged = reportFailures(withoutCommonMessages);

/** Reports changed messages of error cases that are in both. */
export const messagesChanged = reportFailures(commonMessages);

function reportFailures(partOf: (own: Failures, others: Failures) => object): ReportFailures {
  return ({ before, after }, report, path) => {
    if (!before || !after) return;
    const [old, now] = [failuresIn(before), failuresIn(after)];
    const parts = differing(partOf(old, now), partOf(now, old));
    if (parts) report({ path, ...parts });
  };
}

function withoutCommonMessages(failures: Failures, others: Failures): object {
  const cases = Object.entries(failures).map(([place, failure]) => {
    const { error: _error, retry_hint: _hint, ...rest } = failure;
    return [place, Object.hasOwn(others, place) ? rest : failure];
  });
  return Object.fromEntries(cases);
}

function commonMessages(failures: Failures, others: Failures): object {
  const common = Object.entries(failures).filter(([place]) => Object.hasOwn(others, place));
  return Object.fromEntries(common.map(([place, { error, retry_hint }]) => [place, { error, retry_hint }]));
}

/** The members of tools, connections and variables that hold failures, and those of behaviors. */
const FAILURE_KEYS: ReadonlySet<string> = new Set([
  ...wordList('on_timeout on_unreachable on_missing errors'),
  ...BEHAVIORS.flatMap(({ failureKeys }) => failureKeys),
]);

/** `errors.404.0` or `before.0.errors.404.0` → the failure. */
function failuresIn(holder: object, base = ''): Failures {
  const failures = new Map<string, Readonly<Record<string, unknown>>>();
  const collect = (value: unknown, place: string): void => {
    if (isObject(value) && typeof value['error'] === 'string') failures.set(place, value);
    else if (isObject(value) || Array.isArray(value))
      for (const [key, inner] of Object.entries(value)) collect(inner, `${place}.${key}`);
  };
  for (const [key, value] of Object.entries(holder)) if (FAILURE_KEYS.has(key)) collect(value, `${base}${key}`);
  const checks: { readonly [K in (typeof STEP_KEYS)[number]]?: readonly object[] } = holder;
  const inChecks = STEP_KEYS.flatMap((key) =>
    (checks[key] ?? []).map((check, index) => failuresIn(check, `${base}${key}.${index}.`)),
  );
  return Object.assign(Object.fromEntries(failures), ...inChecks);
}

/** Both behaviors where both are of one kind, with that kind. */
export function behaviorPairs({ before, after }: ToolPair): (readonly [kind: Behavior['kind'], Pair<Behavior>])[] {
  return BEHAVIORS.filter(({ key }) => before?.behavior.kind === key && after?.behavior.kind === key).map(({ key }) => {
    return [key, { before: before?.behavior, after: after?.behavior }];
  });
}

/** Results have their own kind of change, and the name of a function follows from that of its tool. */
const APART = new Set(['result', 'export']);

/** Everything but results and failures, of the checks before the call as well. */
export function callMembers(step: object): object {
  const own = Object.entries(step).filter(([key]) => !APART.has(key) && !FAILURE_KEYS.has(key));
  return { ...Object.fromEntries(own), ...checksOf(step, callMembers) };
}

export function resultMapping(behavior: Behavior): ResultTable | undefined {
  return 'result' in behavior && behavior.kind !== 'via' ? behavior.result : undefined;
}
