/** A parameter has another type. */
import { typeBecame } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const paramTypeChanged = changeKind({
  id: 'param/type-changed',
  scope: 'schema',
  axis: 'wire',
  level: 'breaking',
  says: 'A parameter has another type.',
  why: 'Every value that callers send has the wrong type and is rejected.',
  next: 'Keep the released form, or run "haft bump <tool>" to publish this one as a successor.',
  example: {
    before: 'parameters: { shelf: { type: string, description: Where to look. } }',
    after: 'parameters: { shelf: { type: integer, description: Where to look. } }',
  },
  mirror: 'param/type-changed',
  detect: typeBecame('argument', 'other'),
});
