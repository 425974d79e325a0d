/** The pipeline to the Plan: load → check → plan. Every command that reads specs passes here. */
import { check } from '../check/check.ts';
import type { Surroundings } from '../check/check.ts';
import type { CheckedSpec } from '../check/model.ts';
import type { Result, SourceFile } from '../base/diagnostic.ts';
import { hasErrors, inFileOrder } from '../base/diagnostic.ts';
import { load } from '../spec/yaml/load.ts';
import type { Plan } from './model.ts';
import { plan } from './plan.ts';

export interface PlannedSpecs {
  readonly spec: CheckedSpec;
  readonly plan: Plan;
}

/** A value only when no file has an error; the diagnostics of all files in any case. */
export function planSpecs(specs: readonly SourceFile[], surroundings: Surroundings = {}): Result<PlannedSpecs> {
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
