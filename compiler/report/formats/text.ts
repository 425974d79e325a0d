/** Text for people at a terminal. */
import { changesText } from '../changes/text.ts';
import { findingsText } from '../findings/text.ts';
import type { ReportFormat } from '../format.ts';

export const text: ReportFormat = {
  findings: findingsText,
  changes: changesText,
};
