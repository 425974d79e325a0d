/** A compiled file is not as Haft wrote it. */
import { compileAgain } from '../fix.ts';
import type { Symptom } from '../symptom.ts';

export const outputDamaged: Symptom = {
  id: 'output-damaged',
  symptom: 'Host shows old tools, or none',
  cause: 'a compiled file was deleted or cut off after `haft compile` wrote it',
  fix: '`haft compile`',
  shared: true,
  look: (observed) =>
    observed.output.damaged
      .filter(({ edited }) => !edited)
      .map(({ file, how }) => ({
        file,
        cause: `This compiled file ${how}.`,
        fix: compileAgain(observed),
      })),
};
