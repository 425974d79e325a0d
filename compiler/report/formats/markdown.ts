/** Markdown: a comment for a pull request. */
import { changesMarkdown } from '../changes/markdown.ts';
import { findingsMarkdown } from '../findings/markdown.ts';
import type { Format } from '../format.ts';

export const markdown: Format = {
  findings: findingsMarkdown,
  changes: changesMarkdown,
};
