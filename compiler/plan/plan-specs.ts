/** The pipeline to the Plan: load → check → plan. Every command that reads specs passes here. */
import { type Surroundings, check } from '../check/check.ts';
import type { CheckedSpec } from '../check/model.ts';
import { type Result, type SourceFile, hasErrors, inFileOrder } from '../base/diagnostic.ts';
import { load } from '../spec/yaml/load.ts';
import type { Plan } from './model.ts';
import { plan } from './plan.ts';

export interface PlannedSpecs {
  readonly spec: CheckedSpec;
  readonly plan: Plan;
}

interface PlanResult extends Result<PlannedSpecs> {
  /** As far as specs with errors can be planned: those of rules alone, names may lead nowhere. */
  readonly unjudged?: PlannedSpecs;
}

/** A value only when no file has an error; the diagnostics of all files in any case. */
export function planSpecs(specs: readonly SourceFile[], surroundings: Surroundings = {}): PlanResult {
  const { onStep } = surroundings;
  const loaded = load(specs, onStep);
  const checked = check(loaded.value, {
    ...surroundings,
    unread: surroundings.unread === true || loaded.diagnostics.length > 0,
  });
  const diagnostics = inFileOrder([...loaded.diagnostics, ...checked.diagnostics]);
  const { value, unjudged } = checked;
  if (!hasErrors(diagnostics) && value) return { value: { spec: value, plan: plan(value, onStep) }, diagnostics };
  if (loaded.diagnostics.length > 0 || !unjudged) return { diagnostics };
  return {
    diagnostics,
    get unjudged() {
      return { spec: unjudged, plan: plan(unjudged) };
    },
  };
}
