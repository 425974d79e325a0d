/** A parameter has another type. */
import { inBoth } from '../../schema/forms.ts';
import { typeRelation } from '../../schema/types.ts';
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
  detect(pair, found) {
    const forms = inBoth(pair, 'argument');
    if (!forms || typeRelation(forms) !== 'other') return;
    found({ path: ['type'], before: forms.before.type, after: forms.after.type });
  },
});
