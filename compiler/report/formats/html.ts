/** One page for people, in one file: no request leaves it, and it reads without its script. */
import { digest } from '../changes/digest.ts';
import type { Format } from '../format.ts';
import { changesPage } from '../html/changes-page.ts';
import { findingsPage } from '../html/findings-page.ts';

export const html: Format = {
  findings: (findings, context) => String(findingsPage(findings, context)),
  changes: (report) => String(changesPage(report, digest(report))),
};
