/** How fixes are proved in a project: by its own settings, example calls, and what it has released. */
import type { Diagnostic } from '../../base/diagnostic.ts';
import { compareVersions } from '../../versions/against-release.ts';
import { loadContract } from '../../edge/project/contract.ts';
import { policyOf } from '../../edge/project/policy.ts';
import type { Project } from '../../edge/project/project.ts';
import type { Sources } from '../../edge/project/read-sources.ts';
import { surroundingsOf } from '../../edge/tasks/surroundings.ts';
import { callDifference } from './call-difference.ts';
import { gradesOf, isProposal } from './judge-fixes.ts';
import type { Prover } from './judge-fixes.ts';

export function proverFor(project: Project, sources: Sources, today: string): Prover {
  const released = loadContract(project.root);
  const dates = policyOf(project, today);
  return {
    surroundings: surroundingsOf(project, sources, today),
    callDifference,
    ...(released && { policy: (compiled) => compareVersions(released, compiled, dates).diagnostics }),
  };
}

/** The findings with the grade of each fix. */
export async function withGrades(
  diagnostics: readonly Diagnostic[],
  sources: Sources,
  prover: Prover,
): Promise<readonly Diagnostic[]> {
  const grades = await gradesOf(sources.specs, diagnostics.filter(isProposal), prover);
  return diagnostics.map((one) => {
    const grade = grades.get(one);
    return one.fix && grade ? { ...one, fix: { ...one.fix, grade } } : one;
  });
}
