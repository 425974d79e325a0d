/** The type of a value. */
import { changeKinds } from '../../kind.ts';
import { typeBecame } from '../../schema/moves.ts';

export const SCHEMA_TYPE = changeKinds('schema', [
  {
    id: 'param/type-changed',
    axis: 'wire',
    level: 'breaking',
    says: 'The type of a parameter changed.',
    why: 'Every value that callers send has the wrong type and is rejected.',
    next: 'Keep the released version, or run `haft bump <tool>` to publish this one as a successor.',
    example: {
      before: 'parameters: { shelf: { type: string, description: Where to look. } }',
      after: 'parameters: { shelf: { type: integer, description: Where to look. } }',
    },
    mirror: 'param/type-changed',
    detect: typeBecame('argument', 'other'),
  },
  {
    id: 'param/type-narrowed',
    axis: 'wire',
    level: 'breaking',
    says: 'A number parameter became an integer.',
    why: 'Calls with a fraction worked before and are now rejected.',
    next: 'Keep the released version, or run `haft bump <tool>` to publish this one as a successor.',
    example: {
      before: 'parameters: { weight: { type: number, description: Weight in grams. } }',
      after: 'parameters: { weight: { type: integer, description: Weight in grams. } }',
    },
    mirror: 'param/type-widened',
    detect: typeBecame('argument', 'narrower'),
  },
  {
    id: 'param/type-widened',
    axis: 'wire',
    level: 'safe',
    says: 'An integer parameter became a number.',
    why: 'All values that were accepted still are.',
    next: 'Describe how fractions are handled.',
    example: {
      before: 'parameters: { weight: { type: integer, description: Weight in grams. } }',
      after: 'parameters: { weight: { type: number, description: Weight in grams. } }',
    },
    mirror: 'param/type-narrowed',
    detect: typeBecame('argument', 'wider'),
  },
  {
    id: 'result/type-changed',
    axis: 'wire',
    level: 'breaking',
    says: 'The type of a result property changed.',
    why: 'Consumers receive a value that they do not expect.',
    next: 'Keep the type and add a new property, or run `haft bump <tool>` to publish this version as a successor.',
    example: {
      before: 'returns: { type: object, properties: { year: { type: string } } }',
      after: 'returns: { type: object, properties: { year: { type: integer } } }',
    },
    mirror: 'result/type-changed',
    detect: typeBecame('result', 'other'),
  },
  {
    id: 'result/type-narrowed',
    axis: 'wire',
    level: 'safe',
    says: 'A number in the result became an integer.',
    why: 'Consumers that accept any number are not affected.',
    next: 'Check that the tool rounds; a result with a fraction is rejected.',
    example: {
      before: 'returns: { type: object, properties: { year: { type: number } } }',
      after: 'returns: { type: object, properties: { year: { type: integer } } }',
    },
    mirror: 'result/type-widened',
    detect: typeBecame('result', 'narrower'),
  },
  {
    id: 'result/type-widened',
    axis: 'wire',
    level: 'breaking',
    says: 'An integer in the result became a number.',
    why: 'Consumers that expect integers can receive fractions.',
    next: 'Round the value, or run `haft bump <tool>` to publish this version as a successor.',
    example: {
      before: 'returns: { type: object, properties: { year: { type: integer } } }',
      after: 'returns: { type: object, properties: { year: { type: number } } }',
    },
    mirror: 'result/type-narrowed',
    detect: typeBecame('result', 'wider'),
  },
]);
