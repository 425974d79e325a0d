/** Applies the fixes that are proved to be safe, round by round, until none is left; the others are suggestions. */
import type { Surroundings } from '../../check/check.ts';
import { planSpecs } from '../../plan/plan-specs.ts';
import type { Diagnostic, Grade, SourceFile } from '../../base/diagnostic.ts';
import { applied, independent, isProposal, judgeFixes } from './judge-fixes.ts';
import type { FixableFinding, Prover } from './judge-fixes.ts';

interface Fixed {
  /** Every text with its fixes. */
  readonly specs: readonly SourceFile[];
  /** Titles of what was done, with the file. */
  readonly done: readonly { readonly file: string; readonly title: string }[];
  /** What is left, with the reason, at its place in the texts above. */
  readonly suggested: readonly FixableFinding[];
}

/** How fixes are looked for and proved. */
export interface FixSettings extends Prover {
  /** Other surroundings, in which the fixes are looked for. */
  readonly asked?: Surroundings;
}

/** A fix that causes a new diagnostic is not applied. */
export async function fixSpecs(specs: readonly SourceFile[], settings: FixSettings): Promise<Fixed> {
  const done: { file: string; title: string }[] = [];
  const rejected = new Set<string>();
  const grades = new Map<string, Grade>();
  let current = specs;
  let isGradedBefore = false;
  for (;;) {
    const open = proposalsIn(current, settings).filter((one) => !rejected.has(keyOf(one)) && !grades.has(keyOf(one)));
    const batch = independent(open);
    if (batch.length === 0 && !isGradedBefore)
      return { specs: current, done, suggested: suggestionsIn(current, settings, grades) };
    if (batch.length === 0) {
      // What is said of a suggestion is true of the texts that are written.
      grades.clear();
      isGradedBefore = false;
      continue;
    }
    const judged = await judgeFixes(current, batch, settings);
    const safe = batch.filter((one) => judged.get(one)?.kind === 'safe');
    for (const [one, grade] of judged) if (grade.kind !== 'safe') grades.set(keyOf(one), grade);
    const [first] = safe;
    // Terminates: every round grades a fix as a suggestion, applies one, which removes a diagnostic and adds none, or rejects one.
    if (!first) continue;
    const tried = tryAny(current, safe, settings);
    if (tried) {
      current = tried.specs;
      isGradedBefore = grades.size > 0;
      done.push(...tried.done.map(({ span, fix }) => ({ file: span.file, title: fix.title })));
      // What did not fit before may fit now; each repair lowers the count, so this ends.
      rejected.clear();
    } else rejected.add(keyOf(first));
  }
}

export function proposalsIn(
  specs: readonly SourceFile[],
  { surroundings, asked }: FixSettings,
): readonly FixableFinding[] {
  return planSpecs(specs, asked ?? surroundings).diagnostics.filter(isProposal);
}

function suggestionsIn(
  specs: readonly SourceFile[],
  settings: FixSettings,
  grades: ReadonlyMap<string, Grade>,
): readonly FixableFinding[] {
  if (grades.size === 0) return [];
  return proposalsIn(specs, settings).flatMap((one) => {
    const grade = grades.get(keyOf(one));
    return grade ? [{ ...one, fix: { ...one.fix, grade } }] : [];
  });
}

/** The same while other fixes move it. */
export function keyOf({ code, span, about, message }: Diagnostic): string {
  return JSON.stringify([code, span.file, about, message]);
}

interface Tried {
  readonly specs: readonly SourceFile[];
  readonly done: readonly FixableFinding[];
}

/** All at once, else those of one file, else the first alone. */
function tryAny(
  specs: readonly SourceFile[],
  fixes: readonly FixableFinding[],
  settings: FixSettings,
): Tried | undefined {
  const file = fixes[0]?.span.file;
  const ofFile = fixes.filter(({ span }) => span.file === file);
  for (const batch of [fixes, ofFile, fixes.slice(0, 1)]) {
    const fixed = withoutNewFinding(specs, batch, settings);
    if (fixed) return { specs: fixed, done: batch };
  }
  return undefined;
}

/** The specs with the fixes; undefined where they bring a finding, or leave as many as before. */
export function withoutNewFinding(
  specs: readonly SourceFile[],
  batch: readonly FixableFinding[],
  settings: FixSettings,
): readonly SourceFile[] | undefined {
  const { surroundings, asked } = settings;
  const before = countByCode(planSpecs(specs, surroundings).diagnostics);
  const changed = applied(specs, batch);
  const after = countByCode(planSpecs(changed, surroundings).diagnostics);
  const worse = [...after].some(([code, count]) => count > (before.get(code) ?? 0));
  const fewer =
    asked === undefined
      ? sum(after) < sum(before)
      : proposalsIn(changed, settings).length < proposalsIn(specs, settings).length;
  return worse || !fewer ? undefined : changed;
}

function countByCode(diagnostics: readonly Diagnostic[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of diagnostics) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
