/** The service behind a server is not running, closed, or rejects it. */
import { inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const callFailed: Symptom = {
  id: 'call-failed',
  symptom: 'Tool is listed but the call fails',
  cause: 'the service behind the tool is not running, is closed, or rejects the key; only looked for with `--call`',
  fix: 'the hint of the result',
  look: inServers(
    ({ called }) =>
      called && { cause: `${called.tool} failed with "${called.code}": ${called.error}`, fix: called.hint },
  ),
};
