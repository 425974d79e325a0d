/** A behaviour as its steps: the work itself, and the checks before it, each with its place below the behaviour. */
import type { NodePath } from '../../load/spec.ts';

export interface PlacedStep<S> {
  readonly step: S;
  readonly path: NodePath;
}

export function stepsOf<S extends object>(
  behaviour: (S & { readonly before?: readonly S[] }) | undefined,
): PlacedStep<S>[] {
  if (!behaviour) return [];
  const checks = (behaviour.before ?? []).map((step, index) => ({ step, path: ['before', index] }));
  return [{ step: behaviour, path: [] }, ...checks];
}
