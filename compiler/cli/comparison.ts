/** A comparison with everything that features know of it: the effects on recorded calls, and the requests that lead elsewhere. */
import type { SourceFile } from '../base/diagnostic.ts';
import { type ComparedBase, reportOf } from '../edge/tasks/compare.ts';
import type { Project } from '../edge/project/project.ts';
import { withRecordedEffects } from '../features/recordings/run/compare.ts';
import type { ReadCode } from '../plan/handler-code.ts';
import type { PlannedSpecs } from '../plan/plan-specs.ts';
import type { ChangeReport } from '../report/changes/report.ts';
import type { Plan } from '../plan/model.ts';
import { plannedChoices } from '../versions/receipts/planned-choices.ts';
import { sharing } from '../versions/same.ts';
import { recordedCalls } from '../features/evals/run/calibrations.ts';

interface ComparedSpecs {
  readonly project: Project;
  readonly planned: PlannedSpecs;
  readonly texts: readonly SourceFile[];
  /** YYYY-MM-DD */
  readonly today: string;
  /** Instead of the files on the disk. */
  readonly read?: ReadCode;
}

export async function comparisonWith(
  base: ComparedBase,
  { project, planned, texts, ...surroundings }: ComparedSpecs,
): Promise<ChangeReport> {
  const plans = { before: base.plan, after: planned.plan };
  const report = await reportOf(project, base, planned, texts, surroundings);
  return withRequestFlips(await withRecordedEffects(report, project, plans), project, plans);
}

async function withRequestFlips(
  report: ChangeReport,
  { root, settings }: Project,
  plans: { readonly before: Plan; readonly after: Plan },
): Promise<ChangeReport> {
  const hasCases = [settings.choices, plans.after.skills, ...plans.after.servers.map(({ tools }) => tools)].some(
    (parts) => parts.some(({ evals = [] }) => evals.length > 0),
  );
  if (!hasCases || !report.changes.some(({ axis, level }) => axis === 'model' && level !== 'safe')) return report;
  const { withFlips } = await import('../features/evals/offline/flips.ts');
  const before = sharing(plans.before, plans.after);
  return withFlips(report, {
    before,
    after: plans.after,
    together: plannedChoices(settings.choices),
    calls: recordedCalls(root),
  });
}
