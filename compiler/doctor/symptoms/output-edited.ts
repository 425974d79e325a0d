/** A compiled file was changed, perhaps by an author. */
import type { Symptom } from '../symptom.ts';

export const outputEdited: Symptom = {
  id: 'output-edited',
  symptom: 'Host shows old tools, or none',
  cause: 'a compiled file was changed after `haft compile` wrote it',
  fix: 'move the change to the spec, delete the file, and `haft compile`',
  byHand: 'the change may be the work of an author',
  shared: true,
  look: ({ output }) =>
    output.damaged
      .filter(({ edited }) => edited)
      .map(({ file, how }) => ({
        file,
        cause: `This compiled file ${how}.`,
        fix: { say: 'Move the change to the spec, delete this file, and run `haft compile`.' },
      })),
};
