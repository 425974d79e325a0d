/** The specs have changed since they were compiled. */
import { compileAgain } from '../fix.ts';
import type { Symptom } from '../symptom.ts';

export const outputOld: Symptom = {
  id: 'output-old',
  symptom: 'Host shows old tools, or none',
  cause: 'a spec or a handler has changed since the last `haft compile`',
  fix: '`haft compile`',
  shared: true,
  look: (observed) =>
    observed.output.changed === undefined
      ? []
      : [
          {
            file: observed.output.changed,
            cause: 'This file has changed since the last `haft compile`, so hosts use an older state of it.',
            fix: compileAgain(observed),
          },
        ],
};
