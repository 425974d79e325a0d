/** Every symptom that the doctor knows: a new one is an entry in the file of its subject, and one line here. */
import type { Symptom } from '../symptom.ts';
import {
  entryForm,
  entryGone,
  entryHidden,
  envBesideUrl,
  fileRefused,
  notApproved,
  notConnected,
  urlWithoutType,
  wrongKey,
} from './entries.ts';
import {
  commandMissing,
  folderMissing,
  oldNode,
  relativePath,
  scriptMissing,
  scriptUnread,
  startLimit,
  unexpanded,
} from './launches.ts';
import { fileUnread, outputDamaged, outputEdited, outputOld, staleCopy, staleEntry } from './output.ts';
import { skillGone, skillOutdated, skillTwice } from './skills.ts';
import { ADDRESS_FAULTS } from './address-faults.ts';
import { callFailed } from './call-failed.ts';
import { noTools } from './no-tools.ts';
import { schemaWrong } from './schema-wrong.ts';
import { startFailed } from './start-failed.ts';
import { stdoutText } from './stdout-text.ts';
import { switchedOff } from './switched-off.ts';
import { upstreamMissing } from './upstream-missing.ts';
import { variableMissing } from './variable-missing.ts';
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
