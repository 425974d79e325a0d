/** Markdown: a comment for a pull request. */
import { changesMarkdown } from '../changes/markdown.ts';
import { findingsMarkdown } from '../findings/markdown.ts';
import type { ReportFormat } from '../format.ts';

export const markdown: ReportFormat = {
  findings: findingsMarkdown,
  changes: changesMarkdown,
};
