/** A behavior as its steps: the work itself, and the checks before it, each with its place below the behavior. */
import type { NodePath } from '../../load/spec.ts';

export interface PlacedStep<S> {
  readonly step: S;
  readonly path: NodePath;
}

export function stepsOf<S extends object>(
  behavior: (S & { readonly before?: readonly S[] }) | undefined,
): PlacedStep<S>[] {
  if (!behavior) return [];
  const checks = (behavior.before ?? []).map((step, index) => ({ step, path: ['before', index] }));
  return [{ step: behavior, path: [] }, ...checks];
}
