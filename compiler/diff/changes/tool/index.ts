/** Every kind of change of a tool, listed by hand. */
import type { AnyChangeKind } from '../../change.ts';
import { toolAdded } from './added.ts';
import { toolRemoved } from './removed.ts';
import { toolRenamed } from './renamed.ts';
import { toolTitle } from './title.ts';
import { toolDescriptionDoes } from './description-does.ts';
import { toolDescriptionWhen } from './description-when.ts';
import { toolDescriptionInstead } from './description-instead.ts';
import { toolDescriptionExamples } from './description-examples.ts';
import { toolEffectsWidened } from './effects-widened.ts';
import { toolEffectsNarrowed } from './effects-narrowed.ts';
import { toolBehaviourKind } from './behaviour-kind.ts';
import { toolRequest } from './request.ts';
import { toolCommand } from './command.ts';
import { toolResultMapping } from './result-mapping.ts';
import { toolFailures } from './failures.ts';
import { toolFailureWords } from './failure-words.ts';
import { toolTimeoutShortened } from './timeout-shortened.ts';
import { toolTimeoutLengthened } from './timeout-lengthened.ts';
import { toolDefinitions } from './definitions.ts';
import { toolDeprecated } from './deprecated.ts';
import { toolUndeprecated } from './undeprecated.ts';
import { toolDeprecationTerms } from './deprecation-terms.ts';
import { toolReplaces } from './replaces.ts';
import { toolEvals } from './evals.ts';
import { toolParameterOrder } from './parameter-order.ts';

export const TOOL_CHANGES: readonly AnyChangeKind[] = [
  toolAdded,
  toolRemoved,
  toolRenamed,
  toolTitle,
  toolDescriptionDoes,
  toolDescriptionWhen,
  toolDescriptionInstead,
  toolDescriptionExamples,
  toolEffectsWidened,
  toolEffectsNarrowed,
  toolBehaviourKind,
  toolRequest,
  toolCommand,
  toolResultMapping,
  toolFailures,
  toolFailureWords,
  toolTimeoutShortened,
  toolTimeoutLengthened,
  toolDefinitions,
  toolDeprecated,
  toolUndeprecated,
  toolDeprecationTerms,
  toolReplaces,
  toolEvals,
  toolParameterOrder,
];
