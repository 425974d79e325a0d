/** Every kind of change of a server, listed by hand. */
import type { AnyChangeKind } from '../../change.ts';
import { serverAdded } from './added.ts';
import { serverRemoved } from './removed.ts';
import { serverRenamed } from './renamed.ts';
import { serverTitle } from './title.ts';
import { serverSummary } from './summary.ts';
import { serverToolSet } from './tool-set.ts';
import { serverSkillServed } from './skill-served.ts';
import { serverSkillWithdrawn } from './skill-withdrawn.ts';
import { serverEnvAddedRequired } from './env-added-required.ts';
import { serverEnvAddedOptional } from './env-added-optional.ts';
import { serverEnvRemoved } from './env-removed.ts';
import { serverEnvBecameRequired } from './env-became-required.ts';
import { serverEnvBecameOptional } from './env-became-optional.ts';
import { serverEnvRevealed } from './env-revealed.ts';
import { serverEnvHidden } from './env-hidden.ts';
import { serverEnvDescription } from './env-description.ts';
import { serverTransportAdded } from './transport-added.ts';
import { serverTransportRemoved } from './transport-removed.ts';
import { serverTransportDefault } from './transport-default.ts';
import { serverCoercionOff } from './coercion-off.ts';
import { serverCoercionOn } from './coercion-on.ts';
import { serverConnectionBaseUrl } from './connection-base-url.ts';
import { serverConnectionHeaders } from './connection-headers.ts';
import { serverConnectionTimeoutShortened } from './connection-timeout-shortened.ts';
import { serverConnectionTimeoutLengthened } from './connection-timeout-lengthened.ts';
import { serverLimitsTightened } from './limits-tightened.ts';
import { serverLimitsLoosened } from './limits-loosened.ts';
import { serverFailures } from './failures.ts';
import { serverFailureWords } from './failure-words.ts';

export const SERVER_CHANGES: readonly AnyChangeKind[] = [
  serverAdded,
  serverRemoved,
  serverRenamed,
  serverTitle,
  serverSummary,
  serverToolSet,
  serverSkillServed,
  serverSkillWithdrawn,
  serverEnvAddedRequired,
  serverEnvAddedOptional,
  serverEnvRemoved,
  serverEnvBecameRequired,
  serverEnvBecameOptional,
  serverEnvRevealed,
  serverEnvHidden,
  serverEnvDescription,
  serverTransportAdded,
  serverTransportRemoved,
  serverTransportDefault,
  serverCoercionOff,
  serverCoercionOn,
  serverConnectionBaseUrl,
  serverConnectionHeaders,
  serverConnectionTimeoutShortened,
  serverConnectionTimeoutLengthened,
  serverLimitsTightened,
  serverLimitsLoosened,
  serverFailures,
  serverFailureWords,
];
