/** The pipeline load → check → plan; the edge reads before it, emits and writes after it. */
import { check } from './check/check.ts';
import type { Surroundings } from './check/check.ts';
import type { CheckedSpec } from './check/model.ts';
import type { Result, SourceFile } from './diagnostic.ts';
import { hasErrors, inFileOrder } from './diagnostic.ts';
import { load } from './load/load.ts';
import type { Plan } from './plan/model.ts';
import { plan } from './plan/plan.ts';

export interface Compiled {
  readonly spec: CheckedSpec;
  readonly plan: Plan;
}

/** A value only when no file has an error; the diagnostics of all files in any case. */
export function compile(specs: readonly SourceFile[], surroundings: Surroundings = {}): Result<Compiled> {
  const { onStep } = surroundings;
  const loaded = load(specs, onStep);
  const checked = check(loaded.value, {
    ...surroundings,
    unread: surroundings.unread === true || loaded.diagnostics.length > 0,
  });
  const diagnostics = inFileOrder([...loaded.diagnostics, ...checked.diagnostics]);
  if (hasErrors(diagnostics) || !checked.value) return { diagnostics };
  return { value: { spec: checked.value, plan: plan(checked.value, onStep) }, diagnostics };
}
