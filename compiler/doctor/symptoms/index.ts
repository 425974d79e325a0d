/** Every symptom that the doctor knows: a new one is one file and one line. */
import type { Symptom } from '../symptom.ts';
import { ADDRESS_FAULTS } from './address-faults.ts';
import { callFailed } from './call-failed.ts';
import { commandMissing } from './command-missing.ts';
import { entryForm } from './entry-form.ts';
import { entryGone } from './entry-gone.ts';
import { entryHidden } from './entry-hidden.ts';
import { envBesideUrl } from './env-beside-url.ts';
import { fileRefused } from './file-refused.ts';
import { fileUnread } from './file-unread.ts';
import { folderMissing } from './folder-missing.ts';
import { noTools } from './no-tools.ts';
import { notApproved } from './not-approved.ts';
import { notConnected } from './not-connected.ts';
import { oldNode } from './old-node.ts';
import { outputDamaged } from './output-damaged.ts';
import { outputEdited } from './output-edited.ts';
import { outputOld } from './output-old.ts';
import { relativePath } from './relative-path.ts';
import { schemaWrong } from './schema-wrong.ts';
import { scriptMissing } from './script-missing.ts';
import { scriptUnread } from './script-unread.ts';
import { skillGone } from './skill-gone.ts';
import { skillOutdated } from './skill-outdated.ts';
import { skillTwice } from './skill-twice.ts';
import { staleCopy } from './stale-copy.ts';
import { staleEntry } from './stale-entry.ts';
import { startFailed } from './start-failed.ts';
import { startLimit } from './start-limit.ts';
import { stdoutText } from './stdout-text.ts';
import { switchedOff } from './switched-off.ts';
import { unexpanded } from './unexpanded.ts';
import { upstreamMissing } from './upstream-missing.ts';
import { urlWithoutType } from './url-without-type.ts';
import { variableMissing } from './variable-missing.ts';
import { wrongKey } from './wrong-key.ts';
import { wrongType } from './wrong-type.ts';

export const SYMPTOMS: readonly Symptom[] = [
  fileUnread,
  fileRefused,
  notConnected,
  wrongKey,
  entryGone,
  entryHidden,
  notApproved,
  wrongType,
  entryForm,
  urlWithoutType,
  envBesideUrl,
  unexpanded,
  commandMissing,
  folderMissing,
  scriptMissing,
  scriptUnread,
  relativePath,
  oldNode,
  stdoutText,
  startFailed,
  startLimit,
  ...ADDRESS_FAULTS,
  noTools,
  switchedOff,
  outputDamaged,
  outputEdited,
  outputOld,
  staleEntry,
  staleCopy,
  variableMissing,
  upstreamMissing,
  schemaWrong,
  callFailed,
  skillGone,
  skillOutdated,
  skillTwice,
];
