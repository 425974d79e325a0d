/** What the rules of versions are asked of a project. */
import type { PolicyDates } from '../../versions/policy/policy.ts';
import { plannedChoices } from '../../versions/receipts/planned-choices.ts';
import type { EvalEvidence } from '../../versions/receipts/stale.ts';
import type { Project } from './project.ts';
import { loadDecisions, loadRecords } from './recorded.ts';

/** Without evals: for what holds at every moment, with a release in sight or without. */
export function policyOf({ root, settings }: Project, today: string): PolicyDates {
  const { deprecationDays: periodDays, severities } = settings;
  return { today, periodDays, severities, decisions: loadDecisions(root) };
}

export function policyWithEvals(project: Project, today: string): PolicyDates {
  return { ...policyOf(project, today), evals: evalEvidence(project) };
}

export function evalEvidence({ root, settings }: Project): EvalEvidence {
  return { records: loadRecords(root), gate: settings.evals, choices: plannedChoices(settings.choices) };
}
