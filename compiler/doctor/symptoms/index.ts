/** Every symptom that the doctor knows: a new one is one file and one line. */
import type { Symptom } from '../symptom.ts';
import { callFailed } from './call-failed.ts';
import { commandMissing } from './command-missing.ts';
import { entryForm } from './entry-form.ts';
import { entryGone } from './entry-gone.ts';
import { envBesideUrl } from './env-beside-url.ts';
import { fileRefused } from './file-refused.ts';
import { noListener } from './no-listener.ts';
import { notApproved } from './not-approved.ts';
import { notConnected } from './not-connected.ts';
import { oldNode } from './old-node.ts';
import { schemaWrong } from './schema-wrong.ts';
import { scriptMissing } from './script-missing.ts';
import { skillOutdated } from './skill-outdated.ts';
import { skillTwice } from './skill-twice.ts';
import { staleCopy } from './stale-copy.ts';
import { staleEntry } from './stale-entry.ts';
import { startFailed } from './start-failed.ts';
import { unexpanded } from './unexpanded.ts';
import { upstreamMissing } from './upstream-missing.ts';
import { urlWithoutType } from './url-without-type.ts';
import { variableMissing } from './variable-missing.ts';
import { wrongKey } from './wrong-key.ts';

export const SYMPTOMS: readonly Symptom[] = [
  fileRefused,
  notConnected,
  wrongKey,
  entryGone,
  notApproved,
  entryForm,
  urlWithoutType,
  envBesideUrl,
  unexpanded,
  commandMissing,
  scriptMissing,
  oldNode,
  startFailed,
  noListener,
  staleEntry,
  staleCopy,
  variableMissing,
  upstreamMissing,
  schemaWrong,
  callFailed,
  skillOutdated,
  skillTwice,
];
