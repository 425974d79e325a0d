/** Every kind of change of a skill, listed by hand. */
import type { AnyChangeKind } from '../../change.ts';
import { skillAdded } from './added.ts';
import { skillRemoved } from './removed.ts';
import { skillRenamed } from './renamed.ts';
import { skillTitle } from './title.ts';
import { skillDescriptionDoes } from './description-does.ts';
import { skillDescriptionWhen } from './description-when.ts';
import { skillDescriptionTriggers } from './description-triggers.ts';
import { skillDescriptionNotFor } from './description-not-for.ts';
import { skillContext } from './context.ts';
import { skillStepAdded } from './step-added.ts';
import { skillStepRemoved } from './step-removed.ts';
import { skillStepChanged } from './step-changed.ts';
import { skillStepsReordered } from './steps-reordered.ts';
import { skillNever } from './never.ts';
import { skillListsReordered } from './lists-reordered.ts';
import { skillReferenceAdded } from './reference-added.ts';
import { skillReferenceRemoved } from './reference-removed.ts';
import { skillReferenceChanged } from './reference-changed.ts';
import { skillFileAdded } from './file-added.ts';
import { skillFileRemoved } from './file-removed.ts';
import { skillFileChanged } from './file-changed.ts';
import { skillServerAdded } from './server-added.ts';
import { skillServerRemoved } from './server-removed.ts';
import { skillAllowedToolAdded } from './allowed-tool-added.ts';
import { skillAllowedToolRemoved } from './allowed-tool-removed.ts';
import { skillCompatibility } from './compatibility.ts';
import { skillLicense } from './license.ts';
import { skillMetadata } from './metadata.ts';
import { skillEvals } from './evals.ts';
import { skillApprovalLost } from './approval-lost.ts';

export const SKILL_CHANGES: readonly AnyChangeKind[] = [
  skillAdded,
  skillRemoved,
  skillRenamed,
  skillTitle,
  skillDescriptionDoes,
  skillDescriptionWhen,
  skillDescriptionTriggers,
  skillDescriptionNotFor,
  skillContext,
  skillStepAdded,
  skillStepRemoved,
  skillStepChanged,
  skillStepsReordered,
  skillNever,
  skillListsReordered,
  skillReferenceAdded,
  skillReferenceRemoved,
  skillReferenceChanged,
  skillFileAdded,
  skillFileRemoved,
  skillFileChanged,
  skillServerAdded,
  skillServerRemoved,
  skillAllowedToolAdded,
  skillAllowedToolRemoved,
  skillCompatibility,
  skillLicense,
  skillMetadata,
  skillEvals,
  skillApprovalLost,
];
