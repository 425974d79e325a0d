/** Text for people at a terminal. */
import { changesText } from '../changes/text.ts';
import { findingsText } from '../findings/text.ts';
import type { Format } from '../format.ts';

export const text: Format = {
  findings: findingsText,
  changes: changesText,
};
