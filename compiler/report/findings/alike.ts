/** Findings that say the same of several subjects, as people are shown them: the most severe last, next to the prompt. */
import type { Diagnostic } from '../../base/diagnostic.ts';
import { gatherBy } from '../../base/groups.ts';

/** One finding, or several that differ only in their subject or place. */
export type Alike = readonly [Diagnostic, ...Diagnostic[]];

export const SEVERITIES: readonly Diagnostic['severity'][] = ['note', 'warning', 'error'];

/** By severity; errors in the order given, others by how near they are to the choice of a model, the nearest last. */
export function alike(diagnostics: readonly Diagnostic[]): Alike[] {
  return SEVERITIES.flatMap((severity) => {
    const own = diagnostics.filter((one) => one.severity === severity);
    const groups = gatherBy(own, keyOf);
    return severity === 'error' ? groups : groups.sort(([a], [b]) => nearness(a) - nearness(b));
  });
}

/** A model chooses by names and descriptions, then fills in arguments, then reads what the call or the skill says. */
function nearness({ about: { tool, skill, path } }: Diagnostic): number {
  const [key] = path;
  if ((tool ?? skill) === undefined || key === 'evals') return 0;
  if (key === 'name' || key === 'title' || key === 'description') return 3;
  return key === 'parameters' || key === 'required' || key === 'at_least_one' ? 2 : 1;
}

/** What a finding points to besides its place belongs to it alone. */
function keyOf(finding: Diagnostic): unknown {
  const { code, message, hint = '', unnamed = { message, hint }, related = [] } = finding;
  return related.length > 0 ? finding : JSON.stringify([code, unnamed.message, unnamed.hint]);
}

interface Subjects {
  readonly noun: 'server' | 'tool' | 'skill' | 'place';
  readonly names: readonly string[];
}

/** Errors are corrected at their place; other findings are known by their subject, where no two have the same. */
export function subjectsOf(findings: Alike, placeOf: (finding: Diagnostic) => string): Subjects {
  const [{ severity, about }] = findings;
  const names = findings.map(({ unnamed }) => unnamed?.names.join('.') ?? '');
  const isNamed = !names.includes('') && new Set(names).size === names.length;
  if (severity === 'error' || !isNamed)
    return { noun: 'place', names: findings.map((one, at) => within(names[at] ?? '', placeOf(one))) };
  const noun = (['skill', 'tool', 'server'] as const).find((kind) => about[kind] === names[0]);
  return { noun: noun ?? 'place', names };
}

function within(name: string, place: string): string {
  return name === '' ? place : `${name} (${place})`;
}
