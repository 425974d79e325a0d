/** Objects: whether they accept undeclared properties, and the order of their properties. */
import { changeKinds } from '../../kind.ts';
import { withJudgment, objectOpennessChanged, propertyOrderChanged } from '../../schema/moves.ts';

export const SCHEMA_OBJECT = changeKinds('schema', [
  {
    id: 'param/object-closed',
    axis: 'wire',
    level: 'breaking',
    says: 'An object parameter no longer accepts undeclared properties.',
    why: 'Calls with other properties worked before and are now rejected.',
    next: 'Keep `additionalProperties: true`, or run `haft bump <tool>` to publish this version as a successor.',
    example: {
      before:
        'parameters: { author: { type: object, description: Who wrote it., properties: { name: { type: string } }, additionalProperties: true } }',
      after:
        'parameters: { author: { type: object, description: Who wrote it., properties: { name: { type: string } }, additionalProperties: false } }',
    },
    mirror: 'param/object-opened',
    detect: withJudgment(objectOpennessChanged('argument', 'closed')),
  },
  {
    id: 'param/object-opened',
    axis: 'wire',
    level: 'safe',
    says: 'An object parameter now accepts undeclared properties.',
    why: 'All objects that were accepted still are.',
    next: 'Declare the meaningful properties; a model cannot guess them.',
    mirror: 'param/object-closed',
    detect: objectOpennessChanged('argument', 'open'),
  },
  {
    id: 'param/property-order',
    axis: 'model',
    level: 'risky',
    says: 'The property order of an object parameter changed.',
    why: 'A model reads properties in order and prefers to fill the first ones.',
    next: 'Restore the order, or rerun the evals of "<tool>".',
    example: {
      before:
        'parameters: { author: { type: object, description: Who wrote it., properties: { name: { type: string }, born: { type: integer } } } }',
      after:
        'parameters: { author: { type: object, description: Who wrote it., properties: { born: { type: integer }, name: { type: string } } } }',
    },
    detect: propertyOrderChanged('argument'),
  },
  {
    id: 'result/object-closed',
    axis: 'wire',
    level: 'safe',
    says: 'An object in the result can no longer have undeclared properties.',
    why: 'Consumers of the declared properties are not affected.',
    next: 'Check that the tool returns no others; such a result is rejected.',
    example: {
      before:
        'returns: { type: object, properties: { author: { type: object, properties: { name: { type: string } }, additionalProperties: true } } }',
      after:
        'returns: { type: object, properties: { author: { type: object, properties: { name: { type: string } }, additionalProperties: false } } }',
    },
    mirror: 'result/object-opened',
    detect: objectOpennessChanged('result', 'closed'),
  },
  {
    id: 'result/object-opened',
    axis: 'wire',
    level: 'risky',
    says: 'An object in the result can now have undeclared properties.',
    why: 'Clients that validate against the old schema may reject a result with extra properties.',
    next: 'Declare the new properties and keep the object closed.',
    mirror: 'result/object-closed',
    detect: objectOpennessChanged('result', 'open'),
  },
  {
    id: 'result/property-order',
    axis: 'model',
    level: 'safe',
    says: 'The property order of the result changed.',
    why: 'Some models see the output schema; no consumer depends on the order.',
    next: 'Restore the order if the change was not intended.',
    example: {
      before: 'returns: { type: object, properties: { title: { type: string }, year: { type: integer } } }',
      after: 'returns: { type: object, properties: { year: { type: integer }, title: { type: string } } }',
    },
    detect: propertyOrderChanged('result'),
  },
]);
