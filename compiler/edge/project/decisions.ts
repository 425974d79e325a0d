/** What people decided on the meaning of texts (`haft.decisions.json`), and with it what the rules of versions are asked. */
import { FILE_FORMATS } from '../../base/file-formats.ts';
import { isEqual } from '../../base/json.ts';
import { bordersOf, statsOf } from '../project-files/place.ts';
import { loadRecords, parseJson, readText, validIn } from './contract.ts';
import type { Project } from './project.ts';
import { writeWhole } from '../write/whole.ts';
import { type Decision, decisionsText, readDecisions } from '../../versions/meaning/decisions.ts';
import type { PolicyDates } from '../../versions/policy/policy.ts';
import { plannedChoices } from '../../versions/receipts/planned-choices.ts';
import type { EvalEvidence } from '../../versions/receipts/stale.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const DECISIONS = FILE_FORMATS.decisions.file;

/** @throws Failure with the reason why the file has none. */
export function loadDecisions(root: string): readonly Decision[] {
  const path = join(root, DECISIONS);
  return statsOf(path) ? parseDecisions(readText(path, bordersOf({ root })), path) : [];
}

export function parseDecisions(text: string, name: string): readonly Decision[] {
  const value = parseJson(text, name, 'Run `haft merge`: it keeps the decisions of both sides.');
  return validIn(readDecisions(value), name, 'does not contain valid decisions').decisions;
}

/** Whether the file changed; without decisions there is none. */
export function saveDecisions(root: string, decisions: readonly Decision[]): boolean {
  const path = join(root, DECISIONS);
  if (existsSync(path) ? isEqual(loadDecisions(root), decisions) : decisions.length === 0) return false;
  writeWhole([{ path, content: decisionsText(decisions) }]);
  return true;
}

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
