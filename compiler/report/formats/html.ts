/** One page in one file: it sends no request, and works without its script. */
import { digest } from '../changes/digest.ts';
import type { ReportFormat } from '../format.ts';
import { changesPage } from '../html/changes-page.ts';
import { findingsPage } from '../html/findings-page.ts';

export const html: ReportFormat = {
  findings: (findings, context) => String(findingsPage(findings, context)),
  changes: (report) => String(changesPage(report, digest(report))),
};
