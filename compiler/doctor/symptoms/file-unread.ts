/** A file of the project or of Haft cannot be read. */
import type { Symptom } from '../symptom.ts';

export const fileUnread: Symptom = {
  id: 'file-unread',
  symptom: 'Doctor cannot see everything',
  cause: 'a file of the project cannot be read, so what depends on it was not examined',
  fix: 'the step that the finding shows',
  byHand: 'the file is not one that Haft may replace',
  shared: true,
  look: ({ output }) => output.unread.map(({ file, message, hint }) => ({ file, cause: message, fix: { say: hint } })),
};
