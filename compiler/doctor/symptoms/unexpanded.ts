/** A placeholder that the host does not replace. */
import { NO_TOOL, inLaunches } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const unexpanded: Symptom = {
  id: 'unexpanded',
  symptom: NO_TOOL,
  cause: 'a placeholder such as `${HAFT_OUT}` has no value, or not the form that the host replaces',
  fix: '`haft install`, which writes full paths',
  blocks: true,
  look: inLaunches(({ unexpanded }, { key }, { again }) =>
    unexpanded.map((one) => ({
      key: `${key}.${one.key}`,
      cause: `The host does not replace ${one.reference}: it has no value there, or the host has another syntax for it.`,
      fix: again(),
    })),
  ),
};
