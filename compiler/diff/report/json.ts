/** The report for programs: a stable shape; what is not there is null. */
import { harmless } from './harmless.ts';
import { summarise } from './report.ts';
import type { PlacedChange, Report } from './report.ts';

export function jsonReport(report: Report): string {
  const { changes, staleEvals, versions, deprecated } = report;
  const result = { changes: changes.map(entry), staleEvals, versions, deprecated, summary: summarise(report) };
  // In JSON the escapes of what cannot be seen stand for the very same characters.
  return `${harmless(JSON.stringify(result, null, 2))}\n`;
}

function entry(change: PlacedChange): object {
  const { kind, axis, level, subject, before = null, after = null, why, next, fingerprint } = change;
  const { file = null, line = null } = change;
  return { kind, axis, level, subject, before, after, why, next, fingerprint, file, line };
}
