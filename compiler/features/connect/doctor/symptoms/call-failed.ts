/** The service behind a server is not running, closed, or rejects it. */
import { CALL_FAILS, inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const callFailed: Symptom = {
  id: 'call-failed',
  symptom: CALL_FAILS,
  cause: 'the service behind the tool is not running, is closed, or rejects the key; only looked for with `--call`',
  fix: 'the one that the service needs; `haft call <tool>` shows the whole result',
  byHand: 'the service is not a part of Haft',
  look: inServers(
    ({ called }) =>
      called && { cause: `${called.tool} failed with "${called.code}": ${called.error}`, fix: { say: called.next } },
  ),
};
