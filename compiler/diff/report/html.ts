/** The report as one page for people: a summary that is understood in five seconds, then a card for each tool. */
import { digest } from './digest.ts';
import { pageHtml } from './html/page.ts';
import type { Report } from './report.ts';

export function htmlReport(report: Report): string {
  return String(pageHtml(report, digest(report)));
}
