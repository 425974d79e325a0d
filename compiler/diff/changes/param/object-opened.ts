/** An object of a parameter takes undeclared properties. */
import { objectBecame } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const paramObjectOpened = changeKind({
  id: 'param/object-opened',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'An object of a parameter takes undeclared properties.',
  why: 'Every object that was accepted still is.',
  next: 'Declare the properties that mean something: a model does not guess them.',
  example: {
    before:
      'parameters: { author: { type: object, description: Who wrote it., properties: { name: { type: string } }, additionalProperties: false } }',
    after:
      'parameters: { author: { type: object, description: Who wrote it., properties: { name: { type: string } }, additionalProperties: true } }',
  },
  mirror: 'param/object-closed',
  detect: objectBecame('argument', 'open'),
});
