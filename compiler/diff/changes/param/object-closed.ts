/** An object of a parameter takes only declared properties. */
import { objectBecame } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const paramObjectClosed = changeKind({
  id: 'param/object-closed',
  scope: 'schema',
  axis: 'wire',
  level: 'breaking',
  says: 'An object of a parameter takes only declared properties.',
  why: 'Calls with other properties worked, and are now rejected.',
  next: 'Keep "additionalProperties: true", or run "haft bump <tool>" to publish this form as a successor.',
  example: {
    before:
      'parameters: { author: { type: object, description: Who wrote it., properties: { name: { type: string } }, additionalProperties: true } }',
    after:
      'parameters: { author: { type: object, description: Who wrote it., properties: { name: { type: string } }, additionalProperties: false } }',
  },
  mirror: 'param/object-opened',
  detect: objectBecame('argument', 'closed'),
});
