/** A whole number may now be any number. */
import { typeBecame } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const paramTypeWidened = changeKind({
  id: 'param/type-widened',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'A whole number may now be any number.',
  why: 'Every value that was accepted still is.',
  next: 'Say in the description how fractions are read.',
  example: {
    before: 'parameters: { weight: { type: integer, description: Weight in grams. } }',
    after: 'parameters: { weight: { type: number, description: Weight in grams. } }',
  },
  mirror: 'param/type-narrowed',
  detect: typeBecame('argument', 'wider'),
});
