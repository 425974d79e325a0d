/** GitLab Code Quality: annotations at the lines of a merge request (docs.gitlab.com, "Code Quality report format"). */
import { type ReportEntry, entryFormat } from '../entry.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';

const SEVERITIES: Readonly<Record<ReportEntry['severity'], string>> = {
  error: 'major',
  warning: 'minor',
  note: 'info',
};

/** GitLab requires a place: for a deleted file, the first line of haft.yaml. */
export const gitlab = entryFormat((entries, { inRepository }) => {
  const issues = entries.map(({ id, severity, message, hint, place, fingerprint }) => ({
    description: hint === '' ? message : `${message} ${hint}`,
    check_name: id,
    fingerprint,
    severity: SEVERITIES[severity],
    location: { path: inRepository(place?.file ?? 'haft.yaml'), lines: { begin: place?.line ?? 1 } },
  }));
  return `${escapeUnsafe(JSON.stringify(issues, null, 2))}\n`;
});
