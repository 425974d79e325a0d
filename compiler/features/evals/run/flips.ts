/** The requests that a change leads elsewhere, for `haft diff`: read only where the project has cases and models see a change. */
import type { Project } from '../../../edge/project/project.ts';
import type { Plan } from '../../../plan/model.ts';
import type { ChangeReport } from '../../../report/changes/report.ts';
import { plannedChoices } from '../../../versions/receipts/planned-choices.ts';
import { sharing } from '../../../versions/same.ts';
import { recordedCalls } from './calibrations.ts';

export async function withRequestFlips(
  report: ChangeReport,
  { root, settings }: Project,
  plans: { readonly before: Plan; readonly after: Plan },
): Promise<ChangeReport> {
  const hasCases = [settings.choices, plans.after.skills, ...plans.after.servers.map(({ tools }) => tools)].some(
    (parts) => parts.some(({ evals = [] }) => evals.length > 0),
  );
  if (!hasCases || !report.changes.some(({ axis, level }) => axis === 'model' && level !== 'safe')) return report;
  const { withFlips } = await import('../offline/flips.ts');
  const before = sharing(plans.before, plans.after);
  return withFlips(report, {
    before,
    after: plans.after,
    together: plannedChoices(settings.choices),
    calls: recordedCalls(root),
  });
}
