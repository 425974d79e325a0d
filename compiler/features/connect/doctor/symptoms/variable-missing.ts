/** A variable that the server needs is not handed over. */
import { CALL_FAILS, inLaunches } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';
import { isUnset } from '../variables.ts';

export const variableMissing: Symptom = {
  id: 'variable-missing',
  symptom: CALL_FAILS,
  cause: 'a variable that the server needs has no value in the host',
  fix: 'set it where the host starts, or `haft install --env NAME=value`',
  look: inLaunches(({ script, environment }, { key, form }, { again }) => {
    const needed = Object.entries(script?.compiled?.env ?? {}).filter(([, { optional }]) => !optional);
    const inner = form.kind === 'program' ? form.keys.env : 'env';
    return needed
      .filter(([name]) => isUnset(environment[name]))
      .map(([name]) => ({
        key: `${key}.${inner}.${name}`,
        cause: `The server needs ${name}, but this host does not set it.`,
        fix: again('--env', `${name}=<value>`),
      }));
  }),
};
